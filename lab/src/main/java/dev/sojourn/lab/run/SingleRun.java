package dev.sojourn.lab.run;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.host.config.Quantity;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.link.EmulatedLink;
import dev.sojourn.lab.link.LinkEmulator;
import dev.sojourn.lab.link.LinkMeasurement;
import dev.sojourn.lab.link.LinkProbe;
import dev.sojourn.lab.link.Outage;
import dev.sojourn.lab.process.ProcessSampler;
import dev.sojourn.lab.process.ProcessStat;
import dev.sojourn.lab.result.CrawlResult;
import dev.sojourn.lab.result.LinkResult;
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
  private final Experiment experiment;
  private final PlannedRun planned;
  private final LinkEmulator emulator;
  private final Path site;
  private final Path folder;
  private final Instant started;

  /// Prepares a run.
  ///
  /// @param site folder of the site
  /// @param folder of the run, made where it is missing
  /// @param now the time
  SingleRun(
      Experiment experiment,
      PlannedRun planned,
      LinkEmulator emulator,
      Path site,
      Path folder,
      Instant now) {
    this.started = now.truncatedTo(ChronoUnit.MILLIS);
    this.experiment = experiment;
    this.planned = planned;
    this.emulator = emulator;
    this.site = site;
    this.folder = folder;
  }

  /// The figures that are known while the programs run.
  private record Measured(
      CrawlVerdict verdict,
      double wallSeconds,
      CrawlResult crawl,
      List<LinkResult> links,
      List<ProcessResult> processes,
      List<String> commands) {
    static Measured failed(String reason) {
      var verdict = new CrawlVerdict(RunOutcome.FAILED, reason);
      return new Measured(verdict, 0, CrawlResult.NONE, List.of(), List.of(), List.of());
    }
  }

  /// Makes the run.
  ///
  /// @return its result, which may tell a failure
  /// @throws InterruptedException if it is given up
  RunResult run() throws InterruptedException {
    try {
      Files.createDirectories(folder);
      return result(measured(), AccessLog.sum(folder.resolve("access.log")));
    } catch (IOException e) {
      return result(Measured.failed(CommandRun.sentence(e)), ServerResult.NONE);
    } catch (CommandException e) {
      return result(Measured.failed(e.sentence()), ServerResult.NONE);
    }
  }

  private RunResult result(Measured measured, ServerResult server) {
    return new RunResult(
        planned.number(),
        planned.variant().number(),
        planned.repetition(),
        planned.variant().settings(),
        experiment.seed(),
        started.toString(),
        measured.verdict().outcome(),
        measured.verdict().reason(),
        measured.wallSeconds(),
        measured.crawl(),
        server,
        measured.links(),
        measured.processes(),
        measured.commands());
  }

  private Measured measured() throws IOException, InterruptedException {
    var key = folder.resolve("owner.key");
    var publicKey = folder.resolve("owner.jwk");
    var owner = SigningKey.generate(new SecureRandom());
    owner.write(key);
    Files.write(publicKey, owner.verifyKey().toJwk().toArray());
    var variant = planned.variant();
    try (var programs = RunPrograms.start(variant, emulator, site, folder, publicKey)) {
      var link = LinkProbe.measure(emulator, variant.link());
      var start = programs.origin() + variant.site().start();
      var command = CrawlProgram.command(variant.crawl(), start, key, folder.resolve("crawl"));
      try (var sampler = ProcessSampler.start()) {
        programs.watch(sampler);
        return crawl(programs, link, command, sampler);
      }
    }
  }

  private Measured crawl(
      RunPrograms programs, LinkMeasurement link, List<String> command, ProcessSampler sampler)
      throws IOException, InterruptedException {
    var self = ProcessStat.of(ProcessHandle.current().pid());
    programs.links().forEach(EmulatedLink::begin);
    long begun = System.nanoTime();
    try (var crawl = CrawlProgram.start(command, folder)) {
      sampler.watchFromBegin("dispatcher", crawl.pid());
      boolean hasEnded = crawl.waitFor(experiment.timeLimit());
      double seconds = (System.nanoTime() - begun) / 1e9;
      if (!hasEnded) {
        return Measured.failed(
            "The crawl took longer than %s, the time-limit of the experiment."
                .formatted(text(experiment.timeLimit())));
      }
      var summary = crawl.summary();
      var commands = new ArrayList<>(programs.commands());
      commands.add(CrawlProgram.typed(command));
      return new Measured(
          CrawlVerdict.of(crawl.exitCode(), crawl.complaint(), summary),
          seconds,
          CrawlVerdict.figures(summary),
          links(programs, link),
          processes(sampler, self),
          commands);
    }
  }

  private static String text(Duration time) {
    return Quantity.of(time);
  }

  private static List<LinkResult> links(RunPrograms programs, LinkMeasurement measured) {
    var results = new ArrayList<LinkResult>();
    for (var link : programs.links()) {
      var totals = link.totals();
      results.add(
          new LinkResult(
              results.isEmpty() ? "web server" : "host " + results.size(),
              link.settings().delay().toNanos() / 1e6,
              (double) link.settings().bitsPerSecond(),
              link.settings().outages().stream()
                      .map(Outage::length)
                      .reduce(Duration.ZERO, Duration::plus)
                      .toMillis()
                  / 1e3,
              totals.connections(),
              totals.bytesToServer(),
              totals.bytesFromServer(),
              measured.delayMillis(),
              measured.connectMillis(),
              measured.bitsPerSecond(),
              totals.lateMeanMillis(),
              totals.lateMaxMillis()));
    }
    return results;
  }

  /// The dispatcher is gone by now. What it used after the last sample is known of its parent: this
  /// process has waited for no other child meanwhile.
  private static List<ProcessResult> processes(
      ProcessSampler sampler, Optional<ProcessStat> before) {
    var now = ProcessStat.of(ProcessHandle.current().pid());
    double ofDispatcher =
        difference(before.map(ProcessStat::ofEnded), now.map(ProcessStat::ofEnded));
    var results = new ArrayList<ProcessResult>();
    for (var sampled : sampler.results()) {
      results.add(
          sampled.role().equals("dispatcher")
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
