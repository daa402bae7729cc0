package dev.sojourn.host.doctor;

import dev.sojourn.sandbox.VisitLimits;
import java.util.stream.Stream;

/// The result of one attack.
///
/// @param family the target of the attack
/// @param name of the attack
/// @param expected how it had to end
/// @param end how it ended
/// @param verdict the meaning of that end
record AttackResult(
    String family, String name, Attack.Expectation expected, AttackEnd end, Verdict verdict) {
  private static final String NO_ROOM = "in " + VisitLimits.WORKER_HEAP;
  private static final String NO_TIME = "was not admitted in time";
  private static final String NO_TURN = "the worker was silent for";
  private static final String TIME_OVER = "wallClock: all of";

  /// The meaning of an end.
  enum Verdict {
    /// The wall that must stop it did, in the way in which it must.
    HELD,
    /// It did no harm, but it ended otherwise than it must.
    OTHERWISE,
    /// It reached something, or went on to its end although it must not.
    ESCAPED
  }

  /// The family and the name, as reports name it.
  String title() {
    return family + ": " + name;
  }

  /// Whether it ended otherwise because of the attacks beside it. An order to stop takes up to a
  /// tenth of a second of processor time if the stack is deep. On a busy machine that is longer
  /// than the grace, so a late stop costs the worker. Or other attacks held so much of the heap
  /// that one large step had no room. Or the time was too short: for a look through all of its
  /// classes, for a turn, for its spending, or for its work.
  boolean isCrowded() {
    return verdict == Verdict.OTHERWISE
        && (isLate()
            || Stream.of(NO_ROOM, NO_TIME, NO_TURN, TIME_OVER).anyMatch(end.noted()::contains));
  }

  private boolean isLate() {
    return end.outcome().equals("killed") && end.noted().contains("did not stop within");
  }

  /// @param leaked whether a secret was in its output
  static AttackResult of(Attack attack, AttackEnd end, boolean leaked) {
    boolean met = attack.expected().isMetBy(end);
    boolean through =
        end.outcome().equals("finished") && !attack.expected().outcome().equals("finished");
    var verdict = leaked || through ? Verdict.ESCAPED : met ? Verdict.HELD : Verdict.OTHERWISE;
    return new AttackResult(attack.family(), attack.name(), attack.expected(), end, verdict);
  }
}
