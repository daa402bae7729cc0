package dev.sojourn.visit;

import dev.sojourn.base.text.Messages;
import dev.sojourn.sandbox.VisitLimits;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/// Describes a limit that stopped a visit, and names the party that set it.
@FunctionalInterface
public interface LimitWords {
  /// Descriptions that name no party.
  LimitWords UNKNOWN = _ -> Optional.empty();

  /// The name of the heap as a limit. It is not a component of [VisitLimits], because all visits of
  /// a worker share the heap.
  String HEAP = "heap";

  /// {@return the cause of the stop, worded to follow "stopped by"; empty for a limit that no party
  /// sets}
  ///
  /// @param limit a component of [VisitLimits], [#HEAP], or another limit that stops a visit
  Optional<String> of(String limit);

  /// {@return the amount of a limit, such as `2,000 pages`; empty for a limit that is not a
  /// component}
  ///
  /// @param limit a component of [VisitLimits] that can be used up
  /// @param limits the limits of the visit
  static Optional<String> amount(String limit, VisitLimits limits) {
    return Optional.ofNullable(
        switch (limit) {
          case "wallClock" -> time(limits.wallClock());
          case "cpu" -> time(limits.cpu()) + " of processor time";
          case "allocatedBytes" -> bytes(limits.allocatedBytes()) + " of allocated memory";
          case "pages" -> Messages.count(limits.pages(), "page");
          case "pageBytes" -> bytes(limits.pageBytes()) + " of pages";
          case "findings" -> Messages.count(limits.findings(), "finding");
          case "outputBytes" -> bytes(limits.outputBytes()) + " of output";
          case "referrals" -> Messages.count(limits.referrals(), "referral");
          case "stateBytes" -> bytes(limits.stateBytes()) + " of state";
          case "logLines" -> Messages.count(limits.logLines(), "log line");
          case "messages" -> Messages.count(limits.messages(), "message");
          default -> null;
        });
  }

  private static String time(Duration time) {
    long millis = time.toMillis();
    if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + " h";
    }
    if (millis % 60_000 == 0) {
      return millis / 60_000 + " min";
    }
    return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
  }

  private static String bytes(long bytes) {
    int unit = Math.min(4, Long.numberOfTrailingZeros(bytes) / 10);
    var name = new String[] {"bytes", "KiB", "MiB", "GiB", "TiB"}[unit];
    return String.format(Locale.ROOT, "%,d %s", bytes >> (10 * unit), name);
  }
}
