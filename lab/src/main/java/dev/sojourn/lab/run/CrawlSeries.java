package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.CrawlDescription.Again;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.result.ChangeCounts;
import dev.sojourn.lab.result.FaultResult;
import dev.sojourn.lab.result.RoundResult;
import dev.sojourn.lab.run.RunPrograms.Traffic;
import dev.sojourn.lab.run.RunUse.Sides;
import dev.sojourn.lab.site.ChangingSite;
import dev.sojourn.lab.site.CrawlLogPages;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The crawls of a run, one after the other. They are new crawls, recrawls of what changed, or one
/// crawl whose agents stay. The time of the sites advances between them.
final class CrawlSeries {
  private static final String NAME = "crawl";

  /// The site's last work for a crawl, for example a worker in reserve, counts for that crawl.
  private static final Duration TIME_TO_SETTLE = Duration.ofSeconds(2);

  private static final Duration BETWEEN_ROUNDS = Duration.ofSeconds(3);

  // After this time a daemon has ended its idle workers, which takes a minute, and collected its
  // heap.
  private static final Duration TIME_TO_BE_IDLE = Duration.ofSeconds(98);

  /// The time within which an interrupted crawl writes its files.
  private static final Duration TIME_TO_STOP = Duration.ofSeconds(40);

  private final Variant variant;
  private final Duration limit;
  private final boolean isIdleMeasured;
  private final RunPrograms programs;
  private final List<ChangingSite> sites;
  private final RunUse use;
  private final RunKeys keys;
  private final Path folder;
  private final List<String> starts;
  private final List<String> commands = new ArrayList<>();
  private final List<FaultResult> faults = new ArrayList<>();

  /// Prepares the crawls.
  ///
  /// @param programs the servers, which listen already
  /// @param sites the sites whose pages change
  /// @param use the processor time of the run
  /// @param keys that sign agents
  /// @param folder the folder of the run
  CrawlSeries(
      Experiment experiment,
      Variant variant,
      RunPrograms programs,
      RunUse use,
      List<ChangingSite> sites,
      RunKeys keys,
      Path folder) {
    this.variant = variant;
    this.limit = experiment.timeLimit();
    this.isIdleMeasured = variant.hasIdleHosts() && experiment.measuresIdleHosts();
    this.programs = programs;
    this.use = use;
    this.sites = List.copyOf(sites);
    this.keys = keys;
    this.folder = folder;
    this.starts = programs.starts(variant);
  }

  /// {@return the commands that were run}
  List<String> commands() {
    return commands;
  }

  /// {@return the faults that were caused so far}
  List<FaultResult> faults() {
    return faults;
  }

  /// Runs the crawls.
  ///
  /// @return the ended crawls; empty if one took too long
  Optional<List<EndedCrawl>> run() throws IOException, InterruptedException {
    boolean isFollowing = variant.crawl().again() == Again.FOLLOW && variant.crawl().rounds() > 1;
    return isFollowing ? follow().map(List::of) : rounds();
  }

  private Optional<List<EndedCrawl>> rounds() throws IOException, InterruptedException {
    var ended = new ArrayList<EndedCrawl>();
    for (int number = 1; number <= variant.crawl().rounds(); number++) {
      var name = number == 1 ? NAME : NAME + "-" + number;
      var command = command(number, name);
      commands.add(command.typed());
      var changes = changes(number);
      var before = programs.traffic(variant);
      var usedBefore = use.sides(faults);
      try (var round = round(command, name)) {
        var program = round.run(variant.faults(), limit);
        double seconds = round.seconds();
        if (program.isEmpty()) {
          return Optional.empty();
        }
        faults.addAll(round.faults());
        Thread.sleep(TIME_TO_SETTLE);
        long pages = CrawlLogPages.count(command.out());
        var traffic = programs.traffic(variant).minus(before);
        var used = use.sides(faults).minus(usedBefore);
        var result = result(seconds, pages, traffic, changes, used);
        ended.add(ended(program.get(), pages, seconds, round.faults(), List.of(result)));
      }
      if (isIdleMeasured && number < variant.crawl().rounds()) {
        Thread.sleep(BETWEEN_ROUNDS);
        var crawl = ended.removeLast();
        ended.add(crawl.withHostMemory(use.sampler().residentBytes("host")));
      }
    }
    return Optional.of(ended);
  }

  private CrawlerCommand command(int number, String name) {
    boolean isAgain = number > 1 && variant.crawl().again() == Again.RECRAWL;
    var key = keys.ofRound(number);
    return isAgain
        ? CrawlerCommand.recrawl(variant.crawl(), key, folder.resolve(NAME))
        : CrawlerCommand.of(variant.crawl(), starts, key, folder.resolve(name));
  }

  private CrawlRound round(CrawlerCommand command, String name) {
    var processors = variant.processors().crawler();
    return new CrawlRound(programs, use.sampler(), command, processors, folder, name);
  }

  /// Waits until the hosts are idle, if that is measured, and notes their memory.
  ///
  /// @param ended the ended crawls
  /// @return the same crawls with that memory
  List<EndedCrawl> withIdleMemory(List<EndedCrawl> ended) throws InterruptedException {
    if (!isIdleMeasured) {
      return ended;
    }
    Thread.sleep(TIME_TO_BE_IDLE);
    var all = new ArrayList<>(ended);
    all.add(all.removeLast().withHostMemory(use.sampler().residentBytes("host")));
    return all;
  }

  private static RoundResult result(
      double seconds, long pages, Traffic traffic, ChangeCounts changes, Sides used) {
    return new RoundResult(
        seconds,
        pages,
        0,
        traffic.bytes(),
        traffic.requests(),
        changes,
        used.site(),
        used.crawler());
  }

  /// Changes the sites before a round, and returns the changes.
  private ChangeCounts changes(int round) throws IOException {
    var changes = ChangeCounts.NONE;
    for (var site : sites) {
      changes = changes.plus(site.moveTo(variant.crawl().every().multipliedBy(round - 1L)));
    }
    return changes;
  }

  private static EndedCrawl ended(
      CrawlProgram program,
      long pages,
      double seconds,
      List<FaultResult> faults,
      List<RoundResult> rounds)
      throws IOException {
    var summary = program.summary();
    return new EndedCrawl(
        program.exitCode(),
        program.complaint(),
        summary,
        CrawlVerdict.figures(summary, pages, faults, seconds),
        seconds,
        rounds);
  }

  private Optional<EndedCrawl> follow() throws IOException, InterruptedException {
    var command = command(1, NAME).follow();
    commands.add(command.typed());
    var before = programs.traffic(variant);
    var usedBefore = use.sides(faults);
    try (var round = round(command, NAME)) {
      var program = round.begin();
      var followed = new FollowedCrawl(program, limit);
      boolean isAway = !followed.awaitStay();
      var rounds = new ArrayList<RoundResult>();
      long pages = CrawlLogPages.count(command.out());
      var traffic = programs.traffic(variant).minus(before);
      var used = use.sides(faults).minus(usedBefore);
      rounds.add(result(round.seconds(), pages, traffic, ChangeCounts.NONE, used));
      for (int number = 2; number <= variant.crawl().rounds() && !isAway; number++) {
        var reported = reported(followed, number);
        isAway = reported.isEmpty();
        reported.ifPresent(rounds::add);
      }
      boolean isTooLong = isAway && program.isAlive();
      if (isTooLong || !program.interrupt(TIME_TO_STOP)) {
        return Optional.empty();
      }
      return Optional.of(
          ended(program, CrawlLogPages.count(command.out()), round.seconds(), List.of(), rounds));
    }
  }

  /// Changes the sites, and waits until the crawl has reported the changes.
  private Optional<RoundResult> reported(FollowedCrawl followed, int number)
      throws IOException, InterruptedException {
    var before = programs.traffic(variant);
    var usedBefore = use.sides(faults);
    long earlier = followed.reported();
    long begun = System.nanoTime();
    var changes = changes(number);
    long at = changes.sum() == 0 ? begun : followed.awaitReported(earlier + changes.sum());
    double seconds = (at - begun) / 1e9;
    return at == 0
        ? Optional.empty()
        : Optional.of(
            result(
                seconds,
                followed.reported() - earlier,
                programs.traffic(variant).minus(before),
                changes,
                use.sides(faults).minus(usedBefore)));
  }
}
