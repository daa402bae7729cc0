package dev.sojourn.fetch.site;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The sites that asked to be left alone for a while, with `Retry-After` in an answer of status 429
/// or 503 (RFC 9110, 10.2.3). A rest that an answer for a page or for robots.txt begins holds for
/// both. May be used by any number of threads.
public final class SiteRests {
  private static final int TOO_MANY_REQUESTS = 429;
  private static final int UNAVAILABLE = 503;

  private final Map<String, Rest> rests = new ConcurrentHashMap<>();

  /// Creates an empty memory.
  public SiteRests() {}

  /// A time in which a site is left alone.
  ///
  /// @param until its end
  /// @param asked its length, as the site named it
  /// @param status of the answer
  public record Rest(Instant until, Duration asked, int status) {

    /// {@return what the site asks for, a clause}
    public String clause() {
      return "it asks to be left alone for %d s (status %d)".formatted(asked.toSeconds(), status);
    }

    /// {@return the time until its end}
    ///
    /// @param now the time
    public Duration left(Instant now) {
      return Duration.between(now, until);
    }
  }

  /// {@return whether an answer says "later"}
  ///
  /// @param status of the answer
  public static boolean isLater(int status) {
    return status == TOO_MANY_REQUESTS || status == UNAVAILABLE;
  }

  /// {@return the rest that an answer asks for}
  ///
  /// @param status of the answer
  /// @param retryAfter the value of `Retry-After`; empty text if there is none
  /// @param now the time
  public static Optional<Rest> asked(int status, String retryAfter, Instant now) {
    return isLater(status)
        ? RetryAfter.parse(retryAfter, now).map(wait -> new Rest(now.plus(wait), wait, status))
        : Optional.empty();
  }

  /// Records a rest, unless a recorded one ends later.
  ///
  /// @param origin of the site
  /// @param rest that it asked for
  /// @param now the time
  /// @return whether the site was not at rest before
  public boolean begin(String origin, Rest rest, Instant now) {
    boolean isNew = of(origin, now).isEmpty();
    rests.merge(origin, rest, (a, b) -> a.until().isAfter(b.until()) ? a : b);
    return isNew;
  }

  /// {@return the current rest of a site}
  ///
  /// @param origin of the site
  /// @param now the time
  public Optional<Rest> of(String origin, Instant now) {
    return Optional.ofNullable(
        rests.computeIfPresent(origin, (_, rest) -> now.isBefore(rest.until()) ? rest : null));
  }
}
