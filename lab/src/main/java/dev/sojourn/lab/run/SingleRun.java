package dev.sojourn.lab.run;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.lab.experiment.CrawlDescription.Again;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.SiteDescription;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.link.LinkEmulator;
import dev.sojourn.lab.link.LinkMeasurement;
import dev.sojourn.lab.link.LinkProbe;
import dev.sojourn.lab.process.ProcessSampler;
import dev.sojourn.lab.result.CrawlResult;
import dev.sojourn.lab.result.FaultResult;
import dev.sojourn.lab.result.LinkResult;
import dev.sojourn.lab.result.MachineUse;
import dev.sojourn.lab.result.ProcessResult;
import dev.sojourn.lab.result.RoundResult;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.ServerResult;
import dev.sojourn.lab.site.AccessLog;
import dev.sojourn.lab.site.ChangingSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/// One run. It starts the servers behind their links, measures the links, crawls, and collects the
/// figures. Every program that it started has ended when it returns.
final class SingleRun {
  private final Experiment experiment;
  private final PlannedRun planned;
  private final LinkEmulator emulator;
  private final List<Path> sites;
  private final Path folder;
  private final Instant started;

  /// Prepares a run.
  ///
  /// @param sites folders of the sites
  /// @param folder of the run; created if missing
  /// @param now the time
  SingleRun(
      Experiment experiment,
      PlannedRun planned,
      LinkEmulator emulator,
      List<Path> sites,
      Path folder,
      Instant now) {
    this.started = now.truncatedTo(ChronoUnit.MILLIS);
    this.experiment = experiment;
    this.planned = planned;
    this.emulator = emulator;
    this.sites = List.copyOf(sites);
    this.folder = folder;
  }

  /// The figures that are collected while the programs run.
  ///
  /// @param failure a sentence if a crawl was not completed; otherwise empty
  private record Measured(
      String failure,
      List<EndedCrawl> crawls,
      List<LinkResult> links,
      List<ProcessResult> processes,
      MachineUse machine,
      List<FaultResult> faults,
      List<String> commands) {
    static Measured failed(String reason) {
      return new Measured(
          reason, List.of(), List.of(), List.of(), MachineUse.UNKNOWN, List.of(), List.of());
    }
  }

  /// Makes the run.
  ///
  /// @return the result, which may report a failure
  /// @throws InterruptedException if the thread is interrupted
  RunResult run() throws InterruptedException {
    try {
      Files.createDirectories(folder);
      var measured = measured();
      return result(measured, AccessLog.sum(RunPrograms.accessLogs(planned.variant(), folder)));
    } catch (IOException e) {
      return result(Measured.failed(CommandRun.sentence(e)), ServerResult.NONE);
    } catch (CommandException e) {
      return result(Measured.failed(e.sentence()), ServerResult.NONE);
    }
  }

  private RunResult result(Measured measured, ServerResult server) {
    var verdict = verdict(measured, server);
    var crawls = measured.crawls();
    return new RunResult(
        planned.number(),
        planned.variant().number(),
        planned.repetition(),
        planned.variant().settings(),
        planned.seed(),
        started.toString(),
        verdict.outcome(),
        verdict.reason(),
        seconds(crawls),
        figures(crawls, server),
        server,
        measured.links(),
        measured.processes(),
        measured.machine(),
        planned.variant().hasRounds() ? rounds(crawls) : List.of(),
        measured.faults(),
        measured.commands());
  }

  private CrawlVerdict verdict(Measured measured, ServerResult server) {
    if (!measured.failure().isEmpty()) {
      return new CrawlVerdict(RunOutcome.FAILED, measured.failure());
    }
    for (var crawl : measured.crawls()) {
      var verdict =
          planned
              .variant()
              .crawl()
              .peer()
              .map(
                  peer ->
                      CrawlVerdict.ofPeer(
                          crawl.exitCode(), crawl.complaint(), peer.exitCodes(), server.pages()))
              .orElseGet(
                  () -> CrawlVerdict.of(crawl.exitCode(), crawl.complaint(), crawl.summary()));
      if (verdict.outcome() != RunOutcome.DONE) {
        return verdict;
      }
    }
    if (rounds(measured.crawls()).size() < planned.variant().crawl().rounds()) {
      return new CrawlVerdict(RunOutcome.PARTIAL, "The crawl ended before its last round.");
    }
    if (measured.faults().size() < planned.variant().faults().size()) {
      return new CrawlVerdict(
          RunOutcome.PARTIAL, "The crawl ended before every fault had happened.");
    }
    return LinkVerdict.of(measured.links(), planned.variant(), seconds(measured.crawls()));
  }

  private static List<RoundResult> rounds(List<EndedCrawl> crawls) {
    return crawls.stream().flatMap(crawl -> crawl.rounds().stream()).toList();
  }

  private static double seconds(List<EndedCrawl> crawls) {
    return crawls.stream().mapToDouble(EndedCrawl::seconds).sum();
  }

  private CrawlResult figures(List<EndedCrawl> crawls, ServerResult server) {
    if (planned.variant().crawl().peer().isPresent()) {
      return new CrawlResult(seconds(crawls), server.pages(), 0, 0, 0, 0);
    }
    var sums = crawls.stream().map(EndedCrawl::figures).reduce(CrawlResult.NONE, CrawlResult::plus);
    // A recrawl also has the findings of unchanged pages.
    return planned.variant().crawl().again() == Again.ANEW || crawls.isEmpty()
        ? sums
        : sums.withFindings(crawls.getLast().figures().findings());
  }

  private Measured measured() throws IOException, InterruptedException {
    var variant = planned.variant();
    int signers = variant.crawl().hasNewSigners() ? variant.crawl().rounds() : 1;
    var keys = RunKeys.make(signers, folder);
    try (var programs = RunPrograms.start(variant, emulator, sites, folder, keys.trusted())) {
      var links = LinkProbe.measureAll(programs.links());
      try (var sampler = ProcessSampler.start()) {
        programs.watch(sampler);
        var use = RunUse.start(sampler);
        var series = new CrawlSeries(experiment, variant, programs, use, changing(), keys, folder);
        return crawls(series, programs, links, use);
      }
    }
  }

  /// The sites whose pages change during the run.
  private List<ChangingSite> changing() {
    var changing = new ArrayList<ChangingSite>();
    for (int i = 0; i < sites.size(); i++) {
      if (planned.changes(i)
          && planned.variant().sites().get(i).description()
              instanceof SiteDescription.Generated made) {
        changing.add(new ChangingSite(made, planned.seed() + i, sites.get(i)));
      }
    }
    return changing;
  }

  private Measured crawls(
      CrawlSeries series, RunPrograms programs, List<LinkMeasurement> links, RunUse use)
      throws IOException, InterruptedException {
    var machine = MachineWatch.start();
    programs.links().forEach(EmulatedLink::begin);
    var ended = series.run();
    if (ended.isEmpty()) {
      return Measured.failed(
          "The crawl took longer than %s, the time-limit of the experiment."
              .formatted(Quantity.of(experiment.timeLimit())));
    }
    var processes = use.processes(series.faults());
    var machineUse = machine.use(processes);
    var crawls = series.withIdleMemory(ended.get());
    var commands = new ArrayList<>(programs.commands());
    commands.addAll(series.commands());
    return new Measured(
        "",
        crawls,
        LinkFigures.of(programs.links(), planned.variant().sites().size(), links),
        processes,
        machineUse,
        series.faults(),
        commands);
  }
}
