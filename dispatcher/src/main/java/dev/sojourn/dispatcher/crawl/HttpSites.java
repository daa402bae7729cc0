package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.crawl.visits.home.HomeSites;
import dev.sojourn.crawl.visits.home.WirePages;
import dev.sojourn.fetch.client.HttpVersion;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.PoliteSite;
import dev.sojourn.fetch.site.Politeness;
import dev.sojourn.fetch.site.RequestPace;
import dev.sojourn.fetch.site.RestingPages;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.content.RetryDelays;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/// The sites with visits from home, over HTTP.
final class HttpSites implements HomeSites {
  /// The prefix of a setting; an origin follows. The setting lists the pages that asked for a rest.
  private static final String RESTING = "resting-pages ";

  private final Map<String, PacedSite> sites = new ConcurrentHashMap<>();

  /// The tallies of the visits from home, by origin.
  private final Map<String, Queue<WireTally>> tallies = new ConcurrentHashMap<>();

  private final HttpFetcher fetcher;
  private final CrawlStore kept;
  private final CrawlSettings.Sites settings;
  private final String productToken;
  private final VisitListener listener;
  private final InstantSource clock;

  /// @param kept stores the pages that asked for a rest
  /// @param clock measures the waits at a site, and never goes back
  HttpSites(
      HttpFetcher fetcher,
      CrawlStore kept,
      CrawlSettings settings,
      String productToken,
      VisitListener listener,
      InstantSource clock) {
    this.fetcher = fetcher;
    this.kept = kept;
    this.settings = settings.sites();
    this.productToken = productToken;
    this.listener = listener;
    this.clock = clock;
  }

  /// A site, with the rules that set its pace.
  private record PacedSite(PoliteSite site, RobotsTxt rules) {}

  /// The site, first at the pace of its plan.
  PoliteSite of(Plan plan) {
    return sites.computeIfAbsent(plan.origin(), origin -> open(origin, plan)).site();
  }

  @Override
  public WirePages pages(Plan plan) {
    var tally = new WireTally();
    tallies.computeIfAbsent(plan.origin(), _ -> new ConcurrentLinkedQueue<>()).add(tally);
    var pauses =
        Politeness.isOfThisMachine(plan.origin()) ? RetryDelays.LOOPBACK : RetryDelays.STANDARD;
    var pages =
        new RetryDelays(
            new HttpContentSource(of(plan), tally),
            pauses,
            clock,
            wait ->
                listener.note(
                    "Pages of %s that failed are requested again in %d s."
                        .formatted(plan.origin(), wait.toSeconds() + 1)));
    return new WirePages(pages, tally::bytes);
  }

  @Override
  public boolean isGone(Plan plan) {
    return of(plan).gone().isPresent();
  }

  /// {@return the versions of HTTP in which a site answered in this run, the oldest first}
  List<HttpVersion> versions(String origin) {
    return tallies.getOrDefault(origin, new ConcurrentLinkedQueue<>()).stream()
        .flatMap(tally -> tally.versions().stream())
        .distinct()
        .sorted()
        .toList();
  }

  @Override
  public int atOnce() {
    return settings.atOnce();
  }

  /// {@return whether the pages of sitemaps are wanted}
  boolean readsSitemaps() {
    return settings.readsSitemaps();
  }

  @Override
  public RobotsTxt rules(SiteView site) throws InterruptedException {
    var rules = site.rules().now();
    var known = sites.get(site.origin());
    // Rules that were not read again are the same object, so the comparison is cheap for each page.
    if (known != null && !known.rules().equals(rules)) {
      sites.computeIfPresent(site.origin(), (_, before) -> paced(before.site(), rules));
    }
    return rules;
  }

  private PacedSite open(String origin, Plan plan) {
    var rules = plan.robots().robots();
    var site =
        new PoliteSite(
            origin,
            fetcher,
            settings.towards(origin),
            asked(rules),
            new RestingPages(restingPages(origin), pages -> keep(origin, pages)),
            clock);
    site.remarks().forEach(listener::note);
    return new PacedSite(site, rules);
  }

  private List<String> restingPages(String origin) {
    try {
      return kept.setting(RESTING + origin)
          .map(String::lines)
          .map(Stream::toList)
          .orElse(List.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void keep(String origin, List<String> pages) {
    try {
      kept.keepSetting(RESTING + origin, String.join("\n", pages));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PacedSite paced(PoliteSite site, RobotsTxt rules) {
    if (site.pace(asked(rules))) {
      site.remarks().forEach(listener::note);
    }
    return new PacedSite(site, rules);
  }

  private RequestPace asked(RobotsTxt rules) {
    return RequestPace.of(rules.agent(productToken));
  }
}
