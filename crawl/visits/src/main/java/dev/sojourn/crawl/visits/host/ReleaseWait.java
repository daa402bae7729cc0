package dev.sojourn.crawl.visits.host;

import java.time.Duration;
import java.time.Instant;

/// The wait for an operator who examines an agent's findings before they leave the host. The crawl
/// asks less and less often. Confined to one thread.
public final class ReleaseWait {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Instant begun;
  private final Duration longest;
  private Duration next = FIRST_PAUSE;

  /// Begins a wait. It is limited, since a host that never releases anything must not block the
  /// crawl.
  ///
  /// @param begun the start of the wait
  /// @param maxWait how long agents may wait at hosts; the same limit holds for operators
  public ReleaseWait(Instant begun, Duration maxWait) {
    this.begun = begun;
    this.longest = maxWait;
  }

  /// {@return whether the operator's time is over}
  ///
  /// @param now the present time
  public boolean isOver(Instant now) {
    return Duration.between(begun, now).compareTo(longest) > 0;
  }

  /// {@return the pause before the next request; each pause is twice as long as the one before, up
  /// to a minute}
  public Duration nextPause() {
    var pause = next;
    var doubled = next.multipliedBy(2);
    next = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    return pause;
  }

  /// {@return why the visit counts as lost once the wait is over}
  ///
  /// @param host that withholds the findings
  public String fault(String host) {
    return "%s did not release what the agent found within %d s; --max-wait gives it more time."
        .formatted(host, longest.toSeconds());
  }
}
