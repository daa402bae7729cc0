package dev.sojourn.host.doctor;

import dev.sojourn.sandbox.pipe.VisitLimits;
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
    /// It reached something, or went on to its end where it must not.
    ESCAPED
  }

  /// The family and the name, as reports name it.
  String title() {
    return family + ": " + name;
  }

  /// Whether it ended otherwise because of the attacks beside it. It may have been stopped, but so
  /// late that it cost its worker: an order to stop takes up to a tenth of a second of processor
  /// time where the stack is deep, which is longer than the grace on a machine that is busy with
  /// the attacks beside it. Or others held so much of its worker's heap that one large step of its
  /// had no room. Or there was no time to look through all of its classes, its worker got no turn,
  /// or its time was over before it had spent what it must, or done what it is there for.
  boolean isCrowded() {
    return verdict == Verdict.OTHERWISE
        && (isLate()
            || Stream.of(NO_ROOM, NO_TIME, NO_TURN, TIME_OVER).anyMatch(end.told()::contains));
  }

  private boolean isLate() {
    return end.outcome().equals("killed") && end.told().contains("did not stop within");
  }

  /// @param leaked whether a bait was in its output
  static AttackResult of(Attack attack, AttackEnd end, boolean leaked) {
    boolean met = attack.expected().isMetBy(end);
    boolean through =
        end.outcome().equals("finished") && !attack.expected().outcome().equals("finished");
    var verdict = leaked || through ? Verdict.ESCAPED : met ? Verdict.HELD : Verdict.OTHERWISE;
    return new AttackResult(attack.family(), attack.name(), attack.expected(), end, verdict);
  }
}
