package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Crawls of small random worlds, with `-Drounds=4` thousands of them; a failing one is named by
/// its seed.
class SiteMachineSimulationTest {
  private static final int RUNS = 500 * Integer.getInteger("rounds", 1);
  private static final int MAX_TICKS = 20_000;

  @Test
  void findsEveryPageOnceWhateverGoesWrong() {
    int withLoss = 0;
    for (int seed = 0; seed < RUNS; seed++) {
      var crawl = run(seed, 1_000, 1.0);
      var counted = counted(crawl);
      assertThat(new TreeSet<>(counted)).as("seed %d", seed).isEqualTo(crawl.world.reachable());
      assertThat(counted).as("seed %d", seed).doesNotHaveDuplicates();
      withLoss += crawl.states.values().stream().anyMatch(s -> !s.superseded().isEmpty()) ? 1 : 0;
    }
    assertThat(withLoss).isGreaterThan(RUNS / 10);
  }

  @Test
  void visitsNoTerritoryTwiceWhenNothingGoesWrong() {
    for (int seed = 0; seed < RUNS / 4; seed++) {
      var crawl = run(seed, 1_000, 0.0);
      var all = allFindings(crawl, _ -> true);
      assertThat(all).as("seed %d", seed).doesNotHaveDuplicates();
      assertThat(new TreeSet<>(all)).as("seed %d", seed).isEqualTo(crawl.world.reachable());
      assertThat(crawl.states.values())
          .allSatisfy(s -> assertThat(s.superseded()).isEmpty())
          .allSatisfy(
              s -> assertThat(s.territories()).allSatisfy(t -> assertThat(t.fellBack()).isEmpty()));
    }
  }

  @Test
  void keepsEveryBudget() {
    for (int seed = 0; seed < RUNS / 4; seed++) {
      var crawl = run(seed, 1 + seed % 5, 1.0);
      for (var state : crawl.states.values()) {
        for (var territory : state.territories()) {
          assertThat(territory.tally().pages())
              .as("seed %d", seed)
              .isLessThanOrEqualTo(1 + seed % 5);
          assertThat(territory.visits()).hasSizeLessThanOrEqualTo(state.terms().maxVisits() + 1);
        }
      }
      assertThat(crawl.world.reachable()).as("seed %d", seed).containsAll(counted(crawl));
    }
  }

  /// A visit that a limit stopped goes on from its state: no page is read again unless a visit was
  /// lost.
  @Test
  void findsTheRestWhenTheLimitIsRaised() {
    int stopped = 0;
    for (int seed = 0; seed < RUNS / 2; seed++) {
      var crawl = run(seed, 1 + seed % 5, seed % 2);
      stopped += counted(crawl).size() < crawl.world.reachable().size() ? 1 : 0;
      crawl.raise(1_000);
      finish(crawl, seed);
      var counted = counted(crawl);
      assertThat(new TreeSet<>(counted)).as("seed %d", seed).isEqualTo(crawl.world.reachable());
      assertThat(counted).as("seed %d", seed).doesNotHaveDuplicates();
    }
    assertThat(stopped).isGreaterThan(RUNS / 10);
  }

  /// With holds that are over at once there is a way home and back as soon as a URL turns up.
  @Test
  void holdingAgentsBackSavesWaysAndLosesNoPage() {
    int held = 0;
    int sentAtOnce = 0;
    for (int seed = 0; seed < RUNS / 4; seed++) {
      var patient = run(seed, 1_000, 0.0, 0.0);
      assertThat(new TreeSet<>(counted(patient)))
          .as("seed %d", seed)
          .isEqualTo(patient.world.reachable());
      held += sends(patient);
      sentAtOnce += sends(run(seed, 1_000, 0.0, 1.0));
    }
    assertThat(held).isLessThan(sentAtOnce);
  }

  /// No timer ever helps, and still nobody waits for somebody who waits for him.
  @Test
  void endsWithoutATimerWhateverGoesWrong() {
    for (int seed = 0; seed < RUNS / 4; seed++) {
      var crawl = run(seed, 1_000, 1.0, 0.0);
      assertThat(new TreeSet<>(counted(crawl)))
          .as("seed %d", seed)
          .isEqualTo(crawl.world.reachable());
    }
  }

  /// If the hosts still go by the old file, every page that both files allow is found.
  @Test
  void fetchesNothingThatBecameDisallowedAfterTheChangeWasRead() {
    int fetched = 0;
    int withdrawn = 0;
    for (int seed = 0; seed < RUNS / 2; seed++) {
      var random = new SplittableRandom(seed);
      var crawl = new SimulatedCrawl(random, 1_000, seed % 3 == 0 ? 0.0 : 1.0);
      crawl.changesAt = random.nextInt(60);
      crawl.doHostsReadToo = seed % 2 == 0;
      finish(crawl, seed);
      assertThat(crawl.fetchedAfterChange)
          .as("seed %d", seed)
          .allMatch(url -> SimulatedWorld.isAllowed(SimulatedWorld.CHANGED_RULES, url));
      assertThat(crawl.sentAfterChange)
          .as("seed %d", seed)
          .allMatch(task -> task.place().equals(new Place.Host("atp://root")))
          .allMatch(task -> task.territory().number() == 0);
      var counted = counted(crawl);
      assertThat(counted).as("seed %d", seed).doesNotHaveDuplicates();
      assertThat(crawl.world.reachable()).as("seed %d", seed).containsAll(counted);
      if (!crawl.doHostsReadToo) {
        assertThat(counted)
            .as("seed %d", seed)
            .containsAll(crawl.world.reachable(SimulatedWorld.CHANGED_RULES));
      }
      fetched += crawl.fetchedAfterChange.size();
      withdrawn += withdrawn(crawl);
    }
    assertThat(fetched).isGreaterThan(RUNS / 10);
    assertThat(withdrawn).isGreaterThan(RUNS / 10);
  }

  /// Despite all crashes in between, the time of an agent at such a host is over at last.
  @Test
  void aHostThatLetsAgentsWaitForEverIsGivenUpAndNoPageIsLost() {
    int givenUp = 0;
    for (int seed = 0; seed < RUNS / 2; seed++) {
      var crawl = new SimulatedCrawl(new SplittableRandom(seed), 1_000, seed % 2);
      crawl.hosts.values().forEach(host -> host.stalls = true);
      finish(crawl, seed);
      var counted = counted(crawl);
      assertThat(new TreeSet<>(counted)).as("seed %d", seed).isEqualTo(crawl.world.reachable());
      assertThat(counted).as("seed %d", seed).doesNotHaveDuplicates();
      var waited = waited(crawl);
      givenUp += waited.isEmpty() ? 0 : 1;
      assertThat(waited).as("seed %d", seed).allMatch(t -> t.fellBack().equals(waitedReason(t)));
      int agents =
          (int)
              crawl.states.values().stream()
                  .flatMap(s -> s.territories().stream())
                  .flatMap(t -> t.visits().stream())
                  .filter(v -> v.place() instanceof Place.Host)
                  .count();
      // One more for each crash: the last of them was not written down as lost.
      assertThat(crawl.stalls)
          .as("seed %d", seed)
          .isLessThanOrEqualTo(agents * (SimulatedCrawl.MAX_WAIT + 1) + 10 * crawl.crashes);
    }
    assertThat(givenUp).isGreaterThan(RUNS / 10);
  }

  @Test
  void pagesThatOnlyASitemapNamesAreFoundOnceWhateverGoesWrong() {
    int more = 0;
    for (int seed = 0; seed < RUNS / 2; seed++) {
      var random = new SplittableRandom(seed);
      var crawl = new SimulatedCrawl(random, 1_000, seed % 2);
      int linked = crawl.world.reachable().size();
      crawl.world.listPages(random);
      crawl.isPartitioned = seed % 3 == 0;
      finish(crawl, seed);
      var counted = counted(crawl);
      assertThat(new TreeSet<>(counted)).as("seed %d", seed).isEqualTo(crawl.world.reachable());
      assertThat(counted).as("seed %d", seed).doesNotHaveDuplicates();
      more += counted.size() - linked;
    }
    assertThat(more).isGreaterThan(RUNS / 2);
  }

  /// A territory in parts, all of them together within its limit, finds what it finds as a whole.
  @Test
  void partsFindWhatTheWholeTerritoryFinds() {
    int visited = 0;
    for (int seed = 0; seed < RUNS / 4; seed++) {
      var crawl = partitioned(seed, 1_000, seed % 2, false);
      var counted = counted(crawl);
      assertThat(new TreeSet<>(counted)).as("seed %d", seed).isEqualTo(crawl.world.reachable());
      assertThat(counted).as("seed %d", seed).doesNotHaveDuplicates();
      visited += crawl.visited;
    }
    assertThat(visited).isGreaterThan(RUNS / 50);
  }

  @Test
  void partsTogetherSpendNoMoreThanTheTerritoryMayAndNoLess() {
    assertThat(full(false)).isGreaterThan(RUNS / 100);
  }

  /// A visit is stopped at the pages that it asked for, and its tally has those that it found.
  @Test
  void partsThatAskForPagesThatAreGoneSpendNoLessThanTheTerritoryMay() {
    assertThat(full(true)).isGreaterThan(RUNS / 200);
  }

  private static int full(boolean arePagesGone) {
    int full = 0;
    for (int seed = 0; seed < RUNS / 4; seed++) {
      long limit = 3 + seed % 4;
      var crawl = partitioned(seed, limit, seed % 2, arePagesGone);
      for (var state : crawl.states.values()) {
        var parts = state.territories().stream().filter(t -> t.territory().isPart()).toList();
        long pages = parts.stream().mapToLong(t -> t.tally().pages()).sum();
        long waiting = parts.stream().filter(t -> t.visits().isEmpty()).count();
        assertThat(pages).as("seed %d", seed).isLessThanOrEqualTo(limit);
        full += pages == limit ? 1 : 0;
        boolean isStopped =
            parts.stream()
                .anyMatch(
                    t ->
                        t.stage() instanceof Stage.Settled(var result, _)
                            && result == Stage.Result.PART);
        // One page is left for each part to which no link led.
        assertThat(!isStopped || pages >= limit - waiting)
            .as("seed %d: stopped at %d of %d", seed, pages, limit)
            .isTrue();
      }
    }
    return full;
  }

  private static SimulatedCrawl partitioned(
      int seed, long pages, double trouble, boolean arePagesGone) {
    var crawl = new SimulatedCrawl(new SplittableRandom(seed), pages, trouble);
    if (arePagesGone) {
      crawl.world.losePages();
    }
    crawl.isPartitioned = true;
    finish(crawl, seed);
    return crawl;
  }

  private static String waitedReason(TerritoryState territory) {
    return territory.visits().stream()
        .map(SiteVisit::ending)
        .filter(Ending.Lost.class::isInstance)
        .map(Ending::reason)
        .findFirst()
        .orElse("");
  }

  private static List<TerritoryState> waited(SimulatedCrawl crawl) {
    return crawl.states.values().stream()
        .flatMap(s -> s.territories().stream())
        .filter(t -> t.fellBack().equals(SimulatedCrawl.WAITED))
        .toList();
  }

  private static int withdrawn(SimulatedCrawl crawl) {
    return (int)
        crawl.states.values().stream()
            .flatMap(s -> s.territories().stream())
            .flatMap(t -> t.visits().stream())
            .filter(v -> v.ending() instanceof Ending.Withdrawn)
            .count();
  }

  private static int sends(SimulatedCrawl crawl) {
    return (int)
        crawl.states.values().stream()
            .flatMap(s -> s.territories().stream())
            .flatMap(t -> t.visits().stream())
            .filter(v -> v.place() instanceof Place.Host)
            .count();
  }

  private static SimulatedCrawl run(int seed, long pages, double trouble) {
    return run(seed, pages, trouble, 0.2);
  }

  private static SimulatedCrawl run(int seed, long pages, double trouble, double impatience) {
    var crawl = new SimulatedCrawl(new SplittableRandom(seed), pages, trouble);
    crawl.impatience = impatience;
    finish(crawl, seed);
    return crawl;
  }

  private static void finish(SimulatedCrawl crawl, int seed) {
    int ticks = 0;
    while (!crawl.isOver() || crawl.isToBeResumed()) {
      if (crawl.isOver()) {
        crawl.restart();
      }
      crawl.tick();
      if (ticks++ >= MAX_TICKS) {
        throw new AssertionError("seed %d does not end".formatted(seed));
      }
    }
    check(crawl, seed);
  }

  /// Checks what holds for every crawl.
  private static void check(SimulatedCrawl crawl, int seed) {
    for (var state : crawl.states.values()) {
      for (var territory : state.territories()) {
        var fetched = new HashSet<String>();
        for (var visit : territory.visits()) {
          for (var url : findings(crawl, visit.agentId())) {
            assertThat(SimulatedWorld.isAllowed(url)).as("seed %d: %s", seed, url).isTrue();
            assertThat(territory.territory().scope().contains(url)).isTrue();
            assertThat(visit.ending().isVoid() || fetched.add(url))
                .as("seed %d: %s fetched again though no visit was lost", seed, url)
                .isTrue();
          }
        }
        assertThat(territory.isQuiet()).isTrue();
        assertThat(territory.unsentSeeds() == 0 || !isComplete(territory))
            .as("seed %d: start URLs of %s that nobody visited", seed, territory)
            .isTrue();
        assertThat(territory.seeds()).allMatch(SimulatedWorld::isAllowed);
      }
    }
    for (var host : crawl.hosts.values()) {
      assertThat(host.isDead || host.guests.isEmpty()).as("seed %d: guests left", seed).isTrue();
    }
  }

  private static boolean isComplete(TerritoryState territory) {
    return switch (territory.stage()) {
      case Stage.Waiting _ -> true;
      case Stage.Settled(var result, _) -> result == Stage.Result.COMPLETE;
      case Stage.Sending _,
          Stage.Visiting _,
          Stage.Holding _,
          Stage.FetchingHome _,
          Stage.Staying _ ->
          false;
    };
  }

  /// The findings that count, as an export would take them.
  private static List<String> counted(SimulatedCrawl crawl) {
    var superseded = new HashSet<String>();
    crawl.states.values().forEach(s -> superseded.addAll(s.superseded()));
    return allFindings(crawl, id -> !superseded.contains(id));
  }

  private static List<String> allFindings(SimulatedCrawl crawl, Predicate<String> visits) {
    var all = new ArrayList<String>();
    crawl.parcels.keySet().stream().filter(visits).forEach(id -> all.addAll(findings(crawl, id)));
    return all;
  }

  private static List<String> findings(SimulatedCrawl crawl, String agentId) {
    var parcels = crawl.parcels.get(agentId);
    return parcels == null ? List.of() : parcels.values().stream().flatMap(List::stream).toList();
  }
}
