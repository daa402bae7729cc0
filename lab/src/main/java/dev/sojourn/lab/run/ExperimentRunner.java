package dev.sojourn.lab.run;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.ExperimentReader;
import dev.sojourn.lab.experiment.ExperimentReading;
import dev.sojourn.lab.experiment.SiteDescription;
import dev.sojourn.lab.link.LinkEmulator;
import dev.sojourn.lab.process.BorrowedStartCache;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.site.SiteFolder;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// Runs an experiment from its first run to its last, and writes each result as soon as it is
/// known.
public final class ExperimentRunner {
  /// If an interrupt follows the end of a program within this time, both have the same cause.
  private static final Duration TIME_TO_BE_INTERRUPTED = Duration.ofSeconds(1);

  private final Experiment experiment;
  private final Path work;
  private final boolean keepsAll;
  private final RunListener listener;
  private final InstantSource clock;
  private final ResultsDirectory results;
  private final Map<NumberedSite, Path> sites = new HashMap<>();
  private int madeSites;

  /// A site with its number among the sites of a variant, from 0. Two sites with equal descriptions
  /// have different folders and seeds. A site that is not generated has no seed.
  private record NumberedSite(int number, SiteDescription description, long seed) {
    boolean isGenerated() {
      return description instanceof SiteDescription.Generated;
    }

    /// {@return the seed of the repetition to which the site belongs}
    long firstSeed() {
      return seed - number;
    }
  }

  /// Prepares an experiment.
  ///
  /// @param experiment the experiment to run
  /// @param out the results directory
  /// @param keepsAll whether the sites and logs of successful runs are also kept
  /// @param listener receives the progress
  /// @param clock for the times in the results
  public ExperimentRunner(
      Experiment experiment,
      Path out,
      boolean keepsAll,
      RunListener listener,
      InstantSource clock) {
    this.experiment = experiment;
    this.work = out.toAbsolutePath().normalize().resolve("work");
    this.keepsAll = keepsAll;
    this.listener = listener;
    this.clock = clock;
    this.results = new ResultsDirectory(out);
  }

  /// Continues an experiment that was ended early: makes the runs without a result. If the thread
  /// is interrupted, it returns early, with the runs that have ended.
  ///
  /// @param file the experiment file; its text may differ from the copy in the results if that does
  ///   not change a run
  /// @param command the command line of this session
  /// @param makesFailedAgain whether failed runs are also repeated
  /// @return the results in order; those of earlier sessions come first
  /// @throws IOException if results cannot be read or written
  /// @throws CommandException if the results belong to another experiment
  public EndedRuns resume(Path file, String command, boolean makesFailedAgain) throws IOException {
    return run(
        () -> {
          requireRunsOf(file);
          results.resume();
          if (makesFailedAgain) {
            results.setAsideFailed();
          }
          var counted = CountedRuns.read(results, experiment);
          counted.warnings().forEach(listener::warned);
          results.writeTables(counted.runs(), experiment.constants());
          if (!PlannedRun.all(experiment).stream().allMatch(counted::have)) {
            noteMachine(command);
          }
          return counted;
        });
  }

  /// Writes the conditions of this session if they differ from those of the first.
  private void noteMachine(String command) throws IOException {
    var machine = ThisMachine.describe(command, experiment, clock.instant());
    var differences = machine.differences(results.readMachine());
    if (!differences.isEmpty()) {
      results.addMachine(machine);
      listener.warned(
          "this session differs from %s: %s"
              .formatted(results.machine(), String.join(", ", differences)));
    }
  }

  private void requireRunsOf(Path file) throws IOException {
    var copy = results.experiment();
    switch (ExperimentReader.readCopy(copy, file)) {
      case ExperimentReading.Valid(var earlier) when earlier.hasRunsOf(experiment) -> {}
      case ExperimentReading.Valid _ ->
          throw new CommandException(
              ExitCode.USAGE,
              "%s was made of another experiment file (expected: the settings of %s)."
                  .formatted(work.getParent(), copy));
      case ExperimentReading.Invalid _ ->
          throw new CommandException(
              ExitCode.USAGE,
              "%s has mistakes; see them with: sojourn lab check %s"
                  .formatted(copy, Messages.typed(copy)));
    }
  }

  /// Runs all runs. Every program that it started has ended when it returns. If the thread is
  /// interrupted, it returns early, with the runs that have ended.
  ///
  /// @param text of the experiment file
  /// @param command the command line of this session
  /// @return the results in their order
  /// @throws IOException if results cannot be written, or results exist already
  public EndedRuns run(String text, String command) throws IOException {
    return run(
        () -> {
          results.begin(text, ThisMachine.describe(command, experiment, clock.instant()));
          return new CountedRuns(List.of(), List.of());
        });
  }

  /// Opens the results.
  @FunctionalInterface
  private interface Opening {
    /// {@return the runs with results}
    CountedRuns open() throws IOException;
  }

  private EndedRuns run(Opening opening) throws IOException {
    var planned = PlannedRun.all(experiment);
    var ended = new ArrayList<RunResult>();
    try (var _ = results.lock()) {
      Files.createDirectories(work);
      make(planned, opening, ended);
    } catch (InterruptedException _) {
      // The result is the runs that have ended. The callers wait for nothing else.
    }
    return new EndedRuns(ended, planned.size());
  }

  private void make(List<PlannedRun> planned, Opening opening, List<RunResult> ended)
      throws IOException, InterruptedException {
    try (var emulator = LinkEmulator.start()) {
      copySites();
      makeStartCache();
      var before = opening.open();
      ended.addAll(before.runs());
      for (var run : planned) {
        if (before.have(run)) {
          continue;
        }
        listener.begins(run.number(), planned.size(), run.variant());
        keep(made(run, emulator), ended);
        listener.ended(ended.getLast());
      }
    } finally {
      // File operations of an interrupted thread may fail, so the flag is cleared for the deletion.
      boolean isInterrupted = Thread.interrupted();
      if (!keepsAll) {
        for (var site : sites.values()) {
          Folders.delete(site);
        }
        Folders.deleteIfEmpty(work);
      }
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Makes a run, and detects an interrupt that ended it.
  ///
  /// @throws InterruptedException if it is interrupted, whatever the outcome of the run
  private RunResult made(PlannedRun planned, LinkEmulator emulator)
      throws IOException, InterruptedException {
    var result = run(planned, emulator);
    if (result.outcome() != RunOutcome.DONE) {
      // Ctrl-C also ends the programs of the run, and their end may be seen before the interrupt.
      Thread.sleep(TIME_TO_BE_INTERRUPTED);
    }
    return result;
  }

  /// Writes and adds the result of a run. An error of the disk is reported with the place and the
  /// remedy.
  private void keep(RunResult result, List<RunResult> ended)
      throws IOException, InterruptedException {
    try {
      results.add(result);
      ended.add(result);
      results.writeTables(ended, experiment.constants());
    } catch (ClosedByInterruptException e) {
      throw (InterruptedException) new InterruptedException().initCause(e);
    } catch (IOException e) {
      throw new IOException(
          ("%s: %s; the runs that have ended are kept, so go on with --resume when that is"
                  + " repaired; --resume --failed makes those that failed again, too")
              .formatted(work.getParent(), e.getMessage()),
          e);
    }
  }

  /// Copies the sites that are not generated. It runs first, so that no results are begun if a site
  /// is missing.
  private void copySites() throws IOException, InterruptedException {
    for (var planned : PlannedRun.all(experiment)) {
      for (var site : numbered(planned)) {
        if (!site.isGenerated()) {
          var _ = site(site);
        }
      }
    }
  }

  /// Makes the start cache that hosts borrow. Only hosts of the distribution can use it.
  private void makeStartCache() throws IOException, InterruptedException {
    boolean haveHosts =
        experiment.variants().stream().anyMatch(variant -> variant.hosts().count() > 0);
    if (haveHosts && System.getProperty("sojourn.home") != null) {
      BorrowedStartCache.make();
    }
  }

  private RunResult run(PlannedRun planned, LinkEmulator emulator)
      throws IOException, InterruptedException {
    var folder = work.resolve("run-%03d".formatted(planned.number()));
    // An earlier, interrupted attempt may have left the folder.
    Folders.delete(folder);
    var folders = new ArrayList<Path>();
    for (var site : numbered(planned)) {
      folders.add(planned.changes(site.number()) ? ownSite(site, folder) : site(site));
    }
    var result =
        new SingleRun(experiment, planned, emulator, folders, folder, clock.instant()).run();
    if (result.outcome() == RunOutcome.DONE && !keepsAll) {
      Folders.delete(folder);
    }
    return result;
  }

  private static List<NumberedSite> numbered(PlannedRun planned) {
    var sites = planned.variant().sites();
    return IntStream.range(0, sites.size())
        .mapToObj(
            i ->
                switch (sites.get(i).description()) {
                  case SiteDescription.Generated site ->
                      new NumberedSite(i, site, planned.seed() + i);
                  case SiteDescription site -> new NumberedSite(i, site, 0);
                })
        .toList();
  }

  /// Makes a site for one run only, since its pages change.
  private static Path ownSite(NumberedSite site, Path run)
      throws IOException, InterruptedException {
    var folder = run.resolve("site-" + (site.number() + 1));
    SiteFolder.write(site.description(), site.seed(), folder);
    return folder;
  }

  /// Makes each site once, so that all variants with the same description read the same files.
  private Path site(NumberedSite site) throws IOException, InterruptedException {
    var known = sites.get(site);
    if (known != null) {
      return known;
    }
    if (!keepsAll) {
      deleteOfOtherRepetitions(site);
    }
    madeSites++;
    var folder = work.resolve("site-" + madeSites);
    sites.put(site, folder);
    Folders.delete(folder);
    SiteFolder.write(site.description(), site.seed(), folder);
    return folder;
  }

  /// Deletes the sites of earlier repetitions. Repetitions run one after the other, so these sites
  /// are no longer needed.
  private void deleteOfOtherRepetitions(NumberedSite site) throws IOException {
    for (var others = sites.entrySet().iterator(); others.hasNext(); ) {
      var other = others.next();
      if (site.isGenerated()
          && other.getKey().isGenerated()
          && other.getKey().firstSeed() != site.firstSeed()) {
        Folders.delete(other.getValue());
        others.remove();
      }
    }
  }
}
