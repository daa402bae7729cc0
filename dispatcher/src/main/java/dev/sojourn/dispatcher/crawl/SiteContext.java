package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.Trace;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.SiteMachine;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.identity.net.Destinations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The shell's data of one site. Written by the thread that holds the lock of [CrawlLoop]; the
/// plan, once there, may be read by any.
final class SiteContext {
  private final int number;
  private final CrawlTerms terms;
  private final String productToken;
  private final HomeReadings reading;
  private final FreshRules rules;
  private final Predicate<String> isOfCrawl;
  private volatile @Nullable Plan plan;
  private volatile SiteState state;
  private volatile String trouble = "";
  private List<String> unseeded = List.of();

  /// @param isOfCrawl whether an origin is a site of the crawl
  SiteContext(
      int number,
      CrawlTerms terms,
      String productToken,
      HomeReadings reading,
      FreshRules rules,
      Predicate<String> isOfCrawl) {
    this.isOfCrawl = isOfCrawl;
    this.number = number;
    this.terms = terms;
    this.productToken = productToken;
    this.reading = reading;
    this.rules = rules;
    this.state = SiteState.begin(terms);
  }

  int number() {
    return number;
  }

  String origin() {
    return terms.origin();
  }

  Optional<Plan> plan() {
    return Optional.ofNullable(plan);
  }

  void plan(Plan made) {
    plan = made;
  }

  /// Where the hosts may be that the site names.
  Destinations destinations() {
    return plan().map(p -> p.robots().destinations()).orElse(Destinations.PUBLIC);
  }

  /// The rules of the site at this moment. The plan and the [#machine] keep to those that the plan
  /// was made from.
  FreshRules rules() {
    return rules;
  }

  SiteState state() {
    return state;
  }

  void state(SiteState next) {
    state = next;
  }

  /// The trace of all that an agent does in its territory, and of those that went there before it:
  /// the state of each travels on with the next.
  Trace journey(String agentId) {
    return state.territories().stream()
        .map(TerritoryState::visits)
        .filter(visits -> visits.stream().anyMatch(v -> v.agentId().equals(agentId)))
        .map(visits -> Trace.ofJourney(visits.getFirst().agentId()))
        .findFirst()
        .orElseGet(() -> Trace.ofJourney(agentId));
  }

  /// How long an agent is known to have waited at its host, in this run and those before.
  Duration waited(String agentId) {
    return state.territories().stream()
        .flatMap(t -> t.visits().stream())
        .filter(visit -> visit.agentId().equals(agentId))
        .map(visit -> Duration.ofSeconds(visit.waitedSeconds()))
        .findFirst()
        .orElse(Duration.ZERO);
  }

  /// Takes notice of the pages that are read there from home.
  HomeReadings reading() {
    return reading;
  }

  /// Why robots.txt could not be read; empty if it could, or was not tried yet.
  String trouble() {
    return trouble;
  }

  void trouble(String sentence) {
    trouble = sentence;
  }

  /// Whether an origin is a site of the crawl.
  Predicate<String> isOfCrawl() {
    return isOfCrawl;
  }

  /// The start URLs that the log of the site was never given. Read and set before the loop begins.
  List<String> unseeded() {
    return unseeded;
  }

  void unseeded(List<String> urls) {
    unseeded = List.copyOf(urls);
  }

  /// Whether the rules that the plan was made from disallow a URL of the site.
  boolean disallows(String url) {
    return plan().filter(p -> !p.robots().robots().allows(productToken, url)).isPresent();
  }

  /// Before the plan there is nothing to decide: URLs wait until the rules are known.
  SiteMachine machine() {
    return new SiteMachine(
        url ->
            plan()
                .filter(p -> p.robots().robots().allows(productToken, url.toString()))
                .isPresent(),
        isOfCrawl);
  }
}
