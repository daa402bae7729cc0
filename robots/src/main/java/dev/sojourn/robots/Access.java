package dev.sojourn.robots;

import java.util.Optional;

/// Whether an agent may fetch a URL, and why.
///
/// @param allowed the decision
/// @param rule the rule that decided; empty if no rule matched, and for `/robots.txt` itself, which
///   is always allowed
public record Access(boolean allowed, Optional<Rule> rule) {

  static final Access DEFAULT = new Access(true, Optional.empty());

  /// {@return the number of the deciding line, or 0 if there is none}
  public int line() {
    return rule.map(Rule::line).orElse(0);
  }
}
