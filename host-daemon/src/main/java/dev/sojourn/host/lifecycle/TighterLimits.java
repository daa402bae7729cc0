package dev.sojourn.host.lifecycle;

import dev.sojourn.base.cli.Messages;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.host.config.Quantity;
import java.time.Duration;
import java.util.Optional;

/// The limits of the host that have become tighter while visits run. The worker of a visit knows
/// only those with which it began, and stops it there; so only tighter ones are found here.
final class TighterLimits {
  /// The worker's own stop, which names the place in the agent's code, comes first.
  private static final Duration GRACE = Duration.ofSeconds(2);

  private TighterLimits() {}

  /// The spending of a visit.
  ///
  /// @param time in the sandbox
  /// @param cpu processor time
  /// @param pages read
  /// @param pageBytes of their bodies
  record Spent(Duration time, Duration cpu, long pages, long pageBytes) {}

  /// The words for the limit that is exceeded, if one is.
  static Optional<String> exceeded(LimitsConfig now, Spent spent) {
    if (spent.pages() > now.pages()) {
      return words("limits.pages", Messages.count(now.pages(), "page"));
    }
    if (spent.pageBytes() > now.pageBytes()) {
      return words("limits.page-bytes", Quantity.ofBytes(now.pageBytes()));
    }
    if (spent.time().compareTo(now.visitTime().plus(GRACE)) > 0) {
      return words("limits.visit-time", Quantity.of(now.visitTime()));
    }
    return spent.cpu().compareTo(now.cpuTime().plus(GRACE)) > 0
        ? words("limits.cpu-time", Quantity.of(now.cpuTime()))
        : Optional.empty();
  }

  private static Optional<String> words(String key, String amount) {
    return Optional.of(
        "stopped by %s of the host, which is %s since its last reload".formatted(key, amount));
  }
}
