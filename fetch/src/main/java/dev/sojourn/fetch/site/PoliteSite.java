package dev.sojourn.fetch.site;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.fetch.body.BodyRoom;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.robots.fetch.Validators;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

/// Asks one site politely: over a few connections, with a pause after each exchange, and again if
/// the site says "later". The pause is longer if the site is slow or asks for it.
///
/// All territories of a site share one object, so that their visits from home together are as
/// polite as one. May be used by any number of threads; each waits for its turn.
public final class PoliteSite {
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);
  private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(15);

  /// The statuses of a site that is away as a whole; only one page may be at fault for others.
  private static final Set<Integer> OUTAGES = Set.of(429, 502, 503, 504);

  /// The fewest exchanges in a row without a usable answer after which a site counts as gone.
  private static final int SILENT_IN_A_ROW = 5;

  private final String origin;
  private final HttpFetcher fetcher;
  private final SiteRests rests;
  private final RestingPages resting;
  private final Politeness politeness;
  private final AtomicReference<RequestPace> asked;
  private final Time time;

  /// One entry for each free connection: when it may be used next.
  private final BlockingQueue<Instant> turns;

  /// Turns in the queue or in use. Guarded by [#turns].
  private int connections;

  /// The end of the rest that the site asked for; no connection is used before it.
  private final AtomicReference<Instant> restUntil = new AtomicReference<>(Instant.MIN);

  private final AtomicReference<Silence> silence = new AtomicReference<>(Silence.NONE);

  /// The time since which each answer says "later" with a Retry-After.
  private final AtomicReference<Instant> laterSince = new AtomicReference<>(Instant.MAX);

  private final AtomicReference<String> gone = new AtomicReference<>("");
  private final AtomicReference<Duration> lastAnswerTook = new AtomicReference<>(Duration.ZERO);
  private final SilentUrls silentUrls = new SilentUrls();

  /// A row of exchanges without a usable answer.
  private record Silence(int exchanges, Instant since) {
    static final Silence NONE = new Silence(0, Instant.MAX);

    Silence more(Instant now) {
      return new Silence(exchanges + 1, exchanges == 0 ? now : since);
    }
  }

  /// A clock and a way to wait; tests replace both.
  interface Time extends InstantSource {
    /// Waits, at least a little if the duration is positive.
    void sleep(Duration duration) throws InterruptedException;
  }

  private record RealTime(InstantSource clock) implements Time {
    @Override
    public Instant instant() {
      return clock.instant();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
      Thread.sleep(duration);
    }
  }

  /// Creates the view of one site.
  ///
  /// @param origin scheme, host and non-default port
  /// @param fetcher the maker of the exchanges
  /// @param politeness how considerate to be
  /// @param asked the pace that robots.txt asks for
  /// @param resting the pages that caused earlier rests of the site
  /// @param clock measures the waits; it never goes back
  public PoliteSite(
      String origin,
      HttpFetcher fetcher,
      Politeness politeness,
      RequestPace asked,
      RestingPages resting,
      InstantSource clock) {
    this(origin, fetcher, politeness, asked, resting, new RealTime(clock));
  }

  PoliteSite(
      String origin,
      HttpFetcher fetcher,
      Politeness politeness,
      RequestPace asked,
      RestingPages resting,
      Time time) {
    this.origin = origin;
    this.fetcher = fetcher;
    this.rests = fetcher.rests();
    this.resting = resting;
    this.politeness = politeness;
    this.asked = new AtomicReference<>(asked);
    this.time = time;
    this.turns = new ArrayBlockingQueue<>(politeness.connections(), true);
    setConnections();
  }

  /// Changes the pace from the next exchange on.
  ///
  /// @param now the pace that robots.txt asks for now
  /// @return whether the pace has changed
  public boolean pace(RequestPace now) {
    if (asked.getAndSet(now).equals(now)) {
      return false;
    }
    setConnections();
    return true;
  }

  /// One connection if the site asks for a delay: parallel requests could not keep it.
  private int wantedConnections() {
    return asked.get().isAsked() ? 1 : politeness.connections();
  }

  /// Adds turns, or removes turns from the queue. [#giveBack] removes a surplus turn that is in
  /// use.
  private void setConnections() {
    synchronized (turns) {
      for (; connections < wantedConnections(); connections++) {
        turns.add(Instant.MIN);
      }
      while (connections > wantedConnections() && turns.poll() != null) {
        connections--;
      }
    }
  }

  private void giveBack(Instant turn) {
    synchronized (turns) {
      if (connections > wantedConnections()) {
        connections--;
      } else {
        turns.add(turn);
      }
    }
  }

  /// {@return the room that holds the bodies of all sites until they are read}
  public BodyRoom room() {
    return fetcher.room();
  }

  /// {@return scheme, host and non-default port}
  public String origin() {
    return origin;
  }

  /// {@return the pause after an exchange, whatever the speed of the site}
  ///
  /// @param ended when the exchange ended
  Duration pauseAfter(Instant ended) {
    return max(politeness.delay(), min(asked.get().delayAt(ended), politeness.maxCrawlDelay()));
  }

  /// {@return a sentence for each robots.txt record whose delay is cut to the limit}
  public List<String> remarks() {
    var remarks = new ArrayList<String>();
    var most = politeness.maxCrawlDelay();
    var pace = asked.get();
    if (pace.crawlDelay().compareTo(most) > 0) {
      remarks.add(
          "%s asks for a Crawl-delay of %d s; it was given %d s, the most that is kept."
              .formatted(origin, pace.crawlDelay().toSeconds(), most.toSeconds()));
    }
    if (pace.longestInterval().compareTo(most) > 0) {
      remarks.add(
          "%s asks with Request-rate for %d s between two requests; it was given %d s, the most that is kept."
              .formatted(origin, pace.longestInterval().toSeconds(), most.toSeconds()));
    }
    return remarks;
  }

  /// {@return why the site is not asked now, as a clause; empty while it is}
  ///
  /// A site is gone if it gave no usable answer, or only "later", for the whole patience of the
  /// politeness. During a rest longer than the politeness waits for, no caller asks it either.
  public Optional<String> gone() {
    return Optional.of(gone.get())
        .filter(reason -> !reason.isEmpty())
        .or(() -> longRest().map(SiteRests.Rest::clause));
  }

  /// Asks for a page when it is this caller's turn. If the site says "later" or cannot be reached,
  /// it asks again while the politeness has patience.
  ///
  /// @param url a page of this site
  /// @param tally the tally of the bytes on the wire
  /// @return the last answer
  /// @throws InterruptedException if the thread was interrupted
  public HttpReply get(PageUrl url, WireTally tally) throws InterruptedException {
    return get(url, Validators.NONE, tally);
  }

  /// Asks as [#get(PageUrl, WireTally)] does. If the page still matches the validators, the answer
  /// is status 304.
  ///
  /// @param url a page of this site
  /// @param validators of the copy held
  /// @param tally the tally of the bytes on the wire
  /// @return the last answer
  /// @throws InterruptedException if the thread was interrupted
  public HttpReply get(PageUrl url, Validators validators, WireTally tally)
      throws InterruptedException {
    for (int attempt = 0; ; attempt++) {
      var away = gone();
      if (away.isPresent()) {
        return new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, away.get());
      }
      if (silentUrls.isGivenUp(url)) {
        return new HttpReply.Failure(HttpReply.Kind.TIMEOUT, SilentUrls.REASON);
      }
      var reply = once(url, validators, tally);
      if (reply instanceof HttpReply.Failure && gone().isPresent()) {
        continue;
      }
      note(reply);
      if (isOutage(reply) && gone().isPresent()) {
        continue;
      }
      silentUrls.note(url, reply);
      var rest = rest(url, reply);
      var again =
          rest.isPresent()
              ? Optional.of(begin(url, rest.get(), attempt))
              : pauseBeforeRetry(reply, attempt);
      if (again.isEmpty()) {
        return reply;
      }
      var until = time.instant().plus(again.get());
      restUntil.accumulateAndGet(until, (a, b) -> a.isAfter(b) ? a : b);
    }
  }

  private void note(HttpReply reply) {
    switch (reply) {
      case HttpReply.Answer answer when isOutage(answer) ->
          missed("it answers only with errors such as status " + answer.status());
      case HttpReply.Answer _ -> silence.set(Silence.NONE);
      case HttpReply.Failure failure -> missed(failure.reason());
    }
  }

  private void missed(String reason) {
    var now = time.instant();
    var silent = silence.updateAndGet(s -> s.more(now));
    boolean enough =
        silent.exchanges() >= SILENT_IN_A_ROW
            && !now.isBefore(silent.since().plus(politeness.patience()));
    if (enough) {
      gone.compareAndSet("", reason);
    }
  }

  /// Whether an answer comes from a server in front of a site that is away, or from a site in
  /// maintenance. An answer with Retry-After begins a rest.
  private boolean isOutage(HttpReply reply) {
    return reply instanceof HttpReply.Answer answer
        && OUTAGES.contains(answer.status())
        && asked(answer).isEmpty();
  }

  /// The rest of the whole site that an answer asks for. A page that caused an earlier rest rests
  /// alone.
  private Optional<SiteRests.Rest> rest(PageUrl url, HttpReply reply) {
    if (!(reply instanceof HttpReply.Answer answer)) {
      return Optional.empty();
    }
    var asked = asked(answer);
    if (asked.isEmpty()) {
      laterSince.set(Instant.MAX);
      resting.remove(url);
      return asked;
    }
    return asked.filter(_ -> !resting.has(url));
  }

  private Optional<SiteRests.Rest> asked(HttpReply.Answer answer) {
    return SiteRests.asked(
        answer.status(), answer.header("retry-after").orElse(""), time.instant());
  }

  /// Begins a rest of the site; returns the pause before the page is asked for again. The patience
  /// for "later" is the same as for silence.
  private Duration begin(PageUrl url, SiteRests.Rest rest, int attempt) {
    var now = time.instant();
    boolean isFirst = rests.begin(origin, rest, now);
    if (isLong(rest.asked())) {
      // The patience begins anew after the rest.
      laterSince.set(Instant.MAX);
      if (isFirst) {
        resting.add(url);
      }
      return Duration.ZERO;
    }
    var since = laterSince.updateAndGet(before -> before.isBefore(now) ? before : now);
    // The site may ask for a rest of zero.
    var pause = max(rest.asked(), backoff(attempt));
    if (now.plus(pause).isAfter(since.plus(politeness.patience()))) {
      gone.compareAndSet("", rest.clause() + ", again and again");
      resting.add(url);
    }
    return pause;
  }

  private boolean isLong(Duration rest) {
    return rest.compareTo(politeness.maxRetryAfter()) > 0;
  }

  /// A rest that is longer than this crawl waits.
  private Optional<SiteRests.Rest> longRest() {
    var now = time.instant();
    return rests.of(origin, now).filter(rest -> isLong(rest.left(now)));
  }

  private HttpReply once(PageUrl url, Validators validators, WireTally tally)
      throws InterruptedException {
    var turn = turns.take();
    try {
      waitUntil(turn);
      waitUntil(restUntil.get());
      // During the wait, an answer to another caller or for robots.txt may have asked for a rest.
      var away = gone();
      if (away.isPresent()) {
        return new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, away.get());
      }
      waitUntil(rests.of(origin, time.instant()).map(SiteRests.Rest::until).orElse(Instant.MIN));
      var begun = time.instant();
      var reply = fetcher.get(url, validators, fetcher.settings().limits().maxBodyBytes(), tally);
      var ended = time.instant();
      turn =
          ended.plus(max(pauseAfter(ended), adaptivePause(reply, Duration.between(begun, ended))));
      return reply;
    } finally {
      giveBack(turn);
    }
  }

  private void waitUntil(Instant moment) throws InterruptedException {
    for (var now = time.instant(); now.isBefore(moment); now = time.instant()) {
      time.sleep(Duration.between(now, moment));
    }
  }

  /// A pause in proportion to the time of the last answer. An exchange without an answer does not
  /// count: one page that never comes would slow down all others.
  private Duration adaptivePause(HttpReply reply, Duration took) {
    if (reply instanceof HttpReply.Answer) {
      lastAnswerTook.set(took);
    }
    long millis = (long) (lastAnswerTook.get().toMillis() * politeness.adaptiveFactor());
    return min(Duration.ofMillis(millis), politeness.maxAdaptiveDelay());
  }

  private Optional<Duration> pauseBeforeRetry(HttpReply reply, int attempt) {
    return switch (reply) {
      case HttpReply.Answer answer when SiteRests.isLater(answer.status()) ->
          Optional.of(asked(answer).map(SiteRests.Rest::asked).orElse(backoff(attempt)))
              .filter(pause -> attempt < politeness.retries() && !isLong(pause));
      case HttpReply.Answer _ -> Optional.empty();
      // Without a connection no page is at fault, so the site is asked again until it counts as
      // gone.
      case HttpReply.Failure failure ->
          Optional.of(backoff(attempt)).filter(_ -> failure.kind() == HttpReply.Kind.UNREACHABLE);
    };
  }

  private static Duration backoff(int attempt) {
    return min(FIRST_BACKOFF.multipliedBy(1L << Math.min(attempt, 16)), LONGEST_BACKOFF);
  }

  private static Duration max(Duration a, Duration b) {
    return a.compareTo(b) >= 0 ? a : b;
  }

  private static Duration min(Duration a, Duration b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
