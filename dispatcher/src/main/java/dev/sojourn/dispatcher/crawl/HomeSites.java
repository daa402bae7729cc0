package dev.sojourn.dispatcher.crawl;

import dev.sojourn.dispatcher.http.HttpFetcher;
import dev.sojourn.dispatcher.http.PoliteSite;
import dev.sojourn.dispatcher.http.Politeness;
import dev.sojourn.dispatcher.http.RequestPace;
import dev.sojourn.dispatcher.plan.Plan;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The sites that are visited from home, each with one pace for all its territories. May be used by
/// any thread.
final class HomeSites {
  private final Map<String, PoliteSite> sites = new ConcurrentHashMap<>();
  private final HttpFetcher fetcher;
  private final Optional<Politeness> politeness;
  private final String productToken;
  private final Progress progress;

  HomeSites(HttpFetcher fetcher, CrawlSettings settings, String productToken, Progress progress) {
    this.fetcher = fetcher;
    this.politeness = settings.politeness();
    this.productToken = productToken;
    this.progress = progress;
  }

  PoliteSite of(Plan plan) {
    return sites.computeIfAbsent(plan.origin(), origin -> open(origin, plan));
  }

  private PoliteSite open(String origin, Plan plan) {
    var asked = RequestPace.of(plan.robots().robots().agent(productToken));
    var pace = politeness.orElseGet(() -> Politeness.towards(origin));
    var site = new PoliteSite(origin, fetcher, pace, asked);
    site.remarks().forEach(progress::note);
    return site;
  }
}
