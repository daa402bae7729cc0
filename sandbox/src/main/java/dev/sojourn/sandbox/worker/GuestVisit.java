package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Budget;
import dev.sojourn.agent.Fetched;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.agent.PageChangedException;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.itinerary.Itinerary;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.filter.UrlFilter;
import dev.sojourn.sandbox.PageDetail;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.meter.StackRoom;
import dev.sojourn.sandbox.worker.meter.StopException;
import dev.sojourn.sandbox.worker.meter.StopSignal;
import dev.sojourn.sandbox.worker.meter.VisitMeter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The visit as the agent sees it. Only the visit's thread uses it, except [#answer] and the stop
/// signal. Every method except plain getters first requires [StackRoom].
final class GuestVisit implements Visit {
  private static final int MAX_LINE_CHARS = 1_000;
  private static final int MAX_REPLY_CHARS = 16_000;

  /// The most URLs that are referred only so that the owner sees what the own rules leave out.
  private static final int MAX_UNWANTED = 10_000;

  private final ToWorker.Begin order;
  private final Sender pipe;
  private final StopSignal stop;
  private final VisitMeter spending;
  private final Agent agent;
  private final Queue<ToWorker.Message> mail;
  private final Supplier<byte[]> state;
  private final KnownPages known;
  private final ArrayBlockingQueue<ToWorker> answers = new ArrayBlockingQueue<>(2);
  private final FindingJson findings;
  private final UrlFilter filter;
  private final Set<String> referred = new HashSet<>();
  private final Set<String> starts;
  private final UpcomingPages upcoming;
  private final PageQuestions questions = new PageQuestions();
  private final WalkedFrontiers walked = new WalkedFrontiers();
  private final RandomGenerator random;
  private final CheckpointPace pace;

  /// A finding that goes with the next message, so that the caller wakes only once.
  private FromWorker.@Nullable Finding held;

  /// How many URLs were referred that the owner's rules leave out.
  private int referredUnwanted;

  /// Whether the page that was requested last is missing for a reason that may pass.
  private boolean mayComeLater;

  private @Nullable GuestPage last;
  private @Nullable GuestPage newest;
  private @Nullable PageChanges changes;

  /// The way to the caller of the visit.
  interface Sender {
    /// Sends messages together, in their order.
    void send(FromWorker... messages) throws IOException;
  }

  /// @param pipe sends messages to the caller
  /// @param spending counts what the visit spends
  /// @param mail messages for the agent; the thread that reads the pipe adds them
  /// @param state returns the encoded state of the agent
  /// @param known the pages that the agent knows from an earlier crawl
  GuestVisit(
      ToWorker.Begin order,
      Sender pipe,
      StopSignal stop,
      VisitMeter spending,
      Agent agent,
      Queue<ToWorker.Message> mail,
      Supplier<byte[]> state,
      KnownPages known) {
    this.order = order;
    this.pipe = pipe;
    this.stop = stop;
    this.agent = agent;
    this.mail = mail;
    this.state = state;
    this.known = known;
    this.spending = spending;
    this.findings = new FindingJson(order.limits().findingBytes());
    this.filter = UrlFilter.of(order.inputs().rules());
    this.starts = Set.copyOf(order.inputs().starts());
    this.upcoming = new UpcomingPages(order.inputs().scope(), filter, order.readAhead());
    this.random = new SplittableRandom(order.inputs().seed());
    this.pace = new CheckpointPace(order.limits().checkpointEvery(), System.nanoTime());
  }

  /// Passes an answer to the waiting visit; the thread that reads the pipe calls it.
  boolean answer(ToWorker message) {
    return answers.offer(message);
  }

  @Override
  public List<String> starts() {
    return order.inputs().starts();
  }

  @Override
  public Scope scope() {
    return order.inputs().scope();
  }

  @Override
  public boolean wants(String url) {
    StackRoom.forAnswer();
    return filter.wants(url);
  }

  @Override
  public Fetched fetch(String url) {
    StackRoom.forAnswer();
    stop.check();
    return fetch(url, "", -1, UpcomingPages.Ahead.NONE, Optional.empty());
  }

  @Override
  public Fetched fetch(String url, KnownPage page) {
    StackRoom.forAnswer();
    stop.check();
    return fetch(url, "", -1, UpcomingPages.Ahead.NONE, Optional.of(page));
  }

  @Override
  public KnownPages known() {
    return known;
  }

  @Override
  public Fetched fetchNext(Frontier frontier) {
    StackRoom.forAnswer();
    stop.check();
    walked.walk(frontier);
    while (true) {
      var next = frontier.take();
      var fetched = fetch(frontier, next);
      // Many failures in a row fill the room for output, and only the agent can checkpoint.
      boolean isPostponed =
          mayComeLater
              && frontier.postpone(next)
              && frontier.hasNext()
              && !spending.isCheckpointUrgent();
      if (!isPostponed) {
        return fetched;
      }
    }
  }

  private Fetched fetch(Frontier frontier, Frontier.Candidate next) {
    // The agent may make candidates itself, and its state may come from strangers.
    var foundOn = next.foundOn().flatMap(PageUrl::parse).map(PageUrl::toString).orElse("");
    int depth = Math.clamp(next.depth(), 0, FromWorker.PageWanted.MAX_DEPTH);
    var ahead = upcoming.of(frontier);
    var fetched = fetch(next.url(), foundOn, foundOn.isEmpty() ? -1 : depth, ahead, next.known());
    if (fetched instanceof Fetched.Unchanged) {
      frontier.addUnchanged(next);
    }
    return fetched;
  }

  private Fetched fetch(
      String url,
      String foundOn,
      int depth,
      UpcomingPages.Ahead ahead,
      Optional<KnownPage> condition) {
    mayComeLater = false;
    var parsed = PageUrl.parse(url);
    if (parsed.isEmpty()) {
      return new Fetched.Missing(url, 0, "not a URL of http or https");
    }
    var wanted = parsed.get();
    var text = wanted.toString();
    if (!order.inputs().scope().contains(wanted) || !filter.wants(text)) {
      send(wanted);
      return new Fetched.OutOfScope(text);
    }
    spending.page(VisitLimits.pageRecordBytes(text, foundOn));
    // The answer replaces the page, whatever it is.
    last = null;
    newest = null;
    int noted = foundOn.isEmpty() && starts.contains(text) ? 0 : depth;
    send(
        new FromWorker.PageWanted(
            order.visit(),
            text,
            foundOn,
            noted,
            ahead.urls(),
            condition.filter(GuestVisit::isSendable),
            ahead.held()));
    return answerFor(wanted);
  }

  /// Whether a known page can be sent. An agent may make such a value from any text.
  private static boolean isSendable(KnownPage page) {
    return page.print().isPresent() && page.own().length() <= PageUrl.MAX_CHARS;
  }

  @Override
  public VisitCause cause() {
    return order.inputs().cause();
  }

  @Override
  public Itinerary itinerary() {
    return order.inputs().itinerary();
  }

  @Override
  public PageChanges changes() {
    StackRoom.forAnswer();
    stop.check();
    var found = changes;
    if (found == null) {
      send(new FromWorker.ChangesWanted(order.visit()));
      if (!(answer() instanceof ToWorker.Changes(_, var noted))) {
        throw new IllegalStateException("no answer about changes");
      }
      found = noted;
      changes = found;
    }
    return found;
  }

  /// Waits for the answer to the last request.
  private ToWorker answer() {
    long begun = System.nanoTime();
    try {
      var answer = answers.take();
      pace.answered(System.nanoTime() - begun);
      if (answer instanceof ToWorker.Stop(_, var limit, var reason)) {
        stop.order(limit, reason);
        throw new StopException(limit, reason);
      }
      return answer;
    } catch (InterruptedException _) {
      // The flag stays clear: it would close the pipe, which all visits of the worker share.
      throw new StopException("stop", "interrupted");
    }
  }

  private GuestPage page(PageReply.Content content) {
    spending.body(content.sizeBytes());
    var page = new GuestPage(content, order.inputs().productToken(), questions);
    last = page;
    newest = page;
    return page;
  }

  /// Refers a page that a redirect led to, in place of handing it to the agent.
  private Fetched unwanted(GuestPage page) {
    last = null;
    newest = null;
    PageUrl.parse(page.url()).ifPresent(this::send);
    return new Fetched.OutOfScope(page.url());
  }

  private Fetched answerFor(PageUrl wanted) {
    if (answer() instanceof ToWorker.Page(_, var reply)) {
      return fetched(wanted, reply);
    }
    throw new IllegalStateException("no answer to a page");
  }

  private Fetched fetched(PageUrl wanted, PageReply reply) {
    var url = wanted.toString();
    return switch (reply) {
      case PageReply.Content content -> {
        var page = page(content);
        yield filter.wants(url, page.url()) ? page : unwanted(page);
      }
      case PageReply.Unchanged _ -> new Fetched.Unchanged(url);
      case PageReply.Refused(var reason) -> new Fetched.Refused(url, reason);
      case PageReply.Missing(var status, var reason, var isTemporary) -> {
        mayComeLater = isTemporary;
        yield new Fetched.Missing(url, status, reason);
      }
    };
  }

  /// The part of this visit that its pages call. It is a separate object, since the agent could
  /// call methods of the visit.
  private final class PageQuestions implements GuestPage.Questions {
    /// Reports that the last page asks not to be indexed; earlier pages cannot be reported any
    /// more.
    @Override
    public void noindex(GuestPage page) {
      if (page == last) {
        last = null;
        send(new FromWorker.Noindex(order.visit()));
      }
    }

    @Override
    public void shortened(GuestPage page, Set<PagePart> views) {
      if (page == newest) {
        send(new FromWorker.Shortened(order.visit(), views));
      }
    }

    @Override
    public byte[] detail(GuestPage page, PageDetail detail) {
      stop.check();
      if (page != newest) {
        throw new IllegalStateException(
            "The body and the elements of a page can be read until the next page is fetched: "
                + page.url());
      }
      send(new FromWorker.DetailWanted(order.visit(), detail));
      if (answer() instanceof ToWorker.Detail(_, var octets)) {
        return octets.orElseThrow(() -> new PageChangedException(page.url()));
      }
      throw new IllegalStateException("no answer about a part of a page");
    }

    @Override
    public PageUsage usage(String url) {
      stop.check();
      send(new FromWorker.UsageWanted(order.visit(), url));
      if (answer() instanceof ToWorker.Usage(_, var usage)) {
        return usage;
      }
      throw new IllegalStateException("no answer about uses of a page");
    }
  }

  @Override
  public void report(Record finding) {
    StackRoom.forAnswer();
    stop.check();
    var json = findings.write(finding);
    spending.finding(json.length);
    sendHeld();
    held = new FromWorker.Finding(order.visit(), json);
  }

  @Override
  public void refer(String url) {
    StackRoom.forAnswer();
    stop.check();
    PageUrl.parse(url).ifPresent(this::send);
  }

  /// Sends a referral, unless it was sent before.
  private void send(PageUrl url) {
    var text = url.toString();
    if (referred.contains(text)) {
      return;
    }
    if (!filter.wants(text)) {
      if (referredUnwanted == MAX_UNWANTED) {
        return;
      }
      referredUnwanted++;
    }
    boolean isElsewhere = !url.origin().equals(order.inputs().scope().origin());
    if (spending.referral(text.length(), isElsewhere)) {
      referred.add(text);
      send(new FromWorker.Referral(order.visit(), text));
    }
  }

  /// Reports the counts of the agent's frontier, and the number of referrals dropped since the last
  /// report. They show the owner which pages were not read.
  ///
  /// @param isLast whether this is the last report
  void reportLeftOut(boolean isLast) {
    walked
        .take(isLast)
        .ifPresent(counts -> send(new FromWorker.LinksCounted(order.visit(), counts)));
    long count = spending.takeDropped();
    if (count > 0) {
      send(new FromWorker.Dropped(order.visit(), count));
    }
  }

  @Override
  public void checkpoint() {
    StackRoom.forState();
    if (!order.inputs().parts().isEmpty()) {
      // A combination keeps its results completely or not at all.
      stop.check();
      return;
    }
    answerMail();
    long begun = System.nanoTime();
    boolean due = pace.isDue(begun);
    boolean last = stop.ordered() != null || spending.left().isSpent();
    boolean urgent =
        spending.isCheckpointPressing()
            || (spending.isCheckpointUrgent() && pace.isAffordable(begun));
    if (due || last || urgent) {
      spending.checkpoint();
      reportLeftOut(last);
      send(new FromWorker.Checkpoint(order.visit(), state.get()));
      // Only after sending: the agent's code may run while its state is encoded, and that may fail.
      spending.kept();
      pace.saved(begun, System.nanoTime());
    } else if (order.readsBack()) {
      // The state is not saved, but a value that cannot travel fails at every checkpoint,
      // independent of the pace.
      var _ = state.get();
    }
    stop.check();
  }

  /// Delivers messages. The agent's fields are consistent here, since the agent asked to save them.
  private void answerMail() {
    for (var message = mail.poll(); message != null; message = mail.poll()) {
      stop.check();
      boolean isTaken = agent instanceof TakesMessages;
      var said = agent instanceof TakesMessages taker ? taker.message(message.text()) : "";
      var text = Objects.requireNonNull(said, "message() returned null");
      var reply = ForeignText.of(text).first(MAX_REPLY_CHARS);
      spending.reply(reply.getBytes(StandardCharsets.UTF_8).length);
      send(new FromWorker.Reply(order.visit(), message.number(), isTaken, reply));
    }
  }

  @Override
  public Budget budget() {
    StackRoom.forAnswer();
    stop.check();
    return spending.left();
  }

  @Override
  public Instant now() {
    StackRoom.forAnswer();
    stop.check();
    return Instant.now().truncatedTo(ChronoUnit.SECONDS);
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void log(String message) {
    StackRoom.forAnswer();
    stop.check();
    var line = ForeignText.of(message).text(MAX_LINE_CHARS);
    spending.logLine(line.getBytes(StandardCharsets.UTF_8).length);
    send(new FromWorker.LogLine(order.visit(), line));
  }

  /// Sends the finding that no message took along. [VisitCourse] calls it at the end.
  void sendHeld() {
    var finding = held;
    held = null;
    if (finding != null) {
      sendAll(finding);
    }
  }

  private void send(FromWorker message) {
    var finding = held;
    held = null;
    if (finding == null) {
      sendAll(message);
    } else {
      sendAll(finding, message);
    }
  }

  private void sendAll(FromWorker... messages) {
    try {
      pipe.send(messages);
    } catch (IOException e) {
      throw new StopException("stop", "the pipe is broken: " + e.getMessage());
    }
  }
}
