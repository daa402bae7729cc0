package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Fault;
import dev.sojourn.lab.process.ProcessSampler;
import dev.sojourn.lab.result.FaultResult;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// One crawl of a run: starts the crawling program, brings about the faults that are due, and waits
/// for the end.
final class CrawlRound implements AutoCloseable {
  private final RunPrograms programs;
  private final ProcessSampler sampler;
  private final CrawlerCommand command;
  private final Path folder;
  private final String name;
  private final List<FaultResult> faults = new ArrayList<>();
  private final long begun = System.nanoTime();
  private Optional<CrawlProgram> program = Optional.empty();

  /// Prepares a crawl; its time runs from here.
  ///
  /// @param name of the files that take what it says
  CrawlRound(
      RunPrograms programs,
      ProcessSampler sampler,
      CrawlerCommand command,
      Path folder,
      String name) {
    this.programs = programs;
    this.sampler = sampler;
    this.command = command;
    this.folder = folder;
    this.name = name;
  }

  /// One step of a fault: the end of a program, or its return.
  private record Event(Duration at, Fault fault, boolean isReturn) {}

  /// Makes the crawl.
  ///
  /// @param planned the faults
  /// @param limit longest time of it
  /// @return the program, which has ended; empty if the time was too short
  Optional<CrawlProgram> run(List<Fault> planned, Duration limit)
      throws IOException, InterruptedException {
    start(command.begin(), name);
    for (var event : events(planned)) {
      if (event.at().compareTo(limit) >= 0 || endsBefore(event.at())) {
        break;
      }
      if (event.isReturn()) {
        bringBack(event.fault());
      } else {
        kill(event.fault());
      }
    }
    return endsBefore(limit) ? program : Optional.empty();
  }

  private static List<Event> events(List<Fault> faults) {
    var events = new ArrayList<Event>();
    for (var fault : faults) {
      events.add(new Event(fault.at(), fault, false));
      events.add(new Event(fault.at().plus(fault.back()), fault, true));
    }
    // Of equal times the order of the list stays.
    return events.stream().sorted(Comparator.comparing(Event::at)).toList();
  }

  private void start(List<String> words, String file) throws IOException {
    var started = CrawlProgram.start(words, folder, file);
    program = Optional.of(started);
    sampler.watchFromBegin(command.resume().isEmpty() ? "crawler" : "dispatcher", started.pid());
  }

  /// Waits until the program has ended, or a time has come.
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

  private void kill(Fault fault) throws InterruptedException {
    double at = seconds();
    // What it used until now would be lost with it.
    var _ = sampler.results();
    if (fault.kill().equals(Fault.DISPATCHER)) {
      if (program.isPresent()) {
        program.get().kill();
        program = Optional.empty();
      }
    } else {
      programs.kill(fault.kill());
    }
    faults.add(new FaultResult(fault.kill(), at, 0));
  }

  private void bringBack(Fault fault) throws IOException, InterruptedException {
    double at = seconds();
    if (!fault.kill().equals(Fault.DISPATCHER)) {
      programs.restart(fault.kill(), sampler);
    } else if (program.isEmpty()) {
      start(command.again(), name + "-again");
    }
    faults.replaceAll(
        done ->
            done.kill().equals(fault.kill()) && done.backSeconds() == 0
                ? new FaultResult(done.kill(), done.atSeconds(), at)
                : done);
  }

  private Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - begun);
  }

  /// {@return time since its begin}
  double seconds() {
    return elapsed().toNanos() / 1e9;
  }

  /// {@return what was done to programs up to now}
  List<FaultResult> faults() {
    return faults;
  }

  @Override
  public void close() {
    program.ifPresent(CrawlProgram::close);
  }
}
