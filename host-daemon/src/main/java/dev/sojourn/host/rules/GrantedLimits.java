package dev.sojourn.host.rules;

import dev.sojourn.atp.passport.PassportLimits;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.visit.LimitWords;
import java.time.Duration;
import java.util.Optional;

/// Describes a limit that stopped a visit at this host. The limit comes from the configuration or
/// the passport, whichever is smaller, or from the rest of the signer's daily limit in `[[trust]]`.
///
/// @param granted the limits of the visit
/// @param terms the limits by host and passport, without daily limits
/// @param ofHost the limits of a visit whose passport asks for the largest values
/// @param heapMiB the heap of one worker of the host, in MiB
public record GrantedLimits(VisitLimits granted, VisitLimits terms, VisitLimits ofHost, int heapMiB)
    implements LimitWords {
  private static final String MOST_THERE_IS = ", the most that there is";
  private static final PassportLimits MOST =
      new PassportLimits(
          Duration.ofMillis(Long.MAX_VALUE), Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

  /// {@return the descriptions of the limits of a visit}
  ///
  /// @param granted the limits of the visit
  /// @param terms the limits by host and passport, without daily limits
  /// @param config the limits of the host
  public static GrantedLimits of(VisitLimits granted, VisitLimits terms, LimitsConfig config) {
    return new GrantedLimits(granted, terms, Terms.smaller(config, MOST), config.heapMiB());
  }

  @Override
  public Optional<String> of(String limit) {
    if (limit.equals(HEAP)) {
      return Optional.of("limits.heap of the host, " + heapMiB + " MiB");
    }
    var amount = LimitWords.amount(limit, granted);
    var key = key(limit);
    boolean isLess = !amount.equals(LimitWords.amount(limit, terms));
    if (isLess && limit.equals("wallClock")) {
      // Daily limits do not limit wall-clock time; only waking reduces it.
      return Optional.of("limits.wake-time of the host");
    }
    if (isLess) {
      return amount.map(text -> "what the host's [[trust]] leaves its signer today, " + text);
    }
    return amount.map(
        text ->
            amount.equals(LimitWords.amount(limit, ofHost)) && key.isPresent()
                ? key.get() + " of the host, " + text + (granted.isMost(limit) ? MOST_THERE_IS : "")
                : "the passport's limit of " + text);
  }

  private static Optional<String> key(String limit) {
    return Optional.ofNullable(
        switch (limit) {
          case "wallClock" -> "limits.visit-time";
          case "cpu" -> "limits.cpu-time";
          case "allocatedBytes" -> "limits.allocated-bytes";
          case "pages" -> "limits.pages";
          case "pageBytes" -> "limits.page-bytes";
          // Referrals have no key. Their limit is that of findings or the default, whichever is
          // larger.
          case "findings", "referrals" -> "limits.findings";
          case "outputBytes" -> "limits.output-bytes";
          case "stateBytes" -> "limits.state-bytes";
          case "logLines" -> "limits.log-lines";
          case "messages" -> "limits.messages";
          default -> null;
        });
  }
}
