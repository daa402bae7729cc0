package dev.sojourn.crawl.visits.home;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
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
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.visits.CrawlShell;
import dev.sojourn.crawl.visits.EarlierPages;
import dev.sojourn.crawl.visits.MadeEnding;
import dev.sojourn.crawl.visits.ParcelContent;
import dev.sojourn.crawl.visits.SavedAgent;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.LimitWords;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.VisitTally;
import dev.sojourn.visit.content.ReadAhead;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

/// Makes visits at home: the same agent in the same sandbox as at a host, with pages fetched over
/// HTTP. Each checkpoint is stored together with the findings so far, so that a visit continues
/// from there after a crash.
public final class HomeWorker {
  private static final System.Logger LOG = System.getLogger(HomeWorker.class.getName());

  /// The limit for page bodies kept for all visits, in case a visit starts again from its last
  /// checkpoint.
  private static final long HANDED_BYTES = 64L << 20;

  /// How long to wait after a worker ended, since the same signal may stop the crawl too. A
  /// terminal sends Ctrl-C, and a service manager SIGTERM, to both at once.
  private static final Duration TIME_TO_BE_STOPPED = Duration.ofSeconds(1);

  private final CrawlShell shell;
  private final EarlierPages earlier;
  private final CrawlHeader header;
  private final Bytes code;
  private final VisitRunner runner;
  private final HomeSites sites;
  private final MovedStarts moves;
  private final HomePlaces places;
  private final long heldBytes;
  private final HandedPages.Room room = new HandedPages.Room(HANDED_BYTES);
  private final InstantSource clock;
  private final VisitListener listener;
  private final AtomicBoolean hasReportedOfStays = new AtomicBoolean();

  /// Creates a worker.
  ///
  /// @param shell stores the results
  /// @param earlier has the pages of earlier rounds
  /// @param header of the crawl
  /// @param code of the agent, a jar
  /// @param runner runs the visits
  /// @param sites have the pages
  /// @param moves receives start URLs that redirect to another site
  /// @param places in the worker of all visits
  /// @param heldBytes the limit for bodies that wait for one agent; above it no page is read ahead
  /// @param listener receives news for people
  /// @param clock a steady clock that measures waiting times
  public HomeWorker(
      CrawlShell shell,
      EarlierPages earlier,
      CrawlHeader header,
      Bytes code,
      VisitRunner runner,
      HomeSites sites,
      MovedStarts moves,
      HomePlaces places,
      long heldBytes,
      VisitListener listener,
      InstantSource clock) {
    this.shell = shell;
    this.earlier = earlier;
    this.header = header;
    this.code = code;
    this.runner = runner;
    this.sites = sites;
    this.moves = moves;
    this.places = places;
    this.heldBytes = heldBytes;
    this.clock = clock;
    this.listener = listener;
  }

  /// Makes a visit, from its start or its last checkpoint to its end.
  ///
  /// @param site of the visit
  /// @param plan of the site
  /// @param task of the visit
  /// @throws IOException if the results cannot be stored
  /// @throws InterruptedException if the thread was interrupted; the visit can continue later
  public void visit(SiteView site, Plan plan, VisitTask task)
      throws IOException, InterruptedException {
    var wire = sites.pages(plan);
    var pages = new WirePages(runner.views().over(wire.source()), wire.bytes());
    int atOnce = sites.atOnce();
    if (atOnce == 1) {
      visit(site, task, pages, () -> {});
      return;
    }
    var bounds = new ReadAhead.Limits(pagesAhead(atOnce), atOnce, heldBytes);
    try (var ahead = new ReadAhead(pages.source(), bounds, () -> true)) {
      visit(site, task, new WirePages(ahead, pages.bytes()), ahead::close);
    }
  }

  /// The number of pages requested ahead. Pages are delivered in the order of the requests. With
  /// fewer pages ahead, one slow page would leave the other connections idle.
  private static int pagesAhead(int atOnce) {
    return atOnce == 1 ? 0 : 2 * atOnce;
  }

  /// @param quiet stops all reading under way
  private void visit(SiteView site, VisitTask task, WirePages pages, Runnable quiet)
      throws IOException, InterruptedException {
    try (var handed = new HandedPages(pages.source(), room)) {
      var visit = new Visit(site, task, pages.bytes(), handed);
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
          // The thread is interrupted here if the crawl is being stopped; the cause is then neither
          // a page nor an agent.
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
    shell.leaveOut(site, page, sentence);
    listener.note(sentence);
  }

  /// A visit, which may enter the worker several times. Used by one thread at a time.
  private final class Visit {
    private final SiteView site;
    private final VisitTask task;
    private final HandedPages handed;
    private final SuspectPages suspects;
    private final Journal journal;
    private final VisitGate gate;

    /// Whether the visit left the worker only because its page had not arrived.
    private boolean isSentAway;

    /// The tally at the time when the visit was sent away.
    private Optional<VisitTally> carried = Optional.empty();

    Visit(SiteView site, VisitTask task, LongSupplier wire, HandedPages handed) throws IOException {
      this.site = site;
      this.task = task;
      this.handed = handed;
      this.suspects = new SuspectPages(handed);
      this.journal = new Journal(site, task, wire, handed, suspects);
      this.gate =
          new VisitGate(
              task.territory().scope(),
              header.productToken(),
              () -> sites.rules(site),
              new RoutePolicy.OverHttp());
    }

    /// Continues from the last checkpoint until the visit is over or has to leave its place.
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
        var order = order(site, task, start.map(Bytes::toArray));
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

    /// The time of waiting for the page outside the worker counts as time of the visit.
    void awaitPage(VisitResult left) throws InterruptedException {
      var since = clock.instant();
      handed.await();
      var waited = Duration.between(since, clock.instant());
      carried =
          Optional.of(left.tally().plus(new VisitTally(waited, 0, 0, 0, 0, VisitSpending.NONE)));
    }
  }

  /// Waits outside the worker until robots.txt was read again, if that is due. If the file cannot
  /// be read, the visit gets the failure at its next request.
  private void awaitRules(SiteView site) throws InterruptedException {
    try {
      var _ = sites.rules(site);
    } catch (UncheckedIOException e) {
      LOG.log(System.Logger.Level.DEBUG, "{0}: {1}", site.origin(), e.getMessage());
    }
  }

  /// The initial state of a visit.
  private Optional<Bytes> first(VisitTask task) throws IOException {
    return task.basis().isEmpty()
        ? earlier.state(task.territory().scope(), true)
        : shell.saved(task.basis()).map(SavedAgent::state);
  }

  /// Whether a visit ended because its site must not be requested any more.
  private boolean isAway(SiteView site, VisitOutcome outcome) {
    return outcome instanceof VisitOutcome.Failed && site.plan().filter(sites::isGone).isPresent();
  }

  /// Treats an agent that would stay as finished, since no agent stays at home.
  private VisitOutcome done(VisitOutcome outcome) {
    if (!(outcome instanceof VisitOutcome.Parked(_, var until))) {
      return outcome;
    }
    if (hasReportedOfStays.compareAndSet(false, true)) {
      listener.note(
          "The agent would stay at home %s. No agent stays there, so its visits are done."
              .formatted(until));
    }
    return new VisitOutcome.Finished(List.of());
  }

  private VisitOrder order(SiteView site, VisitTask task, Optional<byte[]> state) {
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
                    header.parameters())
                .withRules(site.state().terms().rules().ofVisit(task.starts())),
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

  /// Names the whole limit of the command line, since a follow-up may spend its rest. Omits the
  /// place in the agent's code, which does not help the user of the command line.
  private static Ending.Made ending(VisitTask task, VisitOutcome outcome, Allowance whole) {
    return ownLimit(outcome, whole)
        .orElseGet(
            () ->
                MadeEnding.of(
                    outcome.noted(
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

  /// Stores the results of one visit. Used by one thread at a time.
  private final class Journal implements VisitJournal {
    private final SiteView site;
    private final VisitTask task;
    private final LongSupplier wire;
    private final HandedPages handed;
    private final SuspectPages suspects;
    private Optional<HomePlace> place = Optional.empty();
    private long wireKept;
    private long lastParcel;
    private long stateBytes;

    /// Whether the visit goes through the pages since its last checkpoint again, from memory, and
    /// saves its state after each page. Otherwise these pages would count as read, but their
    /// findings would be lost until the visit is resumed.
    private boolean isRepeating;

    Journal(
        SiteView site, VisitTask task, LongSupplier wire, HandedPages handed, SuspectPages suspects)
        throws IOException {
      this.site = site;
      this.task = task;
      this.wire = wire;
      this.handed = handed;
      this.suspects = suspects;
      this.wireKept = wire.getAsLong();
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
      // The agent will report the lines after the last checkpoint again.
      boolean goesOn =
          isRepeating
              || suspects.canGoOn(result.outcome())
              || place.filter(own -> own.isSentAway(result.outcome())).isPresent();
      if (!result.lastLines().isEmpty() && !goesOn) {
        try (var content = pack(result.lastLines())) {
          listener.asked(task.agentId(), content.asked());
          shell.parcel(site, content);
        }
      }
      count();
    }

    private void keep(List<ParcelLine> lines, byte[] state, VisitTally spent) throws IOException {
      var agent = new SavedAgent(Bytes.copyOf(state), tally(spent), spent.time());
      try (var content = pack(lines)) {
        shell.checkpoint(site, content, agent);
        listener.asked(task.agentId(), content.asked());
      }
      if (!lines.isEmpty()) {
        lastParcel++;
      }
      count();
      listener.reached(site, task.agentId(), tally(spent));
    }

    /// The lines of the visit are stored after this, so that a crash forgets no such redirect.
    private void reportMoves(List<ParcelLine> lines) throws IOException {
      for (var line : lines) {
        if (line instanceof ParcelLine.Page(var page)
            && page.outcome() == PageOutcome.OUTSIDE
            && task.starts().contains(page.url())) {
          var to = page.end().flatMap(PageUrl::parse);
          if (to.isPresent() && !to.get().origin().equals(site.origin())) {
            moves.moved(site, PageUrl.parse(page.url()).orElseThrow(), to.get());
          }
        }
      }
    }

    private ParcelContent pack(List<ParcelLine> lines) throws IOException {
      reportMoves(lines);
      var content = shell.content(site, Parcel.pack(task.agentId(), lastParcel + 1, lines));
      lines.forEach(content::line);
      return content;
    }

    private void count() throws IOException {
      long now = wire.getAsLong();
      shell.count(task.agentId(), now - wireKept);
      wireKept = now;
    }
  }
}
