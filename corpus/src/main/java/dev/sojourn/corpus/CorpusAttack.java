package dev.sojourn.corpus;

import java.util.Optional;

/// One attack, ready to be tried.
///
/// @param kind `code`, `state` or `script`; `honest` for an agent that attacks nothing
/// @param family the target of the attack
/// @param name of the attack, once in its family
/// @param outcome `denied`, `stopped`, `killed`, `failed` or `finished`
/// @param wall of the sandbox which must end it; empty if it may be more than one, and always if it
///   `failed` or `finished`, as no wall ends such a visit
/// @param fragment a part of the reason of that outcome; of the agent's log if it finished
/// @param entryClass of the agent; empty for a script
/// @param jar the agent's code, or the script's text
/// @param state with which the agent comes
record CorpusAttack(
    String kind,
    String family,
    String name,
    String outcome,
    String wall,
    String fragment,
    String entryClass,
    byte[] jar,
    Optional<byte[]> state) {

  CorpusAttack {
    boolean endsByItself = outcome.equals("failed") || outcome.equals("finished");
    if (endsByItself && !wall.isEmpty()) {
      throw new IllegalArgumentException(
          family + ": " + name + ": wall: " + wall + " (expected: none, as it " + outcome + ")");
    }
  }

  /// One line of the corpus' list; none of the parts has a tab.
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
        state.isPresent() ? "state" : "");
  }
}
