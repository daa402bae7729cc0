package dev.sojourn.dispatcher.crawl;

import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.dispatcher.core.Allowance;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Holds a host to what one visit there may come to: a host that never comes to an end, or delivers
/// without end, would otherwise keep the crawl and fill its store. Confined to one thread.
final class HostBounds {
  /// Referrals and log lines that an agent may write whatever it reads.
  private static final long OTHER_LINES = 200_000;

  private final Allowance allowance;
  private final Duration longest;
  private Optional<Instant> running = Optional.empty();
  private long findings;
  private long lines;

  /// @param allowance what the passport grants
  /// @param patience how long the host may besides not have been heard of
  HostBounds(Allowance allowance, Duration patience) {
    this.allowance = allowance;
    // A host may have been restarted in the middle of the visit: its clock is not quite this one.
    this.longest = Duration.ofSeconds(allowance.seconds()).multipliedBy(2).plus(patience);
  }

  /// Takes note of how the host says the visit stands; says what is wrong with it, or nothing.
  String state(VisitState state, Instant now) {
    if (state != VisitState.RUNNING) {
      return "";
    }
    var since = running.orElse(now);
    running = Optional.of(since);
    return Duration.between(since, now).compareTo(longest) > 0
        ? "it says that the visit still runs, which was to take %d s at most."
            .formatted(allowance.seconds())
        : "";
  }

  /// Takes note of the lines of a parcel; says what is wrong with them, or nothing.
  String parcel(ParcelReading.Lines read) {
    // A parcel without lines takes room as well.
    lines += read.lines().size() + 1L;
    findings += ParcelContent.of(read.lines()).findings().size();
    if (findings > allowance.findings()) {
      return "it delivered more than the %d findings that the visit may report."
          .formatted(allowance.findings());
    }
    return lines > 2 * (allowance.findings() + allowance.pages() + OTHER_LINES)
        ? "it delivered more lines than the visit may write."
        : "";
  }
}
