package dev.sojourn.corpus;

import java.util.Optional;

/// One attack, ready for a trial.
///
/// @param kind `code`, `state`, `script`, `view`, `tree` or `page`; `honest` for an agent that
///   attacks nothing
/// @param family the target of the attack
/// @param name of the attack, unique in its family
/// @param outcome `denied`, `stopped`, `killed`, `failed` or `finished`
/// @param wall the wall of the sandbox that must end it; empty text if several walls may end it.
///   Always empty text for `failed` and `finished`, since no wall ends such a visit
/// @param fragment a part of the reason of the outcome; for `finished`, a part of the agent's log
/// @param entryClass of the agent; empty for a script
/// @param jar the agent's code, or the script's text
/// @param data the state of the agent on arrival, or what it gets as a page
record CorpusAttack(
    String kind,
    String family,
    String name,
    String outcome,
    String wall,
    String fragment,
    String entryClass,
    byte[] jar,
    Optional<byte[]> data) {

  CorpusAttack {
    boolean endsByItself = outcome.equals("failed") || outcome.equals("finished");
    if (endsByItself && !wall.isEmpty()) {
      throw new IllegalArgumentException(
          family + ": " + name + ": wall: " + wall + " (expected: none, as it " + outcome + ")");
    }
  }

  /// {@return the attack of a row}
  static CorpusAttack of(
      AttackTable.Row row, String entryClass, byte[] jar, Optional<byte[]> data) {
    return new CorpusAttack(
        row.kind(),
        row.family(),
        row.name(),
        row.outcome(),
        row.wall(),
        row.fragment(),
        entryClass,
        jar,
        data);
  }

  /// One line of the list of the corpus; no part contains a tab.
  String line(int number) {
    return String.join(
        "\t",
        Integer.toString(number),
        kind,
        family,
        name,
        outcome,
        wall,
        fragment,
        entryClass,
        data.isPresent() ? "data" : "");
  }
}
