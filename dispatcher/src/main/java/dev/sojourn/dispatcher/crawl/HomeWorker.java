package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.Ending;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.crawl.local.store.LeftOutPages;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.EarlierPages;
import dev.sojourn.crawl.visits.MadeEnding;
import dev.sojourn.crawl.visits.ParcelContent;
import dev.sojourn.crawl.visits.SavedAgent;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.dispatcher.home.HandedPages;
import dev.sojourn.dispatcher.home.HomePlace;
import dev.sojourn.dispatcher.home.HomePlaces;
import dev.sojourn.dispatcher.home.HttpContentSource;
import dev.sojourn.dispatcher.home.SuspectPages;
import dev.sojourn.dispatcher.home.YieldingPlaces;
import dev.sojourn.dispatcher.sitemap.AskedPages;
import dev.sojourn.dispatcher.sitemap.SitemapSite;
import dev.sojourn.dispatcher.sitemap.SitemapWalk;
import dev.sojourn.fetch.client.HttpVersion;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.sandbox.pipe.VisitLimits;
import dev.sojourn.visit.LimitWords;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.VisitTally;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.ReadAhead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

/// Makes visits at home: the same agent in the same sandbox as at a host, its pages fetched over
/// HTTP. Each checkpoint is kept with the findings up to it, so that a visit goes on there after a
/// crash.
final class HomeWorker {
  private static final System.Logger LOG = System.getLogger(HomeWorker.class.getName());

  /// The bodies that are kept for all visits, in case that one begins again at its last checkpoint.
  private static final long HANDED_BYTES = 64L << 20;

  /// How long the signal that ends a worker may take to stop the crawl too. A terminal sends
  /// Ctrl-C, and a service manager SIGTERM, to both of them at once.
  private static final Duration TIME_TO_BE_STOPPED = Duration.ofSeconds(1);

  /// Sitemaps that were asked for a moment ago, or are read, of all sites together; and all that
  /// are on their way. More than a few would only wait for each other, and each may be large.
  private static final int SITEMAPS_AT_ONCE = 16;

  static final int MOST_SITEMAPS = 1_024;

  /// A sitemap that has not come by then holds no other back.
  private static final Duration SITEMAP_YIELDS_AFTER = Duration.ofSeconds(1);

  /// Pages that a crawl takes from sitemaps, of all sites together; each waits as a text in memory.
  private static final int MOST_LISTED = 2_000_000;

  private static final int LEAST_LISTED_OF_SITE = 1_000;
  private static final int MOST_LISTED_OF_SITE = 100_000;

  private final Semaphore sitemapTurns = new Semaphore(SITEMAPS_AT_ONCE, true);
  private final YieldingPlaces sitemapPlaces =
      new YieldingPlaces(SITEMAPS_AT_ONCE, MOST_SITEMAPS, SITEMAP_YIELDS_AFTER);
  private final CrawlShell shell;
  private final LeftOutPages leftOut;
  private final EarlierPages earlier;
  private final CrawlHeader header;
  private final Bytes code;
  private final VisitRunner runner;
  private final HomeSites sites;
  private final HomePlaces places;
  private final long heldBytes;
  private final HandedPages.Room room = new HandedPages.Room(HANDED_BYTES);
  private final InstantSource clock;
  private final int siteCount;
  private final BiConsumer<SiteView, List<HttpVersion>> versions;
  private final VisitListener listener;
  private final AtomicBoolean hasToldOfStays = new AtomicBoolean();

  /// @param heldBytes of bodies that wait for one agent; with more of them no page is begun ahead
  /// @param siteCount how many sites the crawl has
  /// @param versions hears in which versions of HTTP a site answered
  HomeWorker(
      CrawlShell shell,
      LeftOutPages leftOut,
      EarlierPages earlier,
      CrawlHeader header,
      Bytes code,
      VisitRunner runner,
      HomeSites sites,
      HomePlaces places,
      long heldBytes,
      int siteCount,
      BiConsumer<SiteView, List<HttpVersion>> versions,
      VisitListener listener,
      InstantSource clock) {
    this.shell = shell;
    this.leftOut = leftOut;
    this.earlier = earlier;
    this.header = header;
    this.code = code;
    this.runner = runner;
    this.sites = sites;
    this.places = places;
    this.heldBytes = heldBytes;
    this.clock = clock;
    this.siteCount = siteCount;
    this.versions = versions;
    this.listener = listener;
  }

  void visit(SiteView site, Plan plan, VisitTask task) throws IOException, InterruptedException {
    var tally = new WireTally();
    var pages = new HttpContentSource(sites.of(plan), tally);
    int atOnce = sites.atOnce();
    if (atOnce == 1) {
      visit(site, task, tally, pages, () -> {});
      return;
    }
    var bounds = new ReadAhead.Bounds(pagesAhead(atOnce), atOnce, heldBytes);
    try (var ahead = new ReadAhead(pages, bounds, () -> true)) {
      visit(site, task, tally, ahead, ahead::close);
    }
  }

  /// {@return whether a site names sitemaps, or a start URL of it may be one}
  boolean hasSitemaps(Plan plan) {
    return sites.readsSitemaps()
        && !(plan.robots().robots().sitemaps().isEmpty() && listStarts(plan.origin()).isEmpty());
  }

  private List<PageUrl> listStarts(String origin) {
    return header.starts().stream()
        .flatMap(start -> PageUrl.parse(start).stream())
        .filter(start -> start.origin().equals(origin) && SitemapWalk.isLikely(start))
        .toList();
  }

  /// Reads the sitemaps of a site, at its pace, for the pages that no visit asked for.
  Event.SitemapsRead readSitemaps(SiteView site, Plan plan)
      throws IOException, InterruptedException {
    var starts = listStarts(site.origin());
    var asked = AskedPages.of(site.state(), starts, shell);
    listener.sitemaps(site.origin(), true);
    try {
      var rules = presentRules(site);
      return SitemapWalk.read(
          new SitemapSite(
              sites.of(plan),
              sitemapPlaces,
              sitemapTurns,
              rules,
              header.productToken(),
              site.isOfCrawl(),
              asked),
          site.origin(),
          Math.clamp(MOST_LISTED / siteCount, LEAST_LISTED_OF_SITE, MOST_LISTED_OF_SITE),
          rules.sitemaps(),
          starts.stream().filter(start -> !asked.isHtml(start)).toList());
    } catch (UncheckedIOException e) {
      return new Event.SitemapsRead(
          List.of(), false, List.of(Messages.withoutStop(String.valueOf(e.getMessage())) + "."));
    } finally {
      listener.sitemaps(site.origin(), false);
    }
  }

  /// The pages that are known ahead. They are answered in the order in which they are asked for, so
  /// one that takes long would leave the other connections idle.
  private static int pagesAhead(int atOnce) {
    return atOnce == 1 ? 0 : 2 * atOnce;
  }

  /// @param quiet ends what is still being read
  private void visit(
      SiteView site, VisitTask task, WireTally tally, ContentSource pages, Runnable quiet)
      throws IOException, InterruptedException {
    try (var handed = new HandedPages(pages, room)) {
      var visit = new Visit(site, task, tally, handed);
      while (true) {
        var result = visit.stay();
        if (visit.isSentAway) {
          visit.awaitPage(result);
          continue;
        }
        if (visit.journal.isRepeating) {
          visit.carried = Optional.of(result.tally());
          continue;
        }
        if (result.outcome() instanceof VisitOutcome.WorkerLost) {
          // If the crawl is being stopped, this is interrupted: no page and no agent is to blame.
          Thread.sleep(TIME_TO_BE_STOPPED);
        }
        if (!visit.suspects.canGoOn(result.outcome())) {
          handed.end();
          quiet.run();
          visit.journal.count();
          var ending = ending(task, done(result.outcome()), site.state().terms().allowance());
          shell.record(site, new Event.Ended(task.agentId(), ending, tally(result.tally())));
          return;
        }
        leaveOut(site, visit.suspects.leaveOut(), result.outcome());
      }
    }
  }

  private void leaveOut(SiteView site, PageUrl page, VisitOutcome outcome) throws IOException {
    var sentence =
        "%s was left out, since there %s.".formatted(page, Messages.withoutStop(outcome.reason()));
    leftOut.add(site.origin(), page.toString(), sentence);
    listener.note(sentence);
  }

  /// A visit, which may be in the worker several times. Used by one thread at a time.
  private final class Visit {
    private final SiteView site;
    private final VisitTask task;
    private final HandedPages handed;
    private final SuspectPages suspects;
    private final Journal journal;
    private final VisitGate gate;

    /// Whether it left the worker only because its page was not there.
    private boolean isSentAway;

    /// The tally at the moment when it was sent away.
    private Optional<VisitTally> carried = Optional.empty();

    Visit(SiteView site, VisitTask task, WireTally wire, HandedPages handed) throws IOException {
      this.site = site;
      this.task = task;
      this.handed = handed;
      this.suspects = new SuspectPages(handed);
      this.journal = new Journal(site, task, wire, handed, suspects);
      this.gate =
          new VisitGate(
              task.territory().scope(),
              header.productToken(),
              () -> presentRules(site),
              new RoutePolicy.OverHttp());
    }

    /// Goes on from the last checkpoint, until the visit is over or has to leave its place.
    VisitResult stay() throws IOException, InterruptedException {
      awaitRules(site);
      try (var place = places.enter()) {
        handed.at(place);
        journal.place = Optional.of(place);
        var own = shell.saved(task.agentId());
        var start = own.isPresent() ? own.map(SavedAgent::state) : first(task);
        journal.stateBytes = start.map(Bytes::size).orElse(0);
        place.holds(journal.stateBytes);
        var kept = own.map(SavedAgent::spent).orElse(VisitTally.NONE);
        var order = order(task, start.map(Bytes::toArray));
        var everyState = order.limits().withCheckpointEvery(Duration.ZERO);
        var result =
            runner.run(
                journal.isRepeating ? order.withLimits(everyState) : order,
                carried.map(spent -> spent.backAt(kept)).orElse(kept),
                gate,
                suspects,
                journal);
        isSentAway = place.isSentAway(result.outcome());
        return result;
      }
    }

    /// The time in which the page is waited for outside is time of the visit all the same.
    void awaitPage(VisitResult left) throws InterruptedException {
      var since = clock.instant();
      handed.await();
      var waited = Duration.between(since, clock.instant());
      carried =
          Optional.of(left.tally().plus(new VisitTally(waited, 0, 0, 0, 0, VisitSpending.NONE)));
    }
  }

  /// A site whose robots.txt has to be read again is waited for outside of the worker. If it cannot
  /// be read, the visit hears that when it asks for a page.
  private void awaitRules(SiteView site) throws InterruptedException {
    try {
      var _ = presentRules(site);
    } catch (UncheckedIOException e) {
      LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", site.origin(), e.getMessage());
    }
  }

  /// The state with which a visit begins.
  private Optional<Bytes> first(VisitTask task) throws IOException {
    return task.basis().isEmpty()
        ? earlier.state(task.territory().scope(), true)
        : shell.saved(task.basis()).map(SavedAgent::state);
  }

  /// The rules of a page that is about to be fetched; the site is paced by them.
  private RobotsTxt presentRules(SiteView site) throws InterruptedException {
    var rules = site.rules().now();
    sites.pace(site.origin(), rules);
    return rules;
  }

  /// Whether a visit ended since its site is not to be asked any more.
  private boolean isAway(SiteView site, VisitOutcome outcome) {
    return outcome instanceof VisitOutcome.Failed
        && site.plan().filter(plan -> sites.of(plan).gone().isPresent()).isPresent();
  }

  /// At home no agent stays, so one that would is done.
  private VisitOutcome done(VisitOutcome outcome) {
    if (!(outcome instanceof VisitOutcome.Parked(_, var until))) {
      return outcome;
    }
    if (hasToldOfStays.compareAndSet(false, true)) {
      listener.note(
          "The agent would stay at home %s. No agent stays there, so its visits are done."
              .formatted(until));
    }
    return new VisitOutcome.Finished(List.of());
  }

  private VisitOrder order(VisitTask task, Optional<byte[]> state) {
    var order =
        new VisitOrder(
            header.ownerKeyId(),
            task.agentId(),
            new VisitOrder.Code(header.codeDigest(), code.toArray(), header.entryClass()),
            state,
            new VisitOrder.Inputs(
                header.productToken(),
                task.starts(),
                task.territory().scope(),
                task.agentId().hashCode(),
                header.parameters()),
            limits(task));
    return order.withReadAhead(pagesAhead(sites.atOnce()));
  }

  private static VisitLimits limits(VisitTask task) {
    var allowance = task.allowance();
    return VisitLimits.defaults()
        .withAllowance(
            Duration.ofSeconds(allowance.seconds()),
            allowance.pages(),
            allowance.bytes(),
            allowance.findings());
  }

  /// A follow-up may spend the rest of the command line's limit, so that limit is named as a whole.
  /// The place in the agent's code is of no use to the user that typed it.
  private static Ending.Made ending(VisitTask task, VisitOutcome outcome, Allowance whole) {
    return ownLimit(outcome, whole)
        .orElseGet(
            () ->
                MadeEnding.of(
                    outcome.told(
                        limit ->
                            LimitWords.amount(limit, limits(task))
                                .map(amount -> "the limit of " + amount + " a visit"))));
  }

  private static Optional<Ending.Made> ownLimit(VisitOutcome outcome, Allowance whole) {
    return outcome instanceof VisitOutcome.Stopped(var limit, _, _)
        ? limit.flatMap(whole::stopped)
        : Optional.empty();
  }

  private static Tally tally(VisitTally spent) {
    return new Tally(spent.pages(), spent.pageBytes(), spent.gzipBytes(), spent.findings());
  }

  /// Keeps one visit. Used by one thread at a time.
  private final class Journal implements VisitJournal {
    private final SiteView site;
    private final VisitTask task;
    private final WireTally wire;
    private final HandedPages handed;
    private final SuspectPages suspects;
    private Optional<HomePlace> place = Optional.empty();
    private long wireKept;
    private long lastParcel;
    private long stateBytes;

    /// Whether the visit is to go through the pages since its last checkpoint once more, from
    /// memory, and to save its state after each. Else they would count as read, and what the agent
    /// found there would be lost until it is resumed.
    private boolean isRepeating;

    Journal(
        SiteView site, VisitTask task, WireTally wire, HandedPages handed, SuspectPages suspects)
        throws IOException {
      this.site = site;
      this.task = task;
      this.wire = wire;
      this.handed = handed;
      this.suspects = suspects;
      this.wireKept = wire.bytes();
      this.lastParcel = shell.lastParcel(task.agentId());
    }

    @Override
    public void begun(VisitHandle visiting) {
      handed.begun();
      place.ifPresent(own -> own.begun(visiting));
    }

    @Override
    public boolean keepsValidators() {
      return true;
    }

    @Override
    public void commit(VisitProgress made) throws IOException {
      keep(made.lines(), made.state(), made.tally());
      handed.kept();
      stateBytes = made.state().length;
      place.ifPresent(own -> own.kept(stateBytes));
    }

    @Override
    public void end(VisitResult result) throws IOException {
      isRepeating = !isRepeating && isAway(site, result.outcome()) && handed.canRepeat(stateBytes);
      if (result.state().isPresent()) {
        keep(result.lastLines(), result.state().get(), result.tally());
        return;
      }
      // The agent will repeat the lines after the last checkpoint.
      boolean goesOn =
          isRepeating
              || suspects.canGoOn(result.outcome())
              || place.filter(own -> own.isSentAway(result.outcome())).isPresent();
      if (!result.lastLines().isEmpty() && !goesOn) {
        try (var content = pack(result.lastLines())) {
          listener.unread(task.agentId(), content.failed());
          shell.parcel(site, content);
        }
      }
      count();
    }

    private void keep(List<ParcelLine> lines, byte[] state, VisitTally spent) throws IOException {
      var agent = new SavedAgent(Bytes.copyOf(state), tally(spent), spent.time());
      try (var content = pack(lines)) {
        shell.checkpoint(site, content, agent);
        listener.unread(task.agentId(), content.failed());
      }
      if (!lines.isEmpty()) {
        lastParcel++;
      }
      count();
      listener.reached(site, task.agentId(), tally(spent));
    }

    private ParcelContent pack(List<ParcelLine> lines) {
      var content = shell.content(site, Parcel.pack(task.agentId(), lastParcel + 1, lines));
      lines.forEach(content::line);
      return content;
    }

    private void count() throws IOException {
      long now = wire.bytes();
      shell.count(task.agentId(), now - wireKept);
      wireKept = now;
      versions.accept(site, wire.versions());
    }
  }
}
