package dev.sojourn.crawl.local;

import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.SiteMachine;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.PresentRules;
import dev.sojourn.crawl.visits.SiteView;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The shell's data of one site. Only the thread that holds the lock of [CrawlLoop] writes it; any
/// thread may read it.
public final class SiteContext implements SiteView {
  private final int number;
  private final CrawlTerms terms;
  private final String productToken;
  private final PresentRules rules;
  private final Predicate<String> isOfCrawl;
  private final SiteMachine machine;
  private volatile @Nullable Plan plan;
  private volatile SiteState state;
  private volatile String trouble = "";

  /// Creates the data of an unknown site.
  ///
  /// @param number of the site, from 0
  /// @param terms of its crawl
  /// @param productToken selects the groups of robots.txt
  /// @param rules the current rules of the site
  /// @param isOfCrawl whether an origin belongs to the crawl
  public SiteContext(
      int number,
      CrawlTerms terms,
      String productToken,
      PresentRules rules,
      Predicate<String> isOfCrawl) {
    this.isOfCrawl = isOfCrawl;
    this.number = number;
    this.terms = terms;
    this.productToken = productToken;
    this.rules = rules;
    this.machine = new SiteMachine(url -> allows(url.toString()), isOfCrawl);
    this.state = SiteState.begin(terms);
  }

  /// Restores the state of the site from its events, before the loop begins.
  ///
  /// @param made the plan; empty if there is none
  /// @param log all events of the site
  public void replay(Optional<Plan> made, List<Event> log) {
    plan = made.orElse(null);
    for (var event : log) {
      state = machine().next(state, event);
    }
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String origin() {
    return terms.origin();
  }

  @Override
  public Optional<Plan> plan() {
    return Optional.ofNullable(plan);
  }

  void plan(Plan made) {
    plan = made;
  }

  @Override
  public PresentRules rules() {
    return rules;
  }

  @Override
  public SiteState state() {
    return state;
  }

  void state(SiteState next) {
    state = next;
  }

  /// {@return why robots.txt could not be read; empty if it was read or not tried yet}
  public String trouble() {
    return trouble;
  }

  void trouble(String sentence) {
    trouble = sentence;
  }

  @Override
  public Predicate<String> isOfCrawl() {
    return isOfCrawl;
  }

  @Override
  public boolean disallows(String url) {
    return plan().filter(p -> !p.robots().robots().allows(productToken, url)).isPresent();
  }

  /// The machine of the site. Before the plan it allows no URL; URLs wait until the rules are
  /// known.
  SiteMachine machine() {
    return machine;
  }

  private boolean allows(String url) {
    return plan().filter(p -> p.robots().robots().allows(productToken, url)).isPresent();
  }
}
