package dev.sojourn.agent;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;

/// The conditions that wake a parked agent. The first condition to hold wakes it.
///
/// ```java
/// return Next.park(WakeConditions.byChange().orAt(visit.now().plus(Duration.ofDays(1))));
/// ```
///
/// @param time when it wakes at the latest; empty for no limit. A past time wakes it at once
/// @param onMessage whether a message of its owner wakes it. An agent that is not [TakesMessages]
///   wakes, too, but refuses the message
/// @param onChange whether a change of a page in its scope wakes it; without effect if the source
///   cannot detect changes
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

  /// {@return the condition to wake at a time}
  ///
  /// @param time when
  public static WakeConditions at(Instant time) {
    return new WakeConditions(Optional.of(time), false, false);
  }

  /// {@return the condition to wake by a message}
  public static WakeConditions byMessage() {
    return new WakeConditions(Optional.empty(), true, false);
  }

  /// {@return the condition to wake by a change of pages}
  public static WakeConditions byChange() {
    return new WakeConditions(Optional.empty(), false, true);
  }

  /// {@return these conditions or a time, which replaces an earlier time}
  ///
  /// @param other when
  public WakeConditions orAt(Instant other) {
    return new WakeConditions(Optional.of(other), onMessage, onChange);
  }

  /// {@return these conditions or any message}
  public WakeConditions orByMessage() {
    return new WakeConditions(time, true, onChange);
  }

  /// {@return these conditions or any change of pages}
  public WakeConditions orByChange() {
    return new WakeConditions(time, onMessage, true);
  }

  /// {@return the conditions in words, such as `until 2026-05-02T10:00:00Z, a message or a change
  /// of pages`}
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
