package dev.sojourn.dispatcher.crawl;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.SiteContext;
import dev.sojourn.crawl.local.log.CrawlLog;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.report.CombinationSummary;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.LeftOutLinks;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.local.report.OutsideSummary;
import dev.sojourn.crawl.local.report.PageCounts;
import dev.sojourn.crawl.local.report.RecrawlCounts;
import dev.sojourn.crawl.local.report.RobotsStanding;
import dev.sojourn.crawl.local.report.SiteContent;
import dev.sojourn.crawl.local.report.SiteSummary;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.report.TerritorySummary;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.LeftOutPages;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.plan.PlannedTerritory;
import dev.sojourn.crawl.visits.OutsideLinks;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.fetch.client.HttpVersion;
import dev.sojourn.filter.UrlFilter;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Computes the summary of a crawl.
final class Summaries {
  private final CrawlStore store;
  private final LeftOutPages leftOut;
  private final EarlierRounds earlier;
  private final CrawlHeader header;
  private final MovedSites moved;
  private final StartUrls startUrls;
  private final LiveCounts counts;
  private final Function<SiteView, HomeReadings> readings;
  private final HttpSites home;
  private long mobile;
  private long classic;
  private long avoided;

  Summaries(
      CrawlStore store,
      LeftOutPages leftOut,
      EarlierRounds earlier,
      CrawlHeader header,
      MovedSites moved,
      LiveCounts counts,
      Function<SiteView, HomeReadings> readings,
      HttpSites home) {
    this.store = store;
    this.leftOut = leftOut;
    this.earlier = earlier;
    this.header = header;
    this.moved = moved;
    this.startUrls = moved.starts();
    this.counts = counts;
    this.readings = readings;
    this.home = home;
  }

  /// @param exported findings by site and territory; empty if they were not exported
  /// @param logged the pages by outcome
  /// @param recrawl the known pages by their kind of change
  /// @param combined the combination of the agents
  CrawlSummary of(
      List<SiteContext> sites,
      Map<String, Map<Integer, Long>> exported,
      CrawlLog.Counts logged,
      RecrawlCounts recrawl,
      CombinationSummary combined,
      boolean isInterrupted,
      Duration time)
      throws IOException {
    var territories = new ArrayList<TerritorySummary>();
    var siteSummaries = new ArrayList<SiteSummary>();
    for (var site : sites) {
      if (site.plan().isEmpty()) {
        siteSummaries.add(unplanned(site));
        continue;
      }
      var own =
          territories(site, site.plan().get(), exported.getOrDefault(site.origin(), Map.of()));
      siteSummaries.add(planned(site, own, logged, combined));
      territories.addAll(withUrls(site, own, logged));
    }
    return new CrawlSummary(
        isComplete(sites, territories, logged) && combined.countsAsWhole(),
        isInterrupted,
        territories.stream().mapToLong(TerritorySummary::pages).sum(),
        territories.stream().mapToLong(TerritorySummary::findings).sum()
            + unplannedFindings(sites, exported)
            + combined.findings(),
        territories,
        mobile,
        classic,
        avoided,
        time.toMillis() / 1000.0,
        siteSummaries,
        logged.all(),
        recrawl,
        combined,
        outside(sites));
  }

  /// Whether all sites are planned and their sitemaps read, all territories are whole, and no page
  /// failed. A failed page of a territory that no longer exists counts too.
  private boolean isComplete(
      List<SiteContext> sites, List<TerritorySummary> territories, CrawlLog.Counts logged) {
    return sites.stream()
            .allMatch(site -> site.state().isPlanned() && !site.state().sitemaps().isDue())
        && territories.stream().allMatch(this::isWhole)
        && logged.all().failed() == 0;
  }

  private boolean isWhole(TerritorySummary territory) {
    return territory.state().isWhole()
        || (territory.state() == TerritoryStatus.NOTHING_READ
            && moved.of(territory.site()).isPresent());
  }

  /// The links out of the crawl that visits found; superseded visits do not count.
  private OutsideSummary outside(List<SiteContext> sites) throws IOException {
    var links = new OutsideLinks();
    for (var site : sites) {
      if (moved.of(site.origin()).isPresent()) {
        continue; // Its only link leads to the site that joined in its place.
      }
      for (var territory : site.state().territories()) {
        for (var visit : territory.counted()) {
          store.outside().addTo(visit.agentId(), links);
        }
      }
    }
    return OutsideSummary.of(
        links.all(), links.byOrigin(), sites.stream().map(SiteContext::origin).toList());
  }

  private static long unplannedFindings(
      List<SiteContext> sites, Map<String, Map<Integer, Long>> exported) {
    return sites.stream()
        .filter(site -> site.plan().isEmpty())
        .flatMap(site -> exported.getOrDefault(site.origin(), Map.of()).values().stream())
        .mapToLong(Long::longValue)
        .sum();
  }

  private static List<TerritorySummary> withUrls(
      SiteContext site, List<TerritorySummary> territories, CrawlLog.Counts logged) {
    var counted = new ArrayList<TerritorySummary>();
    for (int i = 0; i < territories.size(); i++) {
      int number = site.state().territories().get(i).territory().number();
      counted.add(territories.get(i).withUrls(logged.of(site.origin(), number)));
    }
    return counted;
  }

  /// @param exported findings by territory; the store counts the findings of a territory that is
  ///   missing here
  private List<TerritorySummary> territories(
      SiteContext site, Plan plan, Map<Integer, Long> exported) throws IOException {
    var own = new ArrayList<TerritorySummary>();
    for (var state : site.state().territories()) {
      int number = state.territory().number();
      long findings = exported.containsKey(number) ? exported.get(number) : findings(state);
      own.add(territory(site, plan.territories().get(number), state, findings));
    }
    return own;
  }

  private static SiteSummary unplanned(SiteContext site) {
    boolean isUnread = site.trouble().isEmpty();
    return new SiteSummary(
        site.origin(),
        isUnread ? RobotsStanding.UNREAD : RobotsStanding.UNREACHABLE,
        isUnread ? "robots.txt of " + site.origin() + " was not read." : site.trouble(),
        List.of(),
        SiteContent.NOTHING,
        List.of(),
        List.of(),
        false);
  }

  private SiteSummary planned(
      SiteContext site,
      List<TerritorySummary> territories,
      CrawlLog.Counts logged,
      CombinationSummary combined)
      throws IOException {
    var remarks = remarks(site, logged);
    var move = moved.of(site.origin());
    move.map(MovedSites.Move::sentence).ifPresent(remarks::add);
    if (combined.findings() == 0 && mayFindNothing(site) && move.isEmpty()) {
      readings.apply(site).remark(site.origin(), territories).ifPresent(remarks::add);
    }
    var plan = site.plan().orElseThrow();
    var robots = plan.robots();
    return new SiteSummary(
        site.origin(),
        RobotsStanding.of(robots.kind()),
        robots.sentence(),
        disallowedStarts(site, plan),
        readings.apply(site).content(territories),
        remarks,
        home.versions(site.origin()).stream().map(HttpVersion::shown).toList(),
        move.map(MovedSites.Move::to).orElse(""),
        plan.hasErrors());
  }

  private List<String> disallowedStarts(SiteContext site, Plan plan) {
    var robots = plan.robots().robots();
    return startUrls.ofSite(site.origin()).stream()
        .filter(url -> !robots.allows(header.productToken(), url))
        .toList();
  }

  /// Whether a remark must explain that the site had no findings.
  private boolean mayFindNothing(SiteContext site) {
    var disallowed = disallowedStarts(site, site.plan().orElseThrow());
    return site.state().isConcluded() && disallowed.size() < startUrls.ofSite(site.origin()).size();
  }

  private List<String> remarks(SiteContext site, CrawlLog.Counts logged) throws IOException {
    var remarks = new ArrayList<>(site.plan().orElseThrow().remarks());
    leftOutStarts(site).ifPresent(remarks::add);
    remarks.addAll(leftOut.remarks(site.origin()));
    remarks.addAll(earlier.remarks(site.origin()));
    remarks.addAll(site.state().sitemaps().remarks());
    long droppedReferrals = logged.droppedReferrals(site.origin());
    if (droppedReferrals > 0) {
      remarks.add(
          "%s were dropped, since a visit may report no more; pages to which only they lead were not visited."
              .formatted(Messages.count(droppedReferrals, "link") + " out of " + site.origin()));
    }
    LeftOutLinks.remark("The agent of " + site.origin(), logged.frontier(site.origin()))
        .ifPresent(remarks::add);
    logged.partlyRead(site.origin()).remark().ifPresent(remarks::add);
    return remarks;
  }

  private Optional<String> leftOutStarts(SiteContext site) {
    var filter = UrlFilter.of(site.state().terms().rules());
    var leftOut =
        startUrls.ofSite(site.origin()).stream().filter(url -> !filter.wants(url)).toList();
    return leftOut.stream()
        .findFirst()
        .map(
            first ->
                "%s %s left out, such as %s. %s"
                    .formatted(
                        Messages.count(leftOut.size(), "start URL"),
                        leftOut.size() == 1 ? "is" : "are",
                        first,
                        filter.objection(first).orElse("")));
  }

  private TerritorySummary territory(
      SiteContext site, PlannedTerritory planned, TerritoryState state, long findings)
      throws IOException {
    long wire = 0;
    long atHosts = 0;
    var tally = state.tally();
    for (var visit : state.visits()) {
      long bytes = store.wireBytes(visit.agentId());
      wire += bytes;
      var reached = visit.tally();
      if (visit.ending().isOpen()) {
        reached = counts.tally(visit.agentId());
        tally = tally.plus(reached);
      }
      if (visit.place() instanceof Place.Host) {
        atHosts += bytes;
        avoided += visit.ending().isVoid() ? 0 : reached.gzipBytes();
      } else {
        classic += bytes;
      }
    }
    mobile += atHosts;
    return new TerritorySummary(
        site.origin(),
        planned.path(),
        planned.route(),
        planned.line(),
        isMobile(state) ? CrawlWay.MOBILE : CrawlWay.CLASSIC,
        Progress.status(site, state, counts),
        Progress.reason(planned, state),
        tally.pages(),
        findings,
        wire,
        atHosts,
        tally.gzipBytes(),
        PageCounts.NONE,
        planned.part());
  }

  private static boolean isMobile(TerritoryState state) {
    return state.visit().map(SiteVisit::place).orElse(state.territory().place())
        instanceof Place.Host;
  }

  private long findings(TerritoryState state) throws IOException {
    long sum = 0;
    for (var visit : state.counted()) {
      sum += store.findings(visit.agentId());
    }
    return sum;
  }
}
