package dev.sojourn.dispatcher.crawl;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.local.store.SiteRulesTable;
import dev.sojourn.crawl.local.store.StoredRules;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.visits.PresentRules;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.fetch.FetchResult;
import dev.sojourn.robots.fetch.FetchSettings;
import dev.sojourn.robots.fetch.SiteRules;
import dev.sojourn.robots.fetch.Validators;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The present robots.txt of one site, by [SiteRules]. In a crawl, only this class requests the
/// file. It reads the file for the plan, again when the copy expires, and at the first question in
/// a resumed crawl. While the site cannot be reached, the last copy decides about access, and no
/// agent is sent. May be used by any thread; one thread reads, and the others wait for it.
final class FreshRules implements PresentRules {
  private static final FetchSettings SETTINGS = FetchSettings.STANDARD;

  /// A file that HTTP forbids to cache is still used for this time. A request for the rules before
  /// each page would double the load of the site.
  private static final Duration SHORTEST_AGE = Duration.ofMinutes(1);

  private final ReentrantLock lock = new ReentrantLock();
  private final int site;
  private final String origin;
  private final RobotsReading reading;
  private final SiteRulesTable kept;
  private final InstantSource clock;
  private final Outlet outlet;
  private volatile @Nullable SiteRules rules;

  /// The receivers of remarks and failures.
  ///
  /// @param notes receives sentences for people
  /// @param failures receives failures of the store
  record Outlet(Consumer<String> notes, Consumer<IOException> failures) {}

  /// @param site the number of the site
  /// @param origin the origin of the site
  /// @param reading reads the file
  /// @param kept the table with the last copy
  /// @param clock the time of day
  FreshRules(
      int site,
      String origin,
      RobotsReading reading,
      SiteRulesTable kept,
      InstantSource clock,
      Outlet outlet) {
    this.site = site;
    this.origin = origin;
    this.reading = reading;
    this.kept = kept;
    this.clock = clock;
    this.outlet = outlet;
  }

  /// Blocks until the rules are known, or count as unknown. If the site cannot be reached, nothing
  /// is kept, since no plan is made.
  @Override
  public RobotsOutcome forPlan() throws IOException, InterruptedException {
    var first = reading.read(origin);
    if (first.outcome().kind() != RobotsOutcome.Kind.UNREACHABLE) {
      planned(first.result());
    }
    return first.outcome();
  }

  private void planned(FetchResult result) throws IOException {
    lock.lock();
    try {
      take(SiteRules.first(result, clock.instant(), SETTINGS), result);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public RobotsTxt now() throws InterruptedException {
    try {
      var present = read(false);
      if (present.standing() == SiteRules.Standing.UNREACHABLE) {
        throw new UncheckedIOException(
            "%s/robots.txt could not be read again: %s".formatted(origin, present.reason()),
            new IOException(present.reason()));
      }
      return present.robots();
    } catch (IOException e) {
      outlet.failures().accept(e);
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public SiteRules forDispatch() throws IOException, InterruptedException {
    return read(true);
  }

  private SiteRules read(boolean isPatient) throws IOException, InterruptedException {
    var known = rules;
    if (known != null && isUsable(known)) {
      return known;
    }
    lock.lockInterruptibly();
    try {
      known = rules;
      if (known != null && isUsable(known)) {
        return known;
      }
      var before = known == null ? lastCopy() : Optional.of(known);
      var next = readAgain(before, isPatient);
      note(before, next);
      return next;
    } finally {
      lock.unlock();
    }
  }

  /// A clock that is set back must not prolong the use of rules.
  private boolean isUsable(SiteRules known) {
    var now = clock.instant();
    return !now.isBefore(known.fetched())
        && (known.isFresh(now) || now.isBefore(known.fetched().plus(SHORTEST_AGE)));
  }

  private SiteRules readAgain(Optional<SiteRules> before, boolean isPatient)
      throws IOException, InterruptedException {
    var copy = before.flatMap(SiteRules::copy);
    var validators = before.map(SiteRules::validators).orElse(Validators.NONE);
    var result =
        isPatient || copy.isEmpty()
            ? reading.readAgain(origin, validators)
            : reading.readAgainOnce(origin, validators);
    var now = clock.instant();
    var next =
        before
            .map(old -> old.then(result, now, SETTINGS))
            .orElseGet(() -> SiteRules.first(result, now, SETTINGS));
    take(next, result);
    return next;
  }

  private void take(SiteRules next, FetchResult result) throws IOException {
    switch (result) {
      case FetchResult.Read(var response, boolean isSameOrigin) ->
          keep(
              isSameOrigin ? RobotsOutcome.Kind.READ : RobotsOutcome.Kind.READ_ELSEWHERE,
              Bytes.wrap(response.body()),
              next);
      case FetchResult.Unavailable _, FetchResult.Forbidden _ ->
          keep(RobotsOutcome.Kind.ABSENT, Bytes.EMPTY, next);
      case FetchResult.NotModified _, FetchResult.Unreachable _ ->
          kept.keepUnreachable(site, next.unreachableSince());
    }
    rules = next;
  }

  private void keep(RobotsOutcome.Kind kind, Bytes body, SiteRules next) throws IOException {
    kept.keep(site, new StoredRules(kind.name(), body, next.validators(), Optional.empty()));
  }

  private void note(Optional<SiteRules> before, SiteRules next) {
    boolean isNews = before.map(SiteRules::standing).filter(next.standing()::equals).isEmpty();
    switch (next.standing()) {
      case STALE -> {
        if (isNews) {
          outlet
              .notes()
              .accept(
                  "%s/robots.txt could not be read again (%s): the last copy decides, and no agent is sent."
                      .formatted(origin, next.reason()));
        }
      }
      case UNREACHABLE -> {
        if (isNews) {
          outlet
              .notes()
              .accept(
                  "%s/robots.txt could not be read again (%s): nothing is fetched until it can."
                      .formatted(origin, next.reason()));
        }
      }
      case READ, READ_ELSEWHERE, ABSENT, FORBIDDEN -> {}
    }
  }

  /// The last copy, as expired. The site is asked again; if it does not answer, the copy decides.
  private Optional<SiteRules> lastCopy() throws IOException {
    return kept.of(site).map(FreshRules::copy);
  }

  private static SiteRules copy(StoredRules last) {
    var outcome = RobotsOutcome.of(RobotsOutcome.Kind.valueOf(last.kind()), last.body(), "");
    var robots = outcome.robots();
    var standing =
        switch (outcome.kind()) {
          case READ -> SiteRules.Standing.READ;
          case READ_ELSEWHERE -> SiteRules.Standing.READ_ELSEWHERE;
          case ABSENT -> SiteRules.Standing.ABSENT;
          case UNREACHABLE -> SiteRules.Standing.UNREACHABLE;
        };
    boolean isFile =
        switch (outcome.kind()) {
          case READ, READ_ELSEWHERE -> true;
          case ABSENT, UNREACHABLE -> false;
        };
    return new SiteRules(
        standing,
        robots,
        isFile ? Optional.of(robots) : Optional.empty(),
        Instant.EPOCH,
        Instant.EPOCH,
        last.unreachableSince(),
        last.validators(),
        "");
  }
}
