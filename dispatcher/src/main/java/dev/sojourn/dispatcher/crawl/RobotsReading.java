package dev.sojourn.dispatcher.crawl;

import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.crawl.visits.YieldingPlaces;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.site.RobotsFetcher;
import dev.sojourn.robots.fetch.FetchResult;
import dev.sojourn.robots.fetch.FetchSettings;
import dev.sojourn.robots.fetch.Validators;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Predicate;

/// Reads the robots.txt of a few sites at a time. If a file cannot be read, it is requested again
/// with growing pauses, until the patience of the crawl is over. A status of 503 or 429, or a late
/// answer, often passes in a few seconds. If a site asks for a rest, the next request comes after
/// that time, if the patience allows it. May be used by any thread.
final class RobotsReading {
  /// More requests would only compete for the network and the name service.
  private static final int AT_ONCE = 64;

  /// The limit of all requests under way, including those without an answer for a while.
  static final int MOST = 1_024;

  /// After this time, a site without an answer no longer blocks other sites.
  private static final Duration YIELDS_AFTER = Duration.ofSeconds(1);

  private final YieldingPlaces places = new YieldingPlaces(AT_ONCE, MOST, YIELDS_AFTER);

  private final RobotsFetcher fetcher;
  private final Duration firstPause;
  private final Duration patience;
  private final VisitListener listener;
  private final InstantSource clock;

  /// @param clock measures the time of the requests for a file
  RobotsReading(
      RobotsFetcher fetcher, CrawlSettings settings, VisitListener listener, InstantSource clock) {
    this.fetcher = fetcher;
    this.firstPause = settings.retries().delay();
    this.patience = settings.retries().patience();
    this.listener = listener;
    this.clock = clock;
  }

  /// A request that may be repeated.
  @FunctionalInterface
  private interface Request<T> {
    T make() throws InterruptedException;
  }

  /// A request that was made.
  ///
  /// @param begun the time at which its turn came
  private record Made<T>(Instant begun, T answer) {}

  /// Reads the file of one site; blocks until it is known, or counts as unknown.
  FirstRules read(String origin) throws InterruptedException {
    return patiently(
        origin,
        () -> FirstRules.fetch(fetcher, origin, new WireTally()),
        first -> first.outcome().kind() != RobotsOutcome.Kind.UNREACHABLE);
  }

  /// Reads the file of one site again; blocks until it is known, or counts as unknown.
  FetchResult readAgain(String origin, Validators validators) throws InterruptedException {
    return patiently(
        origin,
        () -> again(origin, validators),
        result -> !(result instanceof FetchResult.Unreachable));
  }

  /// Reads the file of one site again, with a single request, since the held copy can decide.
  FetchResult readAgainOnce(String origin, Validators validators) throws InterruptedException {
    return inTurn(() -> again(origin, validators));
  }

  private FetchResult again(String origin, Validators validators) throws InterruptedException {
    return fetcher.fetch(origin, FetchSettings.STANDARD, validators, new WireTally()).result();
  }

  /// The patience begins with the first request, and covers requests as well as pauses. The time
  /// before the first turn does not count.
  ///
  /// @param isAnswer whether an answer makes a further request unnecessary
  private <T> T patiently(String origin, Request<T> request, Predicate<T> isAnswer)
      throws InterruptedException {
    var begun = Instant.MAX;
    for (var pause = firstPause; ; pause = pause.multipliedBy(2)) {
      var made = inTurn(() -> new Made<>(clock.instant(), request.make()));
      begun = made.begun().isBefore(begun) ? made.begun() : begun;
      var passed = Duration.between(begun, clock.instant());
      var answer = made.answer();
      var rest = fetcher.rest(origin);
      var wait = rest.compareTo(pause) > 0 ? rest : pause;
      if (isAnswer.test(answer) || passed.plus(wait).compareTo(patience) > 0) {
        return answer;
      }
      if (pause.equals(firstPause)) {
        listener.note(
            "%s/robots.txt gave no answer that could be used; it is asked for again until %d s after the first request."
                .formatted(origin, patience.toSeconds()));
      }
      // Other sites have their turn meanwhile.
      Thread.sleep(wait);
    }
  }

  private <T> T inTurn(Request<T> request) throws InterruptedException {
    try (var _ = places.enter()) {
      return request.make();
    }
  }
}
