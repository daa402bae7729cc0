package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/// The state of the combination of a crawl's agents.
public enum CombinationState {
  /// The agent does not combine.
  NONE,
  /// Not all agents have ended their visits.
  WAITING,
  /// The combination includes all agents.
  COMPLETE,
  /// Some agents are missing.
  IN_PART,
  /// The combination ended early.
  FAILED;

  /// {@return whether a combination of at least some agents exists}
  public boolean isMade() {
    return this != NONE && this != WAITING;
  }

  /// {@return the state as programs read it}
  @JsonValue
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
