package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.Command;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Ending;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.crawl.local.SiteContext;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.fetch.site.FetchLimits;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.HttpSettings;
import dev.sojourn.fetch.site.RobotsFetcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Faults of this program at one site, and what becomes of the others.
class CommandFaultsTest {
  private static final String SITE = "http://site.example";
  private static final String HOST = "atp://host.example:10434";
  private static final String STACK =
      "It failed by a fault of this program: java.lang.StackOverflowError.";

  @TempDir Path directory;

  private final List<Event> recorded = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();
  private final List<IOException> failures = new ArrayList<>();
  private final CommandFaults faults = new CommandFaults(this::record, failures::add);
  private final HttpFetcher http =
      HttpFetcher.open(HttpSettings.standard("Sojourn/0.1", FetchLimits.DEFAULT));
  private CrawlStore store;
  private SiteContext site;

  @BeforeEach
  void open() throws IOException {
    store = CrawlStore.open(directory.resolve("crawl.db"));
    var progress = new Progress(CrawlListener.SILENT, new LiveCounts());
    var reading =
        new RobotsReading(
            new RobotsFetcher(http, InstantSource.system()),
            CrawlSettings.defaults(),
            progress,
            InstantSource.system());
    var rules =
        new FreshRules(
            0,
            SITE,
            reading,
            store.rules(),
            InstantSource.system(),
            new FreshRules.Outlet(_ -> {}, _ -> {}));
    var terms = new CrawlTerms(SITE, "k0", new Allowance(1, 1, 1, 1), 1, 2, 1);
    site = new SiteContext(0, terms, "Sojourn", rules, _ -> true);
  }

  private void record(SiteView at, Event event, String reason) {
    recorded.add(event);
    reasons.add(reason);
  }

  @AfterEach
  void close() throws IOException {
    store.close();
    http.close();
  }

  private static VisitTask task(Place place) {
    return new VisitTask(
        "k0t0v0",
        new CrawlTerritory(0, Scope.site(SITE), place),
        place,
        0,
        List.of(),
        "",
        new Allowance(1, 1, 1, 1));
  }

  private void overflows(Command command) {
    faults.contain(site, command, new StackOverflowError());
  }

  @Test
  void anErrorAtOneSiteEndsWhatWasBegunThereAndNoOtherSite() {
    overflows(new Command.ReadRobots(SITE));
    overflows(new Command.Dispatch(task(new Place.Host(HOST)), 1));
    overflows(new Command.Follow(task(new Place.Host(HOST)), HOST));
    overflows(new Command.VisitAtHome(task(new Place.Home())));
    overflows(new Command.FetchHome("k0t0v0", HOST, 2));
    overflows(new Command.Dispose("k0t0v0", HOST, true));
    overflows(new Command.Hold("k0t0v0", 1));
    overflows(new Command.Pause("k0t0v0", 1));
    assertThat(failures).isEmpty();
    assertThat(recorded)
        .containsExactly(
            new Event.SiteUnreachable(),
            new Event.Refused("k0t0v0", STACK),
            new Event.Lost("k0t0v0", STACK, Tally.NONE),
            new Event.Ended("k0t0v0", new Ending.Failed(STACK), Tally.NONE),
            new Event.FetchFailed("k0t0v0", 2, true, STACK),
            new Event.Disposed("k0t0v0"),
            new Event.HoldOver("k0t0v0"),
            new Event.RetryDue("k0t0v0", 1));
    assertThat(reasons).containsOnly(STACK);
  }

  @Test
  void aSiteThatTakesAllMemoryIsReportedWhatToDo() {
    faults.contain(
        site,
        new Command.VisitAtHome(task(new Place.Home())),
        new OutOfMemoryError("Java heap space"));
    assertThat(failures).isEmpty();
    assertThat(recorded)
        .singleElement()
        .isInstanceOfSatisfying(
            Event.Ended.class,
            ended -> assertThat(ended.ending().reason()).contains("-Xmx4g").contains("--resume"));
  }

  @Test
  void aStoreThatKeepsNothingEndsTheCrawl() {
    faults.contain(site, new Command.ReadRobots(SITE), new IOException("disk full"));
    assertThat(recorded).isEmpty();
    assertThat(failures).singleElement().satisfies(e -> assertThat(e).hasMessage("disk full"));
  }

  @Test
  void aStoreThatFailsInTheMiddleOfAVisitEndsTheCrawl() {
    var disk = new UncheckedIOException(new IOException("disk full"));
    faults.contain(site, new Command.VisitAtHome(task(new Place.Home())), disk);
    assertThat(recorded).isEmpty();
    assertThat(failures).singleElement().satisfies(e -> assertThat(e).hasCause(disk));
  }

  @Test
  void whatGoesFromOneSiteToOthersIsNotDropped() {
    overflows(new Command.Forward(0, List.of("http://other.example/")));
    assertThat(recorded).isEmpty();
    assertThat(failures).hasSize(1);
  }

  @Test
  void anEventThatCannotBeRecordedEndsTheCrawl() {
    var other =
        new CommandFaults(
            (_, _, _) -> {
              throw new OutOfMemoryError("again");
            },
            failures::add);
    other.contain(site, new Command.ReadRobots(SITE), new IllegalStateException());
    assertThat(failures).hasSize(1);
  }
}
