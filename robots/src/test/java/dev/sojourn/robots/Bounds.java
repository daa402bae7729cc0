package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/// What a piece of work may cost: processor time and allocated octets of the calling thread, which
/// say the same on a busy machine as on an idle one.
///
/// @param cpu processor time, generous: the code may be instrumented and not yet compiled
/// @param bytes what may be allocated
record Bounds(Duration cpu, long bytes) {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// What it may cost to parse and question a file: linear in its size.
  static Bounds ofFile(int sizeBytes) {
    return new Bounds(
        Duration.ofSeconds(2).plusNanos(20_000L * sizeBytes), 4_000_000L + 400L * sizeBytes);
  }

  /// Does the work and fails if it cost more. It then is done and measured a second time, since the
  /// first one may have loaded classes.
  void hold(Runnable work) {
    var cost = cost(work);
    if (cost.cpu.compareTo(cpu) > 0 || cost.bytes > bytes) {
      cost = cost(work);
    }
    assertThat(cost.cpu).as("processor time").isLessThanOrEqualTo(cpu);
    assertThat(cost.bytes).as("octets allocated").isLessThanOrEqualTo(bytes);
  }

  private static Bounds cost(Runnable work) {
    long cpuBefore = THREADS.getCurrentThreadCpuTime();
    long bytesBefore = THREADS.getCurrentThreadAllocatedBytes();
    work.run();
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - bytesBefore;
    long used = THREADS.getCurrentThreadCpuTime() - cpuBefore;
    return new Bounds(Duration.ofNanos(used), allocated);
  }
}
