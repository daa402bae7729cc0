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

/// Reads the robots.txt of sites, of a few at a time. A file that could not be read is asked for
/// again, with growing pauses, as long as the crawl has patience. A status of 503 or 429, or a late
/// answer, is often over in a few seconds. A site that asks to be left alone is asked when that
/// time is over, if the patience lasts as long. May be used by any thread.
final class RobotsReading {
  /// More would only wait for each other, for the network and for the name service.
  private static final int AT_ONCE = 64;

  /// All that are under way, those included that have not answered for a while.
  static final int MOST = 1_024;

  /// A site that has not answered by then holds no other back.
  private static final Duration YIELDS_AFTER = Duration.ofSeconds(1);

  private final YieldingPlaces places = new YieldingPlaces(AT_ONCE, MOST, YIELDS_AFTER);

  private final RobotsFetcher fetcher;
  private final Duration firstPause;
  private final Duration patience;
  private final VisitListener listener;
  private final InstantSource clock;

  /// @param clock measures how long a file is asked for
  RobotsReading(
      RobotsFetcher fetcher, CrawlSettings settings, VisitListener listener, InstantSource clock) {
    this.fetcher = fetcher;
    this.firstPause = settings.retries().delay();
    this.patience = settings.retries().patience();
    this.listener = listener;
    this.clock = clock;
  }

  /// One request, which may have to be repeated.
  @FunctionalInterface
  private interface Request<T> {
    T make() throws InterruptedException;
  }

  /// A request that was made.
  ///
  /// @param begun when its turn came
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

  /// Reads the file of one site again, while the copy held can decide.
  FetchResult readAgainOnce(String origin, Validators validators) throws InterruptedException {
    return inTurn(() -> again(origin, validators));
  }

  private FetchResult again(String origin, Validators validators) throws InterruptedException {
    return fetcher.fetch(origin, FetchSettings.STANDARD, validators, new WireTally()).result();
  }

  /// The patience counts from the first request on. So a request that gets no answer within its own
  /// limit costs as much of it as a pause does. The time before the first turn does not count.
  ///
  /// @param isAnswer whether the request need not be repeated
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
      // Others have their turn meanwhile.
      Thread.sleep(wait);
    }
  }

  private <T> T inTurn(Request<T> request) throws InterruptedException {
    try (var _ = places.enter()) {
      return request.make();
    }
  }
}
