package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.Scope;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.plan.RouteCheck;
import dev.sojourn.fetch.site.FetchLimits;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.HttpSettings;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.robots.fetch.SiteRules.Standing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The rules of one site as its robots.txt, its server and the time of day change.
@Timeout(60)
class FreshRulesTest {
  private static final String HOST = "atp://127.0.0.1:10434";
  private static final String RULES =
      "User-agent: *\nDisallow: /private\nMobile-agent-server: / " + HOST + "\n";

  @TempDir Path directory;

  private final SettableClock clock = new SettableClock();
  private final HttpFetcher http =
      HttpFetcher.open(HttpSettings.standard("Sojourn/0.1", FetchLimits.DEFAULT));
  private final RobotsFetcher fetcher = new RobotsFetcher(http, clock);
  private final List<String> notes = new ArrayList<>();
  private ChangingSite site;
  private CrawlStore store;

  @BeforeEach
  void open() throws IOException {
    site = new ChangingSite(RULES);
    store = CrawlStore.open(directory.resolve("crawl.db"));
  }

  @AfterEach
  void close() throws IOException {
    site.close();
    store.close();
    http.close();
  }

  /// The rules of the site in a program that begins now.
  private FreshRules begun() {
    var settings = TestSettings.withPatience(CrawlSettings.defaults(), Duration.ofMillis(1));
    var progress = new Progress(CrawlListener.SILENT, new LiveCounts());
    return new FreshRules(
        0,
        site.origin(),
        new RobotsReading(fetcher, settings, progress, clock),
        store.rules(),
        clock,
        new FreshRules.Outlet(notes::add, e -> notes.add(e.getMessage())));
  }

  private boolean isAllowed(FreshRules rules, String path) throws Exception {
    return rules.now().allows("Sojourn", site.origin() + path);
  }

  private Optional<String> objection(FreshRules rules) throws Exception {
    var scope = Scope.site(site.origin());
    var task =
        new VisitTask(
            "k0t0v0",
            new CrawlTerritory(0, scope, new Place.Host(HOST)),
            new Place.Host(HOST),
            0,
            List.of(site.origin() + "/"),
            "",
            new Allowance(10, 1_000, 10, 60));
    return new RouteCheck(new Reach(false), "Sojourn")
        .objection(task, HOST, rules.forDispatch(), Destinations.ANY);
  }

  @Test
  void aFileIsReadAgainWhenADayHasPassedAndNotBefore() throws Exception {
    var rules = begun();
    assertThat(isAllowed(rules, "/x")).isTrue();
    clock.passes(Duration.ofHours(23));
    site.robots("User-agent: *\nDisallow: /\n");
    assertThat(isAllowed(rules, "/x")).isTrue();
    clock.passes(Duration.ofHours(1));
    assertThat(isAllowed(rules, "/x")).isFalse();
    assertThat(site.asked).hasSize(2);
  }

  @Test
  void theFileOfThePlanDecidesWithoutASecondReading() throws Exception {
    var rules = begun();
    assertThat(rules.forPlan().kind()).isEqualTo(RobotsOutcome.Kind.READ);
    assertThat(isAllowed(rules, "/x")).isTrue();
    assertThat(isAllowed(rules, "/private")).isFalse();
    assertThat(objection(rules)).isEmpty();
    assertThat(site.asked).hasSize(1);
  }

  @Test
  void aSiteThatCannotBeReachedForThePlanIsAskedAgain() throws Exception {
    site.robotsFailWith(503);
    var rules = begun();
    assertThat(rules.forPlan().kind()).isEqualTo(RobotsOutcome.Kind.UNREACHABLE);
    assertThat(store.rules().of(0)).isEmpty();
    site.robotsFailWith(0);
    assertThat(rules.forPlan().kind()).isEqualTo(RobotsOutcome.Kind.READ);
    assertThat(store.rules().of(0)).isPresent();
  }

  @Test
  void aShorterTimeOfHttpCounts() throws Exception {
    site.cacheControl("public, max-age=600");
    var rules = begun();
    rules.now();
    clock.passes(Duration.ofSeconds(599));
    rules.now();
    assertThat(site.asked).hasSize(1);
    clock.passes(Duration.ofSeconds(1));
    rules.now();
    assertThat(site.asked).hasSize(2);
  }

  @Test
  void aFileThatMustNotBeKeptIsReadOnceAMinuteAndNotForEachPage() throws Exception {
    site.cacheControl("no-store");
    var rules = begun();
    rules.now();
    rules.now();
    assertThat(site.asked).hasSize(1);
    clock.passes(Duration.ofMinutes(1));
    rules.now();
    assertThat(site.asked).hasSize(2);
  }

  @Test
  void validatorsBringA304AndNoBodyAlsoToTheNextProgram() throws Exception {
    assertThat(isAllowed(begun(), "/private")).isFalse();
    var next = begun();
    assertThat(isAllowed(next, "/private")).isFalse();
    assertThat(objection(next)).isEmpty();
    assertThat(site.asked).containsExactly("200 /robots.txt", "304 /robots.txt");
  }

  @Test
  void staleRulesAllowAccessAndSendNoAgent() throws Exception {
    var rules = begun();
    assertThat(objection(rules)).isEmpty();
    site.robotsFailWith(503);
    clock.passes(Duration.ofHours(25));
    assertThat(isAllowed(rules, "/x")).isTrue();
    assertThat(isAllowed(rules, "/private")).isFalse();
    assertThat(objection(rules).orElseThrow())
        .contains("could not be read again")
        .contains("503")
        .contains(HOST);
    assertThat(notes).singleElement().asString().contains("the last copy decides");
    site.robotsFailWith(0);
    clock.passes(Duration.ofMinutes(10));
    assertThat(objection(rules)).isEmpty();
  }

  @Test
  void theTimeOfSilenceOutlastsTheProgram() throws Exception {
    begun().now();
    site.robotsFailWith(503);
    var began = clock.instant();
    assertThat(begun().forDispatch().unreachableSince()).contains(began);
    clock.passes(Duration.ofDays(31));
    var present = begun().forDispatch();
    assertThat(present.standing()).isEqualTo(Standing.STALE);
    assertThat(present.unreachableSince()).contains(began);
  }

  @Test
  void aSiteWithoutACopyThatCannotBeReachedEndsTheVisit() throws Exception {
    site.robotsFailWith(404);
    var rules = begun();
    assertThat(isAllowed(rules, "/private")).isTrue();
    site.robotsFailWith(503);
    clock.passes(Duration.ofHours(25));
    assertThatThrownBy(rules::now)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("robots.txt could not be read again")
        .hasMessageContaining("503");
  }

  @Test
  void anAgentGoesOnlyWhereAllOfItsTerritoryIsRouted() throws Exception {
    var rules = begun();
    assertThat(objection(rules)).isEmpty();
    changed(RULES + "Mobile-agent-server: /deep/ none\n");
    assertThat(objection(rules))
        .contains(
            "%s/robots.txt no longer names %s for /deep/, but none (line 4)."
                .formatted(site.origin(), HOST));
    changed("User-agent: *\nDisallow: /\nMobile-agent-server: / " + HOST + "\n");
    assertThat(objection(rules).orElseThrow()).contains("no longer allows Sojourn");
    changed("User-agent: *\nDisallow:\n");
    assertThat(objection(rules).orElseThrow()).endsWith("no longer names " + HOST + " for /.");
  }

  private void changed(String robots) {
    site.robots(robots);
    clock.passes(Duration.ofHours(25));
  }
}
