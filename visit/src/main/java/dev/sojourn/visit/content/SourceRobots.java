package dev.sojourn.visit.content;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.fetch.FetchAnswer;
import dev.sojourn.robots.fetch.FetchSettings;
import dev.sojourn.robots.fetch.FetchStep;
import dev.sojourn.robots.fetch.RobotsFetch;
import dev.sojourn.robots.fetch.SiteRules;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The robots.txt rules of a site, read through its [ContentSource], and read again when they are
/// too old. Safe for use by several threads.
///
/// Answers are interpreted as in RFC 9309, 2.3.1. While the source fails, the last copy is used for
/// a day, with its routes, since daemon and site have the same owner. Without a copy no page is
/// allowed.
public final class SourceRobots implements Supplier<RobotsTxt> {
  private static final System.Logger LOG = System.getLogger(SourceRobots.class.getName());
  private static final Duration COPY_COUNTS = Duration.ofDays(1);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
  private static final int FOUND_ELSEWHERE = 302;

  private final String origin;
  private final ContentSource source;
  private final Duration time;
  private final FetchSettings settings;
  private final InstantSource clock;
  private final ReentrantLock reading = new ReentrantLock();
  private volatile Optional<SiteRules> held = Optional.empty();

  /// Creates the rules without reading the file.
  ///
  /// @param origin the origin of the site
  /// @param source the source of its pages
  /// @param time the time after which the file is read again
  /// @param clock the time
  public SourceRobots(String origin, ContentSource source, Duration time, InstantSource clock) {
    this.origin = origin;
    this.source = source;
    this.time = time;
    this.clock = clock;
    this.settings =
        new FetchSettings(
            RobotsOptions.STANDARD, 5, time, FetchSettings.STANDARD.absentAfter(), false);
  }

  @Override
  public RobotsTxt get() {
    var now = clock.instant();
    if (held.isEmpty()) {
      reading.lock();
    } else if (isFresh(held.get(), now) || !reading.tryLock()) {
      // Another thread reads it.
      return robots(held.get(), now);
    }
    try {
      if (held.isEmpty() || !isFresh(held.get(), now)) {
        keep(read(), now);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      reading.unlock();
    }
    return held.map(rules -> robots(rules, now)).orElseGet(SourceRobots::nothing);
  }

  /// {@return the rules of the last read, without reading again; empty before the first read, or if
  /// the file is unreadable without a valid copy}
  public Optional<RobotsTxt> held() {
    var now = clock.instant();
    return held.filter(rules -> rules.unreachableSince().isEmpty() || isCopyGood(rules, now))
        .map(rules -> robots(rules, now));
  }

  /// {@return fresh rules, without reading again; empty if the rules are too old, or if the file is
  /// unreadable without a valid copy}
  public Optional<RobotsTxt> fresh() {
    return held.filter(rules -> isFresh(rules, clock.instant())).flatMap(_ -> held());
  }

  /// {@return the last file that the site returned; empty if there was none}
  public Optional<RobotsTxt> file() {
    var _ = get();
    return held.flatMap(SiteRules::copy);
  }

  private boolean isFresh(SiteRules rules, Instant now) {
    var life = rules.unreachableSince().isEmpty() || time.compareTo(RETRY_AFTER) < 0;
    // If the clock was set back, the age of the rules is unknown.
    return !now.isBefore(rules.fetched())
        && now.isBefore(rules.fetched().plus(life ? time : RETRY_AFTER));
  }

  private static RobotsTxt robots(SiteRules rules, Instant now) {
    return isCopyGood(rules, now) ? rules.copy().orElseGet(rules::robots) : rules.robots();
  }

  private static boolean isCopyGood(SiteRules rules, Instant now) {
    return rules.copy().isPresent()
        && rules
            .unreachableSince()
            .filter(since -> now.isBefore(since.plus(COPY_COUNTS)))
            .isPresent();
  }

  private static RobotsTxt nothing() {
    return RobotsTxt.disallowAll().withIndeterminateRoutes();
  }

  private void keep(SiteRules rules, Instant now) {
    boolean wasReached = held.isEmpty() || held.get().unreachableSince().isEmpty();
    if (rules.unreachableSince().isPresent() && wasReached) {
      LOG.log(
          System.Logger.Level.WARNING,
          "robots.txt of {0} cannot be read ({1}): {2}",
          origin,
          rules.reason(),
          rules.copy().isPresent()
              ? "the copy of " + held.map(SiteRules::fetched).orElse(now) + " counts"
              : "nothing is allowed");
    }
    held = Optional.of(rules);
  }

  private SiteRules read() throws InterruptedException {
    var fetch = RobotsFetch.of(origin, settings);
    while (true) {
      switch (fetch.next(ask(fetch.url()))) {
        case FetchStep.Request request -> fetch = request.fetch();
        case FetchStep.Done done -> {
          var now = clock.instant();
          return held.isEmpty()
              ? SiteRules.first(done.result(), now, settings)
              : held.get().then(done.result(), now, settings);
        }
      }
    }
  }

  private FetchAnswer ask(String text) throws InterruptedException {
    var url = PageUrl.parse(text).filter(page -> page.origin().equals(origin));
    if (url.isEmpty()) {
      return new FetchAnswer.Failure("it redirects out of the site");
    }
    try {
      return switch (source.read(url.get())) {
        case Content.Found found -> FetchAnswer.Response.file(found.body());
        case Content.Redirect redirect ->
            FetchAnswer.Response.redirect(FOUND_ELSEWHERE, redirect.to().toString());
        case Content.NotModified _ -> new FetchAnswer.Failure("it answers a condition nobody made");
        case Content.Missing(int status, var reason, var outcome) ->
            outcome == PageOutcome.CLIENT_ERROR
                ? FetchAnswer.Response.of(status)
                : new FetchAnswer.Failure(reason);
      };
    } catch (IOException e) {
      return new FetchAnswer.Failure(String.valueOf(e.getMessage()));
    }
  }
}
