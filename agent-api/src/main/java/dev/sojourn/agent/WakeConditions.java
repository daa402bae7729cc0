package dev.sojourn.agent;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;

/// The conditions that wake a parked agent. The first that holds wakes it.
///
/// ```java
/// return Next.park(WakeConditions.byChange().orAt(visit.now().plus(Duration.ofDays(1))));
/// ```
///
/// @param time when it wakes at the latest; empty for no time. A time that is over wakes it at once
/// @param onMessage whether a message of its owner wakes it; an agent that takes no messages
///   ([TakesMessages]) is woken, and refuses the message
/// @param onChange whether a change of pages that its visit may see wakes it. If the source of the
///   pages cannot detect changes, this never does
public record WakeConditions(Optional<Instant> time, boolean onMessage, boolean onChange) {
  /// Checks that something can wake the agent.
  ///
  /// @throws IllegalArgumentException if nothing can
  /// @throws NullPointerException if `time` is null
  public WakeConditions {
    Objects.requireNonNull(time, "time: null (expected: a time, or empty)");
    if (time.isEmpty() && !onMessage && !onChange) {
      throw new IllegalArgumentException("(expected: a time, a message or a change)");
    }
  }

  /// {@return to wake at a time}
  ///
  /// @param time when
  public static WakeConditions at(Instant time) {
    return new WakeConditions(Optional.of(time), false, false);
  }

  /// {@return to wake by a message}
  public static WakeConditions byMessage() {
    return new WakeConditions(Optional.empty(), true, false);
  }

  /// {@return to wake by a change of pages}
  public static WakeConditions byChange() {
    return new WakeConditions(Optional.empty(), false, true);
  }

  /// {@return the same, and a time; in place of an earlier one}
  ///
  /// @param other when
  public WakeConditions orAt(Instant other) {
    return new WakeConditions(Optional.of(other), onMessage, onChange);
  }

  /// {@return the same, and any message}
  public WakeConditions orByMessage() {
    return new WakeConditions(time, true, onChange);
  }

  /// {@return the same, and any change of pages}
  public WakeConditions orByChange() {
    return new WakeConditions(time, onMessage, true);
  }

  /// {@return the conditions in words, as `until 2026-05-02T10:00:00Z, a message or a change of
  /// pages`}
  public String words() {
    var all = new ArrayList<String>();
    time.map(at -> at.truncatedTo(ChronoUnit.SECONDS).toString()).ifPresent(all::add);
    if (onMessage) {
      all.add("a message");
    }
    if (onChange) {
      all.add("a change of pages");
    }
    var last = all.removeLast();
    return "until " + (all.isEmpty() ? last : String.join(", ", all) + " or " + last);
  }
}
