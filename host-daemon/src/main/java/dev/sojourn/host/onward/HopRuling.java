package dev.sojourn.host.onward;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.util.Optional;

/// The ruling on one attempt to send an agent to its next host. Pure.
///
/// An agent must never be at two hosts. A stop is therefore passed over only if its host certainly
/// does not have the agent. A host whose answer was lost is asked again with the same bytes, until
/// it answers or the passport expires.
sealed interface HopRuling {
  /// The reason for a stop whose host gave no answer.
  String UNREACHABLE = "unreachable";

  /// The next host has the agent on disk.
  ///
  /// @param to the next host
  record Moved(AtpAddress to) implements HopRuling {}

  /// The same host is asked again.
  ///
  /// @param isUnsure whether the host may have the agent
  /// @param pause the time until the next attempt
  record Again(boolean isUnsure, Duration pause) implements HopRuling {}

  /// The stop is passed over: its host does not have the agent.
  ///
  /// @param why the reason, a word for the hop log
  /// @param said the sentence of the host; empty if it gave none
  record PassedOver(String why, Optional<String> said) implements HopRuling {}

  /// The journey ends here: the host refuses now, and may have taken the agent before.
  ///
  /// @param why the problem code of the refusal
  /// @param said the sentence of the host
  record Ended(String why, String said) implements HopRuling {}

  /// The first pause. Each later pause is half of the time since the first attempt.
  Duration FIRST = Duration.ofMillis(250);

  /// The longest pause.
  Duration LONGEST = Duration.ofMinutes(1);

  /// {@return the ruling}
  ///
  /// @param outcome the outcome of the attempt
  /// @param isUnsure whether the host may have taken the agent in an earlier attempt
  /// @param tried the time since the first attempt at this host
  /// @param patience the longest time to try a host
  static HopRuling of(
      DispatchOutcome outcome, boolean isUnsure, Duration tried, Duration patience) {
    boolean isOver = tried.compareTo(patience) >= 0;
    return switch (outcome) {
      case DispatchOutcome.Accepted accepted -> new Moved(accepted.host());
      case DispatchOutcome.Refused(var problem, _) -> {
        boolean isForNow = problem.status() == AtpStatus.SERVICE_UNAVAILABLE;
        if (isUnsure) {
          yield isForNow || !isOver
              ? again(true, tried)
              : new Ended(problem.code(), problem.detail());
        }
        yield isForNow && !isOver
            ? again(false, tried)
            : new PassedOver(problem.code(), Optional.of(problem.detail()));
      }
      case DispatchOutcome.Barred _ ->
          isUnsure ? again(true, tried) : new PassedOver(OnwardRoute.NOT_ALLOWED, Optional.empty());
      case DispatchOutcome.Unreachable(_, boolean maybeAccepted, _) -> {
        if (isUnsure || maybeAccepted) {
          yield again(true, tried);
        }
        yield isOver ? new PassedOver(UNREACHABLE, Optional.empty()) : again(false, tried);
      }
    };
  }

  private static Again again(boolean isUnsure, Duration tried) {
    var pause = tried.dividedBy(2);
    if (pause.compareTo(FIRST) < 0) {
      pause = FIRST;
    }
    return new Again(isUnsure, pause.compareTo(LONGEST) > 0 ? LONGEST : pause);
  }
}
