package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Fault;
import dev.sojourn.lab.process.ProcessSampler;
import dev.sojourn.lab.process.ProcessorList;
import dev.sojourn.lab.result.FaultResult;
import dev.sojourn.lab.run.FaultSchedule.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One crawl of a run. It starts the crawling program, causes the planned faults, and waits for the
/// end.
final class CrawlRound implements AutoCloseable {
  private final RunPrograms programs;
  private final ProcessSampler sampler;
  private final CrawlerCommand command;
  private final ProcessorList processors;
  private final Path folder;
  private final String name;

  /// The faults by their numbers, in the order in which they happened.
  private final Map<Integer, FaultResult> faults = new LinkedHashMap<>();

  private final long begun = System.nanoTime();
  private Optional<CrawlProgram> program = Optional.empty();

  /// Prepares a crawl. Its time is measured from this call.
  ///
  /// @param processors of the crawling program
  /// @param name of its output files
  CrawlRound(
      RunPrograms programs,
      ProcessSampler sampler,
      CrawlerCommand command,
      ProcessorList processors,
      Path folder,
      String name) {
    this.programs = programs;
    this.sampler = sampler;
    this.command = command;
    this.processors = processors;
    this.folder = folder;
    this.name = name;
  }

  /// Begins the crawl without waiting for its end.
  ///
  /// @return the program
  CrawlProgram begin() throws IOException {
    return start(command.begin(), name);
  }

  /// Runs the crawl.
  ///
  /// @param planned the faults
  /// @param limit the longest time of the crawl
  /// @return the program, which has ended; empty if the time ran out
  Optional<CrawlProgram> run(List<Fault> planned, Duration limit)
      throws IOException, InterruptedException {
    var _ = begin();
    var schedule = new FaultSchedule(planned);
    for (var next = schedule.next(); next.isPresent(); next = schedule.next()) {
      var step = next.get();
      if (step.at().compareTo(limit) >= 0 || endsBefore(step.at())) {
        break;
      }
      if (step.isReturn()) {
        bringBack(step);
      } else {
        schedule.ended(step, kill(step));
      }
    }
    boolean isEnded = endsBefore(limit);
    programs.requireReturned();
    return isEnded ? program : Optional.empty();
  }

  private CrawlProgram start(List<String> words, String file) throws IOException {
    var started = CrawlProgram.start(processors.started(words), folder, file);
    program = Optional.of(started);
    sampler.watchFromBegin(command.resume().isEmpty() ? "crawler" : "dispatcher", started.pid());
    return started;
  }

  /// Waits until the program has ended, or until a time is reached.
  private boolean endsBefore(Duration time) throws InterruptedException {
    var rest = time.minus(elapsed());
    if (program.isPresent()) {
      return program.get().waitFor(rest.isNegative() ? Duration.ZERO : rest);
    }
    if (rest.isPositive()) {
      Thread.sleep(rest);
    }
    return false;
  }

  /// Kills a program.
  ///
  /// @return the time of the kill, from the start of the crawl
  private Duration kill(Step step) throws InterruptedException {
    // Takes a sample first, since the program's figures are lost with it.
    var _ = sampler.results();
    var role = step.fault().kill();
    var at = elapsed();
    if (!role.equals(Fault.DISPATCHER)) {
      programs.kill(role);
    } else if (program.isPresent()) {
      program.get().kill();
      program = Optional.empty();
    }
    faults.put(step.number(), new FaultResult(role, seconds(at), 0));
    return at;
  }

  private void bringBack(Step step) throws IOException {
    var role = step.fault().kill();
    double at = seconds();
    if (!role.equals(Fault.DISPATCHER)) {
      programs.restart(role, sampler);
    } else if (program.isEmpty()) {
      var _ = start(command.again(), name + "-again");
    }
    faults.computeIfPresent(
        step.number(), (_, done) -> new FaultResult(role, done.atSeconds(), at));
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /// {@return the time since the start of the crawl}
  double seconds() {
    return seconds(elapsed());
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  /// {@return the faults that were caused so far}
  List<FaultResult> faults() {
    return List.copyOf(faults.values());
  }

  @Override
  public void close() {
    program.ifPresent(CrawlProgram::close);
  }
}
