package dev.sojourn.lab.run;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.host.config.Quantity;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.Fault;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.link.LinkEmulator;
import dev.sojourn.lab.link.LinkMeasurement;
import dev.sojourn.lab.link.LinkProbe;
import dev.sojourn.lab.process.ProcessSampler;
import dev.sojourn.lab.process.ProcessStat;
import dev.sojourn.lab.result.CrawlResult;
import dev.sojourn.lab.result.FaultResult;
import dev.sojourn.lab.result.LinkResult;
import dev.sojourn.lab.result.MachineUse;
import dev.sojourn.lab.result.ProcessResult;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.ServerResult;
import dev.sojourn.lab.site.AccessLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One run: starts the servers behind their links, measures the link, crawls, and gathers the
/// figures. Whatever happens, all that it started has ended when it returns.
final class SingleRun {
  private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(5);

  // By then a daemon has given its idle workers up, which takes a minute, and collected its heap.
  private static final Duration TIME_TO_BE_IDLE = Duration.ofSeconds(100);

  private final Experiment experiment;
  private final PlannedRun planned;
  private final LinkEmulator emulator;
  private final List<Path> sites;
  private final Path folder;
  private final Instant started;

  /// Prepares a run.
  ///
  /// @param sites folders of the sites
  /// @param folder of the run, made where it is missing
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

  /// The figures that are known while the programs run.
  ///
  /// @param failure a sentence where a crawl did not end by itself; else empty
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
  /// @return its result, which may tell a failure
  /// @throws InterruptedException if it is given up
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
        planned.variant().hasRounds() ? crawls.stream().map(EndedCrawl::round).toList() : List.of(),
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
    if (measured.faults().size() < planned.variant().faults().size()) {
      return new CrawlVerdict(
          RunOutcome.PARTIAL, "The crawl ended before every fault had happened.");
    }
    return LinkVerdict.of(measured.links(), planned.variant(), seconds(measured.crawls()));
  }

  private static double seconds(List<EndedCrawl> crawls) {
    return crawls.stream().mapToDouble(EndedCrawl::seconds).sum();
  }

  private CrawlResult figures(List<EndedCrawl> crawls, ServerResult server) {
    if (planned.variant().crawl().peer().isPresent()) {
      return new CrawlResult(seconds(crawls), server.pages(), 0, 0, 0, 0);
    }
    return crawls.stream().map(EndedCrawl::figures).reduce(CrawlResult.NONE, CrawlResult::plus);
  }

  private Measured measured() throws IOException, InterruptedException {
    var key = folder.resolve("owner.key");
    var publicKey = folder.resolve("owner.jwk");
    var owner = SigningKey.generate(new SecureRandom());
    owner.write(key);
    Files.write(publicKey, owner.verifyKey().toJwk().toArray());
    var variant = planned.variant();
    try (var programs = RunPrograms.start(variant, emulator, sites, folder, publicKey)) {
      var links = LinkProbe.measureAll(programs.links());
      var starts = programs.starts(variant);
      try (var sampler = ProcessSampler.start()) {
        programs.watch(sampler);
        return crawls(programs, links, starts, key, sampler);
      }
    }
  }

  private Measured crawls(
      RunPrograms programs,
      List<LinkMeasurement> links,
      List<String> starts,
      Path key,
      ProcessSampler sampler)
      throws IOException, InterruptedException {
    var variant = planned.variant();
    var machine = MachineWatch.start();
    var self = ProcessStat.of(ProcessHandle.current().pid());
    var commands = new ArrayList<>(programs.commands());
    var ended = new ArrayList<EndedCrawl>();
    var faults = new ArrayList<FaultResult>();
    programs.links().forEach(EmulatedLink::begin);
    for (int number = 1; number <= variant.crawl().rounds(); number++) {
      var name = number == 1 ? "crawl" : "crawl-" + number;
      var command = CrawlerCommand.of(variant.crawl(), starts, key, folder.resolve(name));
      commands.add(command.typed());
      try (var round = new CrawlRound(programs, sampler, command, folder, name)) {
        var program = round.run(variant.faults(), experiment.timeLimit());
        double seconds = round.seconds();
        if (program.isEmpty()) {
          return tookTooLong();
        }
        faults.addAll(round.faults());
        boolean isLast = number == variant.crawl().rounds();
        long pages = CrawlLogPages.count(folder.resolve(name));
        ended.add(ended(program.get(), pages, seconds, round.faults(), memory(sampler, isLast)));
      }
    }
    var processes = processes(sampler, self, faults);
    return new Measured(
        "",
        ended,
        LinkFigures.of(programs.links(), variant.sites().size(), links),
        processes,
        machine.use(processes),
        faults,
        commands);
  }

  private Measured tookTooLong() {
    return Measured.failed(
        "The crawl took longer than %s, the time-limit of the experiment."
            .formatted(Quantity.of(experiment.timeLimit())));
  }

  private static EndedCrawl ended(
      CrawlProgram program, long pages, double seconds, List<FaultResult> faults, long hostMemory)
      throws IOException {
    var summary = program.summary();
    return new EndedCrawl(
        program.exitCode(),
        program.complaint(),
        summary,
        CrawlVerdict.figures(summary, pages, faults, seconds),
        seconds,
        hostMemory);
  }

  /// {@return resident memory of all hosts once they are idle; 0 where nobody asks}
  private long memory(ProcessSampler sampler, boolean isLast) throws InterruptedException {
    if (!planned.variant().hasRounds() || planned.variant().hosts().count() == 0) {
      return 0;
    }
    Thread.sleep(isLast ? TIME_TO_BE_IDLE : BETWEEN_ROUNDS);
    return sampler.residentBytes("host");
  }

  /// The crawling program is gone by now. What it used after the last sample is known of its
  /// parent: this process has waited for no other child meanwhile, but for hosts that it killed.
  private static List<ProcessResult> processes(
      ProcessSampler sampler, Optional<ProcessStat> before, List<FaultResult> faults) {
    var now = ProcessStat.of(ProcessHandle.current().pid());
    boolean areHostsKilled =
        faults.stream().anyMatch(fault -> !fault.kill().equals(Fault.DISPATCHER));
    double ofDispatcher =
        areHostsKilled
            ? 0
            : difference(before.map(ProcessStat::ofEnded), now.map(ProcessStat::ofEnded));
    var results = new ArrayList<ProcessResult>();
    for (var sampled : sampler.results()) {
      results.add(
          sampled.role().equals("dispatcher") || sampled.role().equals("crawler")
              ? new ProcessResult(
                  sampled.role(),
                  Math.max(sampled.cpuSeconds(), ofDispatcher),
                  sampled.peakMemoryBytes())
              : sampled);
    }
    double own = difference(before.map(ProcessStat::own), now.map(ProcessStat::own));
    results.add(new ProcessResult("lab", own, 0));
    return results;
  }

  private static double difference(Optional<Duration> before, Optional<Duration> after) {
    return after.orElse(Duration.ZERO).minus(before.orElse(Duration.ZERO)).toMillis() / 1e3;
  }
}
