package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.core.Command;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.crawl.local.combine.CrawlCombination;
import dev.sojourn.crawl.local.follow.HoldTime;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.recrawl.SitePlans;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.YieldingPlaces;
import dev.sojourn.crawl.visits.home.HomeWorker;
import dev.sojourn.crawl.visits.host.HostWorker;
import dev.sojourn.filter.UrlFilter;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Carries out the commands of a crawl, each on a virtual thread of its own, until its event is
/// recorded. May be used by any thread.
final class CrawlCommands {
  private static final System.Logger LOG = System.getLogger(CrawlCommands.class.getName());

  /// The limit of visits at home that have begun, including those that wait for a page. Each visit
  /// may hold connections and bodies, so a small heap allows fewer visits.
  private static final int MOST_VISITS_AT_HOME = 1_024;

  private static final int LEAST_VISITS_AT_HOME = 256;
  private static final long HEAP_BYTES_A_VISIT = 8L << 20;

  /// The limit of connections for pages. If each site has several connections, fewer visits begin.
  private static final int PAGE_CONNECTIONS = 4_096;

  /// Connections that stay open for the next request.
  private static final int FURTHER_CONNECTIONS = 224;

  /// The limit of dispatches that began recently, and of all dispatches under way. Each dispatch
  /// holds code and state in memory.
  private static final int DISPATCHES = 32;

  private static final int MOST_DISPATCHES = 128;

  /// The time after which a dispatch to a silent host gives up its place.
  private static final Duration DISPATCH_PATIENCE = Duration.ofSeconds(2);

  /// The time for work to end after an interrupt of the crawl.
  private static final Duration GRACE = Duration.ofMillis(1_200);

  private static final int MOST_DOUBLINGS = 9;

  /// First come, first served.
  private final Semaphore visitsAtHome;

  private final YieldingPlaces dispatches =
      new YieldingPlaces(DISPATCHES, MOST_DISPATCHES, DISPATCH_PATIENCE);
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("crawl-", 0).factory());
  private final CrawlShell shell;
  private final CommandFaults faults;
  private final SitePlans plans;
  private final EarlierRounds earlier;
  private final HostWorker hosts;
  private final HomeWorker home;
  private final SitemapReading sitemaps;
  private final CrawlCombination combination;
  private final Map<String, SiteView> sites;
  private final String productToken;
  private final Duration firstPause;

  /// @param failures receives the failure that ends the crawl
  /// @param sites the sites by origin
  /// @param atOnce the limit of simultaneous exchanges with one site
  /// @param firstPause the pause before a host is tried again; each further pause is twice as long
  CrawlCommands(
      CrawlShell shell,
      Consumer<IOException> failures,
      SitePlans plans,
      EarlierRounds earlier,
      HostWorker hosts,
      HomeWorker home,
      SitemapReading sitemaps,
      CrawlCombination combination,
      Map<String, ? extends SiteView> sites,
      String productToken,
      int atOnce,
      Duration firstPause) {
    this.shell = shell;
    this.faults = new CommandFaults(this::recordFault, failures);
    this.plans = plans;
    this.earlier = earlier;
    this.hosts = hosts;
    this.home = home;
    this.sitemaps = sitemaps;
    this.combination = combination;
    this.sites = Map.copyOf(sites);
    this.productToken = productToken;
    this.visitsAtHome = new Semaphore(visitsAtHome(atOnce), true);
    this.firstPause = firstPause;
  }

  /// {@return the limit of simultaneous visits at home}
  ///
  /// @param atOnce the limit of simultaneous exchanges with one site
  static int visitsAtHome(int atOnce) {
    long byHeap = Runtime.getRuntime().maxMemory() / HEAP_BYTES_A_VISIT;
    return Math.min(
        Math.clamp(byHeap, LEAST_VISITS_AT_HOME, MOST_VISITS_AT_HOME), PAGE_CONNECTIONS / atOnce);
  }

  /// {@return the number of connections to all sites that a crawl may need}
  ///
  /// @param atOnce the limit of simultaneous exchanges with one site
  static int connections(int atOnce) {
    return visitsAtHome(atOnce) * atOnce
        + RobotsReading.MOST
        + SitemapReading.MOST
        + FURTHER_CONNECTIONS;
  }

  /// Begins a command, and does not wait for it.
  void begin(SiteView site, Command command) {
    workers.execute(
        () -> {
          try {
            carryOut(site, command);
          } catch (InterruptedException _) {
            // The crawl stops. A resumed crawl carries out the command again.
            Thread.currentThread().interrupt();
          } catch (IOException | RuntimeException | Error e) {
            faults.contain(site, command, e);
          }
        });
  }

  private void recordFault(SiteView site, Event event, String reason) throws IOException {
    if (event instanceof Event.SiteUnreachable) {
      shell.unreachable(site, reason);
    } else {
      shell.record(site, event);
    }
  }

  private void carryOut(SiteView site, Command command) throws IOException, InterruptedException {
    switch (command) {
      case Command.ReadRobots(var origin) -> read(site, origin);
      case Command.ReadSitemaps _ ->
          shell.record(site, sitemaps.read(site, site.plan().orElseThrow()));
      case Command.Dispatch(var task, int attempt) -> {
        if (task.place() instanceof Place.Host(var host)) {
          try (var _ = dispatches.enter()) {
            hosts.dispatch(site, task, host, attempt);
          }
        }
      }
      case Command.Follow(var task, var host) -> hosts.follow(site, task, host);
      case Command.VisitAtHome(var task) -> visitAtHome(site, task);
      case Command.FetchHome(var agentId, var host, int attempt) ->
          hosts.fetchHome(site, agentId, host, attempt);
      case Command.Hold(var agentId, int visits) -> {
        Thread.sleep(HoldTime.after(visits));
        shell.record(site, new Event.HoldOver(agentId));
      }
      case Command.Pause(var agentId, int attempt) -> {
        Thread.sleep(firstPause.multipliedBy(1L << Math.min(attempt - 1, MOST_DOUBLINGS)));
        shell.record(site, new Event.RetryDue(agentId, attempt));
      }
      case Command.Dispose(var agentId, var host, boolean isStateKept) ->
          hosts.dispose(
              site, agentId, host, isStateKept || combination.isPart(site.state(), agentId));
      case Command.Forward(int number, var urls) -> {
        forward(urls);
        shell.record(site, new Event.Forwarded(number));
      }
    }
  }

  private void visitAtHome(SiteView site, VisitTask task) throws IOException, InterruptedException {
    visitsAtHome.acquire();
    try {
      home.visit(site, site.plan().orElseThrow(), task);
    } finally {
      visitsAtHome.release();
    }
  }

  /// Ends the commands. A command that does not end in time fails when its connections close.
  void end() throws InterruptedException {
    workers.shutdownNow();
    if (!workers.awaitTermination(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.log(System.Logger.Level.DEBUG, "Some work did not end in time");
    }
  }

  /// Passes each site its own URLs.
  private void forward(List<String> urls) throws IOException {
    var shares = StartUrls.of(urls);
    for (var origin : shares.origins()) {
      var target = sites.get(origin);
      if (target != null) {
        shell.record(target, new Event.Seeded(shares.ofSite(origin)));
      }
    }
  }

  private void read(SiteView site, String origin) throws IOException, InterruptedException {
    var outcome = site.rules().forPlan();
    if (outcome.kind() == RobotsOutcome.Kind.UNREACHABLE) {
      shell.unreachable(site, outcome.sentence());
    } else {
      var plan = plans.first(origin, outcome, site.state().terms().allowance());
      // Recorded before the plan, since a planned site without start URLs would be over at once.
      var filter = UrlFilter.of(site.state().terms().rules());
      var known =
          earlier.firsts(
              origin,
              plan.crawlTerritories(),
              url -> filter.wants(url) && plan.robots().robots().allows(productToken, url));
      if (!known.isEmpty()) {
        shell.record(site, new Event.Seeded(known));
      }
      shell.planned(site, plan, sitemaps.isDue(plan));
    }
  }
}
