package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Fault;
import dev.sojourn.lab.process.ProcessSampler;
import dev.sojourn.lab.process.ProcessStat;
import dev.sojourn.lab.result.FaultResult;
import dev.sojourn.lab.result.ProcessResult;
import dev.sojourn.lab.result.Side;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The use of the machine by the processes of a run.
///
/// @param sampler watches the processes
/// @param before the figures of this process at the start; empty if the system does not report them
record RunUse(ProcessSampler sampler, Optional<ProcessStat> before) {

  /// Begins to measure.
  ///
  /// @param sampler watches the processes
  static RunUse start(ProcessSampler sampler) {
    return new RunUse(sampler, self());
  }

  /// The processor time of both sides up to a moment, in seconds.
  ///
  /// @param site the site's side
  /// @param crawler the crawler's side
  record Sides(double site, double crawler) {
    Sides minus(Sides earlier) {
      return new Sides(site - earlier.site, crawler - earlier.crawler);
    }
  }

  /// {@return the processor time of both sides so far}
  ///
  /// @param faults that were caused so far
  Sides sides(List<FaultResult> faults) {
    var processes = processes(faults);
    return new Sides(Side.SITE.cpuSeconds(processes), Side.CRAWLER.cpuSeconds(processes));
  }

  /// {@return the use of all processes so far} If the crawling program has ended, the processor
  /// time of ended children of this process shows its use after the last sample. These children are
  /// only crawling programs and killed hosts.
  ///
  /// @param faults that were caused so far
  List<ProcessResult> processes(List<FaultResult> faults) {
    var now = self();
    boolean areHostsKilled =
        faults.stream().anyMatch(fault -> !fault.kill().equals(Fault.DISPATCHER));
    double ofEnded = areHostsKilled ? 0 : seconds(now, ProcessStat::ofEnded, before);
    var results = new ArrayList<ProcessResult>();
    for (var sampled : sampler.results()) {
      results.add(
          Side.CRAWLER.has(sampled)
              ? new ProcessResult(
                  sampled.role(),
                  Math.max(sampled.cpuSeconds(), ofEnded),
                  sampled.peakMemoryBytes())
              : sampled);
    }
    results.add(new ProcessResult("lab", seconds(now, ProcessStat::own, before), 0));
    return results;
  }

  private static Optional<ProcessStat> self() {
    return ProcessStat.of(ProcessHandle.current().pid());
  }

  private static double seconds(
      Optional<ProcessStat> now,
      Function<ProcessStat, Duration> figure,
      Optional<ProcessStat> before) {
    return now.map(figure)
            .orElse(Duration.ZERO)
            .minus(before.map(figure).orElse(Duration.ZERO))
            .toMillis()
        / 1e3;
  }
}
