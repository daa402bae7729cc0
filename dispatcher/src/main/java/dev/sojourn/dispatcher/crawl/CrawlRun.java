package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.StartUrls;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.CrawlLoop;
import dev.sojourn.crawl.local.FindingsFile;
import dev.sojourn.crawl.local.IndexFeed;
import dev.sojourn.crawl.local.LocalShell;
import dev.sojourn.crawl.local.RetryUrls;
import dev.sojourn.crawl.local.SiteContext;
import dev.sojourn.crawl.local.combine.CrawlCombination;
import dev.sojourn.crawl.local.follow.FollowSchedule;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.log.CrawlLog;
import dev.sojourn.crawl.local.log.LoggedSite;
import dev.sojourn.crawl.local.recrawl.EarlierRounds;
import dev.sojourn.crawl.local.recrawl.SiteHistory;
import dev.sojourn.crawl.local.recrawl.SitePlans;
import dev.sojourn.crawl.local.report.CombinationSummary;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.local.report.RecrawlCounts;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.CrawlTime;
import dev.sojourn.crawl.local.store.LeftOutPages;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.local.store.StoredSite;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RouteCheck;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.RequestedPages;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.home.HomePlaces;
import dev.sojourn.crawl.visits.home.HomeWorker;
import dev.sojourn.crawl.visits.host.HostWorker;
import dev.sojourn.crawl.visits.host.PassportFactory;
import dev.sojourn.crawl.visits.host.StayReports;
import dev.sojourn.crawl.visits.host.StayWish;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.filter.UrlFilter;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.visit.VisitRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// One run of a crawl in this process. It wires the parts together, waits for the visits, and
/// brings index and files up to date. Before it returns, it ends all work that it began.
final class CrawlRun {
  /// The time for writing the findings file and the crawl log after an interrupt.
  private static final Duration FILES_AFTER_INTERRUPTION = Duration.ofSeconds(30);

  /// The limit in bytes for all bodies that are read before agents request them.
  private static final long HELD_BYTES = 1L << 30;

  private static final long LEAST_HELD_BYTES = 1L << 20;
  private static final long MOST_HELD_BYTES = 32L << 20;

  private final CrawlRequest request;
  private final CrawlHeader header;
  private final StartUrls startUrls;
  private final CrawlStore store;
  private final CrawlTime time;
  private final StoredLines lines;
  private final LeftOutPages leftOut;
  private final EarlierRounds earlier;
  private final SitePlans plans;

  /// Measures durations. Times for hosts come from the clock of the machine.
  private final InstantSource clock;

  private final InstantSource machine;

  private final LiveCounts counts = new LiveCounts();
  private final Progress progress;
  private final List<SiteContext> sites = new CopyOnWriteArrayList<>();
  private final Map<String, SiteContext> byOrigin = new ConcurrentHashMap<>();
  private final Map<String, HomeReadings> readings = new ConcurrentHashMap<>();
  private final Map<String, SiteContext> byIdPrefix = new ConcurrentHashMap<>();
  private final MovedSites moved;
  private final CrawlLoop loop;
  private final CrawlShell shell;
  private final HostWorker hosts;
  private final HttpSites homes;
  private final CrawlCommands commands;
  private final Optional<IndexFeed> feed;
  private final boolean isFollowed;
  private final Optional<FollowRound> followRound;
  private final CrawlCombination combination;
  private final VisitRunner runner;

  /// The connections and the sandbox of a run; its caller closes them.
  ///
  /// @param fetcher requests pages
  /// @param robots requests robots.txt
  /// @param client speaks with hosts
  /// @param sandbox runs agents at home
  record OpenLinks(HttpFetcher fetcher, RobotsFetcher robots, AtpClient client, Sandbox sandbox) {}

  CrawlRun(
      CrawlRequest request,
      CrawlStore store,
      ParcelCache fresh,
      Optional<SearchIndex> index,
      OpenLinks open,
      Crawl.Clocks clocks,
      CrawlListener listener,
      Optional<Crawl.FollowOrder> follow)
      throws IOException {
    this.isFollowed = store.isFollowed();
    this.request = request;
    this.clock = clocks.steady();
    this.machine = clocks.machine();
    this.header = header(store);
    this.startUrls = StartUrls.of(header.starts());
    this.store = store;
    this.time = new CrawlTime(store, clock);
    this.lines = new StoredLines(store, fresh);
    this.leftOut = new LeftOutPages(store, header.id());
    this.earlier = new EarlierRounds(store);
    var reach = new Reach(request.settings().hosts().isPlainAllowed());
    this.plans = new SitePlans(store, earlier, reach);
    this.progress = new Progress(listener, counts);
    var opened = new OpenedSites(open, clocks.rules());
    this.moved = new MovedSites(store, header, byOrigin, opened, open.robots(), progress);
    opened.openAll();
    this.loop = new CrawlLoop(store, fresh, sites, this::changed, time::note);
    this.shell = new LocalShell(loop, store, leftOut, counts);
    this.feed = index.map(this::feed);
    var code = store.code();
    this.combination = new CrawlCombination(store, header, code);
    this.runner = new VisitRunner(open.sandbox(), clock);
    var stayReports = new StayReports(follow.isPresent(), shell, progress, machine);
    this.followRound = follow.map(order -> followRound(order, stayReports));
    this.hosts = hostWorker(open.client(), code, stayReports, reach, clocks);
    this.homes = homes(open.fetcher());
    this.commands = commands(homeWorker(code));
  }

  private static CrawlHeader header(CrawlStore store) throws IOException {
    return store.header().orElseThrow(() -> new IllegalStateException("the crawl was not begun"));
  }

  private FollowRound followRound(Crawl.FollowOrder order, StayReports stayReports) {
    return new FollowRound(order, loop, shell, sites, stayReports, progress, machine);
  }

  private IndexFeed feed(SearchIndex index) {
    return new IndexFeed(store, lines, index, loop, clock, this::scope, earlier, isFollowed);
  }

  private CrawlCommands commands(HomeWorker home) {
    return new CrawlCommands(
        shell,
        loop::fail,
        plans,
        earlier,
        hosts,
        home,
        new SitemapReading(shell, header, homes, sites.size(), progress),
        combination,
        byOrigin,
        header.productToken(),
        request.settings().sites().atOnce(),
        request.settings().retries().delay());
  }

  private HostWorker hostWorker(
      AtpClient client, Bytes code, StayReports stayReports, Reach reach, Crawl.Clocks clocks) {
    var random = new SecureRandom();
    var wish =
        stayReports.areWanted()
            ? StayWish.of(code, header.entryClass(), FollowSchedule.LONGEST_STAY)
            : StayWish.NONE;
    var passports =
        new PassportFactory(
            shell,
            earlier,
            header,
            request.crawler().owner(),
            request.crawler().identity(),
            code,
            wish,
            machine,
            random);
    return new HostWorker(
        shell,
        request.hostTerms(),
        passports,
        client,
        reach,
        new RouteCheck(reach, header.productToken()),
        stayReports,
        progress,
        clocks.machine(),
        clocks.steady(),
        random);
  }

  private HttpSites homes(HttpFetcher fetcher) {
    return new HttpSites(
        fetcher, store, request.settings(), header.productToken(), progress, clock);
  }

  private HomeWorker homeWorker(Bytes code) {
    var sandbox = request.settings().sandbox();
    var places =
        new HomePlaces(sandbox.pool().visitsPerWorker(), sandbox.heapMiB(), code.size(), clock);
    return new HomeWorker(
        shell, earlier, header, code, runner, homes, moved, places, heldBytes(), progress, clock);
  }

  /// The bytes of bodies that may wait for one agent. All agents share one limit.
  private long heldBytes() {
    int visits =
        Math.min(sites.size(), CrawlCommands.visitsAtHome(request.settings().sites().atOnce()));
    return Math.clamp(HELD_BYTES / Math.max(1, visits), LEAST_HELD_BYTES, MOST_HELD_BYTES);
  }

  /// Opens sites of the store.
  private final class OpenedSites implements MovedSites.Opening {
    private final HttpFetcher fetcher;
    private final InstantSource rulesClock;
    private final RobotsReading reading;
    private final FreshRules.Outlet outlet =
        new FreshRules.Outlet(progress::note, cause -> loop().fail(cause));

    OpenedSites(OpenLinks open, InstantSource rulesClock) {
      this.fetcher = open.fetcher();
      this.rulesClock = rulesClock;
      this.reading = new RobotsReading(open.robots(), request.settings(), progress, clock);
    }

    @Override
    public CrawlLoop loop() {
      return loop;
    }

    void openAll() throws IOException {
      for (var stored : store.sites()) {
        var _ = open(stored);
      }
      request.refuseLowerLimits(sites);
    }

    /// Opens a site, and replays its events. A link to a site that joined the crawl in this round
    /// leads out of it for the other sites: the answer must be the same whenever events are
    /// replayed.
    @Override
    public SiteContext open(StoredSite stored) throws IOException {
      var origin = stored.terms().origin();
      var site =
          new SiteContext(
              stored.number(),
              stored.terms(),
              header.productToken(),
              new FreshRules(stored.number(), origin, reading, store.rules(), rulesClock, outlet),
              startUrls.origins()::contains);
      var log = store.events(stored.number());
      site.replay(plans.kept(stored, log), log);
      boolean isOfTheInternet =
          (site.plan().isPresent() && site.destinations() == Destinations.PUBLIC)
              || store.moved().isFromOutside(origin);
      if (isOfTheInternet) {
        PageUrl.parse(origin).ifPresent(fetcher::addSiteOfTheInternet);
      }
      readings.put(origin, new HomeReadings());
      readCounts(site.state());
      byOrigin.put(site.origin(), site);
      byIdPrefix.put(stored.terms().idPrefix(), site);
      sites.add(site);
      return site;
    }
  }

  private void readCounts(SiteState state) throws IOException {
    for (var territory : state.territories()) {
      for (var visit : territory.visits()) {
        counts.addWire(visit.agentId(), store.wireBytes(visit.agentId()));
        store.saved(visit.agentId()).ifPresent(a -> counts.tally(visit.agentId(), a.tally()));
        if (!(territory.stage() instanceof Stage.Settled)) {
          counts.asked(visit.agentId(), asked(visit.agentId()));
        }
      }
    }
  }

  /// The pages that a visit under way requested in earlier runs. The visit may end in this run.
  private RequestedPages asked(String agentId) throws IOException {
    var asked = new RequestedPages();
    lines.ofVisit(
        agentId,
        EnumSet.of(LineKind.PAGE),
        line -> {
          if (line instanceof ParcelLine.Page(var page)) {
            asked.add(page);
          }
        });
    return asked;
  }

  private HomeReadings reading(SiteView site) {
    return Objects.requireNonNull(readings.get(site.origin()));
  }

  private Optional<Scope> scope(String agentId) {
    return Optional.ofNullable(byIdPrefix.get(CrawlTerms.idPrefixOf(agentId))).stream()
        .flatMap(site -> site.state().territories().stream())
        .filter(t -> t.visits().stream().anyMatch(v -> v.agentId().equals(agentId)))
        .map(t -> t.territory().scope())
        .findFirst();
  }

  private void changed(SiteContext site) {
    progress.look(site);
    feed.ifPresent(IndexFeed::wake);
  }

  CrawlSummary run(OutDirectory out) throws IOException {
    time.begin();
    progress.begun(sites.size());
    boolean isInterrupted = visitAll(out);
    var combined = combination.unmade("The crawl was stopped before; --resume combines.");
    if (!isInterrupted && followRound.isEmpty()) {
      try {
        combined = combine();
      } catch (InterruptedException _) {
        isInterrupted = true;
      }
    }
    time.end();
    // A crawl that follows its sites always ends by an interrupt, but it may be complete.
    boolean isLess = isInterrupted && !(followRound.isPresent() && loop.isConcluded());
    var histories = histories(!isLess);
    if (feed.isPresent()) {
      feed.get().close(header.id(), superseded(), ended(histories));
    }
    followRound.ifPresent(FollowRound::reportStays);
    return write(out, histories, isLess, combined);
  }

  /// Makes the visits, and meanwhile indexes their findings.
  ///
  /// @return whether an interrupt ended the work
  private boolean visitAll(OutDirectory out) throws IOException {
    var indexer =
        CompletableFuture.allOf(
            feed.stream()
                .map(open -> CompletableFuture.runAsync(open, Thread::startVirtualThread))
                .toArray(CompletableFuture[]::new));
    boolean isInterrupted = false;
    try {
      var retried = retryUrls();
      var starts = moved.starts();
      loop.resume(site -> goesOnWith(site, starts, retried), commands::begin);
      if (followRound.isPresent()) {
        followRound.get().await(() -> settle(out));
      } else {
        loop.await();
      }
    } catch (InterruptedException _) {
      isInterrupted = true;
    } finally {
      endWork(indexer, isInterrupted);
    }
    // An interrupt may come after the last visit, while the index reads the rest.
    return isInterrupted || feed.filter(IndexFeed::isAborted).isPresent();
  }

  private CombinationSummary combine() throws IOException, InterruptedException {
    return combination.run(
        sites.stream().map(SiteContext::state).toList(),
        runner,
        (visit, host) ->
            hosts.bringHome(
                Objects.requireNonNull(byOrigin.get(visit.territory().origin())),
                visit.agentId(),
                host),
        clock,
        progress::note);
  }

  /// {@return the schedule of the next round, if the crawl follows its sites and a round is due}
  Optional<FollowSchedule> nextRound() {
    return followRound.flatMap(FollowRound::nextRound);
  }

  /// Brings index and files up to date while agents stay at their hosts.
  private void settle(OutDirectory out) throws IOException {
    var histories = histories(true);
    feed.ifPresent(open -> open.remove(superseded(), ended(histories)));
    var combined = combination.unmade("A crawl that follows its sites combines no agents.");
    Crawl.write(write(out, histories, false, combined), out);
  }

  private List<String> superseded() {
    return sites.stream().flatMap(s -> s.state().superseded().stream()).toList();
  }

  private static List<SiteHistory.Ended> ended(List<SiteHistory> histories) {
    return histories.stream().flatMap(h -> h.ended().stream()).toList();
  }

  private CrawlSummary write(
      OutDirectory out,
      List<SiteHistory> histories,
      boolean isInterrupted,
      CombinationSummary combined)
      throws IOException {
    var until = isInterrupted ? clock.instant().plus(FILES_AFTER_INTERRUPTION) : Instant.MAX;
    var exported =
        new FindingsFile(lines, isFollowed, combined.of(combination.agentId()))
            .writeBefore(
                until,
                clock,
                out.findings(),
                List.copyOf(sites).subList(0, histories.size()),
                histories);
    var logged = log(out.urls(), histories, until);
    if (exported.isEmpty() || clock.instant().isAfter(until)) {
      progress.note(
          "There was no time to write findings.jsonl and urls.jsonl as a whole; --resume writes"
              + " them.");
    }
    var recrawl =
        histories.stream().map(SiteHistory::counts).reduce(RecrawlCounts.NONE, RecrawlCounts::plus);
    return new Summaries(store, leftOut, earlier, header, moved, counts, this::reading, homes)
        .of(
            sites,
            exported.orElse(Map.of()),
            logged,
            recrawl,
            combined,
            isInterrupted,
            time.total());
  }

  /// @param isWhole whether there is time for complete histories
  private List<SiteHistory> histories(boolean isWhole) throws IOException {
    var histories = new ArrayList<SiteHistory>();
    for (var site : sites) {
      histories.add(SiteHistory.of(store, site.number(), site.state(), site::disallows, isWhole));
    }
    return histories;
  }

  /// Writes the crawl log, if there is time for it.
  private CrawlLog.Counts log(Path urls, List<SiteHistory> histories, Instant until)
      throws IOException {
    var logged = new ArrayList<LoggedSite>();
    var records = new ArrayList<HomeReadings.Records>();
    // A site may join until the last visit has ended.
    for (int i = 0; i < histories.size(); i++) {
      var site = sites.get(i);
      records.add(new HomeReadings.Records());
      logged.add(
          new LoggedSite(
              site.origin(),
              site.state().territories(),
              UrlFilter.of(site.state().terms().rules()),
              site::disallows,
              histories.get(i).disallowed(),
              histories.get(i)::isFound,
              records.getLast()::add));
    }
    var counted = new CrawlLog(lines, clock).write(urls, logged, until);
    if (!counted.equals(CrawlLog.Counts.NONE)) {
      for (int i = 0; i < histories.size(); i++) {
        var site = sites.get(i);
        reading(site).learn(records.get(i), counted.notTold(site.origin()) == 0);
      }
    }
    return counted;
  }

  /// The pages that a resumed crawl requests again, by the number of their site.
  private Map<Integer, List<String>> retryUrls() throws IOException {
    var urls = new HashMap<Integer, List<String>>();
    for (var site : request.isResumed() ? sites : List.<SiteContext>of()) {
      var ofSite = RetryUrls.of(lines, site.state());
      if (!ofSite.isEmpty()) {
        urls.put(site.number(), ofSite);
      }
    }
    long all = urls.values().stream().mapToLong(List::size).sum();
    if (all > 0) {
      progress.note(
          "%s that failed before %s requested again."
              .formatted(Messages.count(all, "page"), all == 1 ? "is" : "are"));
    }
    return urls;
  }

  private List<Event> goesOnWith(
      SiteContext site, StartUrls starts, Map<Integer, List<String>> retried) {
    var events = new ArrayList<Event>();
    var ofSite = starts.ofSite(site.origin());
    events.addAll(request.changed().events(site.state().terms(), ofSite));
    events.add(new Event.Resumed());
    Optional.ofNullable(retried.get(site.number())).map(Event.Retried::new).ifPresent(events::add);
    return events;
  }

  /// Ends all work. Work that does not end in time fails when its connections close.
  private void endWork(CompletableFuture<Void> indexer, boolean isInterrupted) throws IOException {
    if (isInterrupted) {
      feed.ifPresent(IndexFeed::abort);
    } else {
      feed.ifPresent(IndexFeed::finish);
    }
    try {
      loop.stop();
    } finally {
      endCommands();
      feed.ifPresent(open -> open.await(indexer));
    }
  }

  private void endCommands() {
    try {
      commands.end();
    } catch (InterruptedException _) {
      feed.ifPresent(IndexFeed::abort);
    }
  }
}
