package dev.sojourn.crawl.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.filter.ScopeRules;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// What the owner's rules leave out, and what happens when the owner changes them.
class RulesChangedTest {
  private static final String SITE = "http://a.example";
  private static final ScopeRules NO_FACETS =
      new ScopeRules(List.of(), List.of("*?*facet="), List.of());
  private static final Allowance LIMITS = new Allowance(10, 1000, 10, 60);

  private final SiteMachine machine = new SiteMachine(url -> true, SITE::equals);
  private SiteState state = SiteState.begin(new CrawlTerms(SITE, "k", LIMITS, 2, 9, 3, NO_FACETS));

  private void happens(Event event) {
    state = machine.next(state, CoreJson.event(CoreJson.write(event)));
  }

  private void planned() {
    var territory = new CrawlTerritory(0, Scope.site(SITE), new Place.Home());
    happens(new Event.Planned(List.of(territory), false));
  }

  private List<String> seeds() {
    return state.territories().getFirst().seeds();
  }

  private String agentId() {
    return state.territories().getFirst().visits().getLast().agentId();
  }

  @Test
  void aUrlThatTheRulesLeaveOutGetsNoVisit() {
    planned();
    happens(new Event.Seeded(List.of(SITE + "/x?facet=1")));

    assertThat(state.isQuiet()).isTrue();
    assertThat(state.waiting().leftOut()).containsExactly(SITE + "/x?facet=1");
  }

  @Test
  void aUrlThatCameBeforeThePlanIsJudgedToo() {
    happens(new Event.Seeded(List.of(SITE + "/x?facet=1", SITE + "/y")));
    planned();

    assertThat(seeds()).containsExactly(SITE + "/y");
    assertThat(state.waiting().leftOut()).containsExactly(SITE + "/x?facet=1");
  }

  @Test
  void whatWasLeftOutIsVisitedOnceTheRulesWantIt() {
    planned();
    happens(new Event.Seeded(List.of(SITE + "/")));
    happens(new Event.Referred(agentId(), List.of(SITE + "/x?facet=1", SITE + "/x?facet=2")));
    happens(new Event.RulesChanged(new ScopeRules(List.of(), List.of("*facet=2"), List.of())));

    assertThat(seeds()).containsExactly(SITE + "/", SITE + "/x?facet=1");
    assertThat(state.waiting().leftOut()).containsExactly(SITE + "/x?facet=2");
  }

  @Test
  void whatWaitsIsLeftOutOnceTheRulesDoNotWantIt() {
    planned();
    happens(new Event.Seeded(List.of(SITE + "/")));
    happens(new Event.Referred(agentId(), List.of(SITE + "/blog/1", SITE + "/docs/1")));
    happens(
        new Event.RulesChanged(new ScopeRules(List.of("/docs/"), List.of(), List.of(SITE + "/"))));

    assertThat(seeds()).containsExactly(SITE + "/", SITE + "/docs/1");
    assertThat(state.waiting().leftOut()).containsExactly(SITE + "/blog/1");
  }

  @Test
  void aVisitThatIsUnderWayKeepsItsStartUrls() {
    planned();
    happens(new Event.Seeded(List.of(SITE + "/blog/")));
    happens(new Event.RulesChanged(new ScopeRules(List.of("/docs/"), List.of(), List.of())));

    assertThat(seeds()).containsExactly(SITE + "/blog/");
    assertThat(state.isQuiet()).isFalse();
  }

  @Test
  void keepsNoMoreThanTenThousandUrlsThatAreLeftOut() {
    planned();
    for (int i = 0; i < 12; i++) {
      int thousand = i;
      happens(
          new Event.Seeded(
              IntStream.range(0, 1_000)
                  .mapToObj(n -> SITE + "/x?facet=" + thousand + "-" + n)
                  .toList()));
    }

    assertThat(state.waiting().leftOut()).hasSize(10_000);
  }

  @Test
  void aChangeReplacesOnlyThePatternsThatAreGiven() {
    var before = new ScopeRules(List.of("/a/"), List.of("/a/b/"), List.of(SITE + "/"));
    var change = new RuleChange(Optional.empty(), Optional.of(List.of()));

    assertThat(change.of(before, List.of(SITE + "/")))
        .isEqualTo(new ScopeRules(List.of("/a/"), List.of(), List.of(SITE + "/")));
  }

  @Test
  void termsOfAnEarlierVersionHaveNoRules() {
    var json = CoreJson.write(new CrawlTerms(SITE, "k", LIMITS, 2, 9, 3, NO_FACETS));
    int rules = json.indexOf(",\"rules\"");

    assertThat(CoreJson.terms(json).rules()).isEqualTo(NO_FACETS);
    assertThat(CoreJson.terms(json.substring(0, rules) + "}").rules()).isEqualTo(ScopeRules.NONE);
  }
}
