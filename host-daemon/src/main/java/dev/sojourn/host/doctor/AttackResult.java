package dev.sojourn.host.doctor;

/// What came of one attack.
///
/// @param family what was attacked
/// @param name of the attack
/// @param expected how it had to end
/// @param end how it ended
/// @param verdict what that means
record AttackResult(
    String family, String name, Attack.Expectation expected, AttackEnd end, Verdict verdict) {

  /// What an end means.
  enum Verdict {
    /// The wall that must stop it did, in the way in which it must.
    HELD,
    /// It did no harm, but it ended otherwise than it must.
    OTHERWISE,
    /// It reached something, or went on to its end where it must not.
    ESCAPED
  }

  /// @param leaked whether a bait was in what it said
  static AttackResult of(Attack attack, AttackEnd end, boolean leaked) {
    boolean met = attack.expected().isMetBy(end);
    boolean through =
        end.outcome().equals("finished") && !attack.expected().outcome().equals("finished");
    var verdict = leaked || through ? Verdict.ESCAPED : met ? Verdict.HELD : Verdict.OTHERWISE;
    return new AttackResult(attack.family(), attack.name(), attack.expected(), end, verdict);
  }
}
