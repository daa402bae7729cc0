package dev.sojourn.visit;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.PageRequest;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitServices;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.view.PageViews;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/// The services of one visit: it answers page requests through the gate, and writes the agent's
/// findings into the journal at each checkpoint. Used by the visit's thread in the sandbox, and
/// after its end by the waiting thread.
final class PageServer implements VisitServices {
  // Shared by all visits, because an agent can request the same page repeatedly.
  private static final RateLimitedLog LOG =
      new RateLimitedLog(System.getLogger(PageServer.class.getName()));

  /// The largest number of redirects followed for one request.
  static final int MAX_REDIRECTS = 5;

  /// The largest total length of redirect targets in the page records between two checkpoints, in
  /// characters.
  private static final int MAX_END_CHARS = 1 << 20;

  /// The status that an agent gets for an endless redirect (RFC 5842, loop detected).
  private static final int LOOP_STATUS = 508;

  private static final int MOVED_STATUS = 302;

  private static final int NOT_MODIFIED_STATUS = 304;

  private final VisitGate gate;
  private final ContentSource source;
  private final VisitJournal journal;
  private final InstantSource clock;
  private final PageViews views;
  private final LongSupplier nanos;
  private final long begun;
  private final VisitTally before;

  private final List<ParcelLine> lines = new ArrayList<>();
  private final MovedPages moved = new MovedPages();
  private final LeftOutCounts leftOut = new LeftOutCounts();
  private final KnownRedirects redirects = new KnownRedirects();
  private int endChars;
  private int lastPage = -1;
  private Optional<Content.Found> last = Optional.empty();
  private boolean wantsBodies;
  private Optional<Exchanged> unrecorded = Optional.empty();
  private long pages;
  private long pageBytes;
  private long gzipBytes;
  private long findings;
  private VisitSpending spending = VisitSpending.NONE;
  private VisitTally committed;
  private Optional<byte[]> committedState;

  /// @param clock the clock for the times of requests
  /// @param nanos a monotonic clock for the time of the visit, in nanoseconds
  PageServer(
      VisitGate gate,
      ContentSource source,
      VisitJournal journal,
      VisitTally before,
      InstantSource clock,
      LongSupplier nanos,
      Optional<byte[]> state,
      PageViews views) {
    this.views = views;
    this.gate = gate;
    this.source = source;
    this.journal = journal;
    this.clock = clock;
    this.before = before;
    this.committed = before;
    this.committedState = state;
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  @Override
  public void beginning(VisitHandle visit) {
    journal.begun(visit);
  }

  @Override
  public PageReply page(PageRequest request) throws InterruptedException {
    answered();
    var asked = clock.instant();
    journal.asked();
    expect(request);
    last = Optional.empty();
    try {
      var answered = follow(request.url(), request.known());
      unrecorded = Optional.of(new Exchanged(request, asked, clock.instant(), answered));
      return answered.reply();
    } catch (UncheckedIOException e) {
      // The failure ends the visit, but the last request is still recorded.
      var reason = String.valueOf(e.getMessage());
      var missing = new PageReply.Missing(0, reason);
      var answered = new Answered(request.url(), PageOutcome.NO_CONNECTION, missing);
      unrecorded = Optional.of(new Exchanged(request, asked, clock.instant(), answered));
      throw e;
    }
  }

  /// Asks the source to read ahead the pages that the visit may see.
  private void expect(PageRequest request) throws InterruptedException {
    var next = request.next();
    if (next.equals(PageRequest.NextPages.NONE)) {
      return;
    }
    var allowed = new ArrayList<PageUrl>();
    for (var url : next.urls()) {
      boolean isToBeRead = !url.equals(request.url()) && redirects.target(url).isEmpty();
      if (isToBeRead && gate.rule(url) instanceof GateRuling.Allowed) {
        allowed.add(url);
      }
    }
    source.expect(allowed, next.held(), next.pages(), next.bytes());
  }

  @Override
  public Optional<byte[]> detail(PageDetail detail) throws InterruptedException {
    wantsBodies = true;
    return last.isPresent() ? views.detail(last.get(), detail) : Optional.empty();
  }

  /// Records the last answered page. Computing its digest and compressed size takes as long as
  /// reading it, so the agent gets the page first. All later requests come after the record.
  @Override
  public void answered() {
    var exchanged = unrecorded;
    unrecorded = Optional.empty();
    exchanged.ifPresent(this::record);
  }

  /// A request and its answer.
  ///
  /// @param asked the time of the request
  /// @param ended the time of the answer
  private record Exchanged(PageRequest request, Instant asked, Instant ended, Answered answered) {}

  /// The answer to a request after all redirects.
  ///
  /// @param at the URL at the end of the redirects
  /// @param mediaType the media type of the page; empty if there is no page
  /// @param site the uses that robots.txt stated for the page
  private record Answered(
      PageUrl at, PageOutcome outcome, PageReply reply, String mediaType, PageUsage site) {

    /// An answer without a page.
    Answered(PageUrl at, PageOutcome outcome, PageReply reply) {
      this(at, outcome, reply, "", PageUsage.NONE);
    }
  }

  private Answered follow(PageUrl url, Optional<KnownPage> known) throws InterruptedException {
    var at = url;
    var check = new UnchangedPageCheck(known);
    var walked = new HashSet<PageUrl>();
    for (int hops = 0; hops <= MAX_REDIRECTS; hops++) {
      if (!walked.add(at)) {
        return loop(at, "It redirects in a circle, back to " + at + ".");
      }
      var barred = barred(at, hops);
      if (barred.isPresent()) {
        return barred.get();
      }
      switch (hop(at, check)) {
        case Content.Found page -> {
          return found(page, at, hops, check);
        }
        case Content.NotModified _ -> {
          var name = name(at, hops);
          give(name, hops);
          return unchanged(name);
        }
        case Content.Missing(int status, var reason, var outcome) -> {
          return missing(at, status, reason, outcome);
        }
        case Content.Redirect redirect -> at = redirect.to();
      }
    }
    return loop(at, "It redirects more than " + MAX_REDIRECTS + " times, last to " + at + ".");
  }

  private Answered found(Content.Found page, PageUrl at, int hops, UnchangedPageCheck check)
      throws InterruptedException {
    var name = name(at, hops);
    if (hops > 0 && redirects.isGiven(name)) {
      return givenBefore(name);
    }
    return switch (named(page, name)) {
      case Content.Found named -> {
        give(name, hops);
        yield answered(named, check);
      }
      case Content.Missing(int status, var reason, var outcome) ->
          missing(at, status, reason, outcome);
      default -> throw new IllegalStateException("a page that moved: " + name);
    };
  }

  private static Answered missing(PageUrl at, int status, String reason, PageOutcome outcome) {
    return new Answered(
        at, outcome, new PageReply.Missing(status, reason, outcome.mayComeLater(status)));
  }

  /// Returns a page with the view that it has under its name.
  private Content named(Content.Found page, PageUrl name) throws InterruptedException {
    return name.equals(page.url()) ? page : read(name, () -> views.viewed(page.under(name)));
  }

  /// Answers with a page that has a view.
  private Answered answered(Content.Found page, UnchangedPageCheck check)
      throws InterruptedException {
    var viewed = page.viewed().orElseThrow();
    var site = gate.usage(page.url());
    if (check.holds(page.url(), viewed.digest(), page.headers(), site)) {
      return unchanged(page.url());
    }
    last = Optional.of(page);
    var reply =
        new PageReply.Content(
            page.url(),
            page.status(),
            page.headers(),
            viewed.sizeBytes(),
            viewed.digest(),
            viewed.view());
    pages++;
    pageBytes += viewed.sizeBytes();
    journal.handsOver(page.url(), viewed.sizeBytes());
    viewed.view().unparsed().ifPresent(reason -> journal.unparsed(page.url(), reason));
    return new Answered(page.url(), PageOutcome.FETCHED, reply, page.mediaType(), site);
  }

  /// Returns the URL of a page without a session identifier that a redirect added, as for links.
  /// Redirects are followed with the identifier, since the site may otherwise redirect again.
  private PageUrl name(PageUrl at, int hops) throws InterruptedException {
    var name = hops == 0 ? at : at.withoutSession();
    return name.equals(at) || gate.rule(name) instanceof GateRuling.Allowed ? name : at;
  }

  /// The answer for a page that the visit may not see or has already received; empty for other
  /// pages.
  private Optional<Answered> barred(PageUrl at, int hops) throws InterruptedException {
    return switch (gate.rule(at)) {
      case GateRuling.Allowed _ ->
          hops > 0 && redirects.isGiven(at) ? Optional.of(givenBefore(at)) : Optional.empty();
      case GateRuling.Disallowed no ->
          Optional.of(refused(at, PageOutcome.DISALLOWED, no.reason()));
      // The page may exist, and must not count as gone.
      case GateRuling.RulesUnread no ->
          Optional.of(refused(at, PageOutcome.UNREADABLE, no.reason()));
      // Other visits may read pages of both kinds.
      case GateRuling.RoutedElsewhere no -> Optional.of(outside(at, hops, no.reason()));
      case GateRuling.OutOfScope no -> Optional.of(outside(at, hops, no.reason()));
    };
  }

  private static Answered givenBefore(PageUrl at) {
    var reason = "It redirects to " + at + ", which this visit was given before.";
    return new Answered(at, PageOutcome.GIVEN_BEFORE, new PageReply.Missing(MOVED_STATUS, reason));
  }

  private void give(PageUrl at, int hops) {
    if (hops > 0) {
      redirects.give(at);
    }
  }

  private Answered unchanged(PageUrl at) {
    pages++;
    return new Answered(at, PageOutcome.UNCHANGED, new PageReply.Unchanged());
  }

  private static Answered loop(PageUrl at, String reason) {
    return new Answered(at, PageOutcome.REDIRECT_LOOP, new PageReply.Missing(LOOP_STATUS, reason));
  }

  private Answered outside(PageUrl at, int hops, String reason) {
    return hops == 0
        ? refused(at, PageOutcome.OUTSIDE, reason)
        : new Answered(at, PageOutcome.OUTSIDE, movedAway(at.withoutSession()));
  }

  private static Answered refused(PageUrl at, PageOutcome outcome, String reason) {
    return new Answered(at, outcome, new PageReply.Refused(reason));
  }

  /// Records the outcome of a request.
  private void record(Exchanged exchanged) {
    var request = exchanged.request();
    var answered = exchanged.answered();
    var noted = noted(answered);
    lastPage = lines.size();
    var asked =
        new PageRecord(
            request.url().toString(),
            end(request.url(), answered.at()),
            request.foundOn().map(PageUrl::toString),
            request.depth(),
            exchanged.ended(),
            Duration.between(exchanged.asked(), exchanged.ended()),
            answered.outcome(),
            noted.status(),
            noted.reason(),
            noted.body());
    lines.add(new ParcelLine.Page(unparsed(answered).map(asked::inPart).orElse(asked)));
  }

  private static Optional<String> unparsed(Answered answered) {
    return answered.reply() instanceof PageReply.Content content
        ? content.view().unparsed().map(reason -> "Not parsed: " + reason + ".")
        : Optional.empty();
  }

  /// The facts about a reply, for its record. Making these facts also counts the compressed bytes
  /// of a page, which are looked up by its fingerprint.
  private record Reported(int status, String reason, Optional<PageRecord.Body> body) {}

  private Reported noted(Answered answered) {
    return switch (answered.reply()) {
      case PageReply.Content content ->
          new Reported(content.status(), "", Optional.of(body(answered, content)));
      case PageReply.Unchanged _ -> new Reported(NOT_MODIFIED_STATUS, "", Optional.empty());
      case PageReply.Refused(var reason) -> new Reported(0, reason, Optional.empty());
      case PageReply.Missing(int status, var reason, _) ->
          new Reported(status, reason, Optional.empty());
    };
  }

  private PageRecord.Body body(Answered answered, PageReply.Content content) {
    long gzip = content.view().gzipBytes();
    gzipBytes += gzip > 0 ? gzip : content.sizeBytes();
    var print = UnchangedPageCheck.print(content.digest(), content.headers(), answered.site());
    return UnchangedPageCheck.body(answered.mediaType(), content, print, journal.keepsValidators());
  }

  /// Returns the end of a redirect for the record. A site controls these ends, so the total length
  /// is bounded.
  private Optional<String> end(PageUrl asked, PageUrl at) {
    int chars = at.toString().length();
    if (at.equals(asked) || chars > MAX_END_CHARS - endChars) {
      return Optional.empty();
    }
    endChars += chars;
    return Optional.of(at.toString());
  }

  /// Lists only pages that the visit may see.
  @Override
  public PageChanges changes() throws IOException, InterruptedException {
    answered();
    return source.changes(url -> gate.rule(url) instanceof GateRuling.Allowed);
  }

  @Override
  public PageUsage usage(PageUrl url) throws InterruptedException {
    return gate.usage(url);
  }

  @Override
  public void noindex() {
    say(PageRecord::noindex);
  }

  /// A page that was not parsed keeps the reason for it.
  @Override
  public void shortened(Set<PagePart> views) {
    boolean isParsed =
        last.flatMap(Content.Found::viewed).flatMap(page -> page.view().unparsed()).isEmpty();
    if (isParsed) {
      say(asked -> asked.inPart("Read in part: " + PagePart.words(views) + "."));
    }
  }

  /// Extends the record of the last answered page, unless a checkpoint has already stored it.
  private void say(UnaryOperator<PageRecord> more) {
    answered();
    if (lastPage >= 0 && lines.get(lastPage) instanceof ParcelLine.Page(var asked)) {
      lines.set(lastPage, new ParcelLine.Page(more.apply(asked)));
    }
  }

  /// The answer for a URL. A redirect that was met before is answered from memory.
  private Content hop(PageUrl url, UnchangedPageCheck check) throws InterruptedException {
    var known = redirects.target(url);
    if (known.isPresent()) {
      return new Content.Redirect(known.get());
    }
    var content = read(url, check.condition(url));
    if (content instanceof Content.NotModified answer && !check.holds(answer, gate.usage(url))) {
      content = read(url, PageValidators.NONE);
    }
    if (content instanceof Content.Redirect redirect) {
      redirects.add(url, redirect.to());
      leftOut.redirected(redirect.hadUser());
    }
    return content;
  }

  /// Refers a page that moved out of the scope, so that other visits can read it.
  private PageReply movedAway(PageUrl to) {
    boolean isReported = moved.hasReported(to);
    if (!isReported && moved.add(to)) {
      isReported = true;
      refer(to);
    }
    leftOut.drop(isReported ? 0 : 1);
    return MovedPages.reply(to, isReported);
  }

  private Content read(PageUrl url, PageValidators held) throws InterruptedException {
    return read(url, () -> views.read(source, url, held, wantsBodies));
  }

  /// Reads a page.
  private interface Reading {
    Content read() throws IOException, InterruptedException;
  }

  private static Content read(PageUrl url, Reading reading) throws InterruptedException {
    try {
      return reading.read();
    } catch (IOException e) {
      // The message names files of this machine, which the agent must not see.
      LOG.line(System.Logger.Level.WARNING, "{0} could not be read: {1}", url, e.toString());
      return new Content.Missing(0, "It could not be read now.");
    } catch (UncheckedIOException e) {
      throw e;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      // A fault in one page must not end the visit.
      LOG.fault("The reading of a page", e);
      return new Content.Missing(0, "It could not be read, by a fault of this program.");
    }
  }

  @Override
  public void finding(byte[] json) {
    answered();
    findings++;
    lines.add(new ParcelLine.Finding(Bytes.wrap(json)));
  }

  @Override
  public void refer(PageUrl url) {
    answered();
    lines.add(new ParcelLine.Referral(url.toString()));
  }

  @Override
  public void dropped(long count) {
    leftOut.drop(count);
  }

  @Override
  public void counted(FrontierCounts counts) {
    leftOut.count(counts);
  }

  @Override
  public void log(String line) {
    answered();
    lines.add(new ParcelLine.Log(line));
  }

  @Override
  public void checkpoint(byte[] state, VisitSpending spent) throws IOException {
    answered();
    spending = spent;
    leftOut.announce(lines);
    var progress = new VisitProgress(state, lines, tally());
    journal.commit(progress);
    committed = progress.tally();
    committedState = Optional.of(state);
    lines.clear();
    moved.clear();
    endChars = 0;
    lastPage = -1;
  }

  /// The usage of the visit at its last checkpoint.
  VisitTally committed() {
    return committed;
  }

  /// The state of the last checkpoint; before the first, the initial state of the visit.
  Optional<byte[]> committedState() {
    return committedState;
  }

  /// The result at the end, with the lines that may still be sent.
  ///
  /// @param spent the usage since the visit started in its last worker
  VisitResult result(VisitEnd end, VisitSpending spent) {
    var tally = spentSoFar(spent);
    var outcome = VisitOutcome.of(end);
    if (end instanceof VisitEnd.Finished(var state, _)) {
      leftOut.announce(lines);
      return new VisitResult(outcome, Optional.of(state), lines, tally);
    }
    return VisitResult.unfinished(outcome, lines, tally, committed.findings());
  }

  /// The total usage of the visit, including work that is lost.
  ///
  /// @param spent the usage since the visit started in its last worker
  VisitTally spentSoFar(VisitSpending spent) {
    answered();
    spending = spent;
    return tally();
  }

  private VisitTally tally() {
    return before.plus(
        new VisitTally(
            Duration.ofNanos(nanos.getAsLong() - begun),
            pages,
            pageBytes,
            gzipBytes,
            findings,
            spending));
  }
}
