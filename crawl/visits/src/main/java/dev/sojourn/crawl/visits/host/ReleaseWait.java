package dev.sojourn.crawl.visits.host;

import java.time.Duration;
import java.time.Instant;

/// The wait for an operator who looks at what an agent found before it leaves the host. The crawl
/// asks less and less often. Confined to one thread.
public final class ReleaseWait {
  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final Instant begun;
  private final Duration longest;
  private Duration next = FIRST_PAUSE;

  /// A wait that begins. A host that never releases anything must not hold the crawl.
  ///
  /// @param begun when
  /// @param maxWait how long agents may wait at hosts; an operator has as long
  public ReleaseWait(Instant begun, Duration maxWait) {
    this.begun = begun;
    this.longest = maxWait;
  }

  /// {@return whether the operator has had enough time}
  ///
  /// @param now the time
  public boolean isOver(Instant now) {
    return Duration.between(begun, now).compareTo(longest) > 0;
  }

  /// {@return the pause before the host is asked again; each is twice as long as the one before, up
  /// to a minute}
  public Duration nextPause() {
    var pause = next;
    var doubled = next.multipliedBy(2);
    next = doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    return pause;
  }

  /// {@return why the visit counts as lost when it is over}
  ///
  /// @param host that withholds the findings
  public String fault(String host) {
    return "%s did not release what the agent found within %d s; --max-wait gives it more time."
        .formatted(host, longest.toSeconds());
  }
}
