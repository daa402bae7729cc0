package dev.sojourn.lab.robots;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/// The processor time of each operation, with that of the collector and the compiler. Unlike the
/// time on the clock, it changes little if the machine has other work.
public final class ProcessorTime implements InternalProfiler {

  static final String LABEL = "processor";

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private long before;

  @Override
  public String getDescription() {
    return "processor time of each operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    before = SYSTEM.getProcessCpuTime();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double used = SYSTEM.getProcessCpuTime() - before;
    long operations = result.getMetadata().getAllOps();
    return List.of(new ScalarResult(LABEL, used / operations, "ns/op", AggregationPolicy.AVG));
  }
}
