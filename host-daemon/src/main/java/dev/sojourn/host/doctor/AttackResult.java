package dev.sojourn.host.doctor;

import dev.sojourn.sandbox.VisitLimits;
import java.util.stream.Stream;

/// The result of one attack.
///
/// @param family the target of the attack
/// @param name the name of the attack
/// @param expected the expected end
/// @param end the actual end
/// @param verdict the meaning of the actual end
record AttackResult(
    String family, String name, Attack.Expectation expected, AttackEnd end, Verdict verdict) {
  private static final String NO_ROOM = "in " + VisitLimits.WORKER_HEAP;
  private static final String NO_TIME = "was not admitted in time";
  private static final String NO_TURN = "the worker was silent for";
  private static final String TIME_OVER = "wallClock: all of";

  /// The meaning of an end.
  enum Verdict {
    /// The right wall stopped the attack in the expected way.
    HELD,
    /// The attack did no harm, but did not end as expected.
    OTHERWISE,
    /// The attack reached something, or finished although it had to be stopped.
    ESCAPED
  }

  /// The family and the name, as shown in reports.
  String title() {
    return family + ": " + name;
  }

  /// Whether the end may be unexpected because of other attacks at the same time. An order to stop
  /// needs up to a tenth of a second of processor time if the stack is deep. On a busy machine this
  /// can exceed the grace period, and the worker is killed. Other attacks may also fill the heap,
  /// so that a large step has no room. Or the time may be too short: to check the classes, to get a
  /// turn, to use the processor time, or to do the work.
  boolean isCrowded() {
    return verdict == Verdict.OTHERWISE
        && (isLate()
            || Stream.of(NO_ROOM, NO_TIME, NO_TURN, TIME_OVER).anyMatch(end.noted()::contains));
  }

  private boolean isLate() {
    return end.outcome().equals("killed") && end.noted().contains("did not stop within");
  }

  /// @param leaked whether the output contained a secret
  static AttackResult of(Attack attack, AttackEnd end, boolean leaked) {
    boolean met = attack.expected().isMetBy(end);
    boolean through =
        end.outcome().equals("finished") && !attack.expected().outcome().equals("finished");
    var verdict = leaked || through ? Verdict.ESCAPED : met ? Verdict.HELD : Verdict.OTHERWISE;
    return new AttackResult(attack.family(), attack.name(), attack.expected(), end, verdict);
  }
}
