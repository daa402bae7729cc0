package dev.sojourn.host.doctor;

import java.util.Optional;

/// One attack of the corpus. Code and state are data here and are never loaded.
///
/// @param kind the way in which the attack is tried
/// @param family the target of the attack
/// @param name the name of the attack, unique in its family
/// @param expected the expected end
/// @param entryClass the entry class of the agent; empty for a script
/// @param content the agent's code, or a script's text
/// @param data the state with which the agent arrives, or what it gets as a page
record Attack(
    Kind kind,
    String family,
    String name,
    Expectation expected,
    String entryClass,
    byte[] content,
    Optional<byte[]> data) {

  /// The way in which an attack is tried.
  enum Kind {
    /// An agent's code.
    CODE,
    /// An agent's code with a state.
    STATE,
    /// The script of a hostile worker.
    SCRIPT,
    /// A forged view of a page, for an honest agent.
    VIEW,
    /// A forged view of the elements of a page, for an honest agent.
    TREE,
    /// A page that takes over its reader, for an honest agent.
    PAGE,
    /// An honest agent instead of an attack.
    HONEST
  }

  /// The expected end of an attack.
  ///
  /// @param outcome `denied`, `stopped`, `killed`, `failed` or `finished`
  /// @param wall the wall that must end the attack; empty if any wall may end it. Always empty for
  ///   `failed` and `finished`, which no wall causes
  /// @param fragment a part of the reason, or of the agent's log if it finished
  record Expectation(String outcome, String wall, String fragment) {
    Expectation {
      if (endsByItself(outcome) && !wall.isEmpty()) {
        throw new IllegalArgumentException(
            "wall: " + wall + " (expected: none, as the attack " + outcome + ")");
      }
    }

    boolean isMetBy(AttackEnd end) {
      return outcome.equals(end.outcome()) && isBy(end.wall()) && end.noted().contains(fragment);
    }

    /// Whether the attack ends by itself and not by a wall.
    boolean endsByItself() {
      return endsByItself(outcome);
    }

    /// Whether the attack is stopped only when its processor time is used up.
    boolean endsWithItsTime() {
      return outcome.equals("stopped") && fragment.equals("cpu");
    }

    private boolean isBy(String ended) {
      if (endsByItself()) {
        return ended.isEmpty();
      }
      return wall.isEmpty() ? !ended.isEmpty() : wall.equals(ended);
    }

    private static boolean endsByItself(String outcome) {
      return outcome.equals("failed") || outcome.equals("finished");
    }
  }

  /// The family and the name, as shown in reports.
  String title() {
    return family + ": " + name;
  }
}
