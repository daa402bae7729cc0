package dev.sojourn.host.doctor;

import java.util.Optional;

/// One attack of the corpus. Code and state are data here and are never loaded.
///
/// @param kind how it is tried
/// @param family the target of the attack
/// @param name of the attack, once in its family
/// @param expected how it must end
/// @param entryClass of the agent; empty for a script
/// @param content the agent's code, or a script's text
/// @param state with which the agent comes
record Attack(
    Kind kind,
    String family,
    String name,
    Expectation expected,
    String entryClass,
    byte[] content,
    Optional<byte[]> state) {

  /// The way in which an attack is tried.
  enum Kind {
    /// An agent's code.
    CODE,
    /// An agent's code with a state.
    STATE,
    /// The script of a worker that was taken over.
    SCRIPT,
    /// No attack: an agent as it should be.
    HONEST
  }

  /// The expected end of an attack.
  ///
  /// @param outcome `denied`, `stopped`, `killed`, `failed` or `finished`
  /// @param wall which must end it; empty if any wall may, and always if it `failed` or `finished`,
  ///   as no wall ends such a visit
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

    /// Whether it comes to its own end, which no wall hastens.
    boolean endsByItself() {
      return endsByItself(outcome);
    }

    /// Whether it is stopped when its processor time is spent, and not before.
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

  /// The family and the name, as reports name it.
  String title() {
    return family + ": " + name;
  }
}
