package dev.sojourn.corpus;

import java.util.Optional;

/// One attack, ready to be tried.
///
/// @param kind `code`, `state` or `script`; `honest` for an agent that attacks nothing
/// @param family what is attacked
/// @param name of the attack, once in its family
/// @param outcome `denied`, `stopped`, `killed`, `failed` or `finished`
/// @param wall which must stop it: one of the sandbox's, or `gate`, `state`, `worker`
/// @param fragment stands in the reason of that outcome; in what the agent logged where it finished
/// @param entryClass of the agent; empty for a script
/// @param jar the agent's code, or the script's text
/// @param state with which the agent comes
record Attack(
    String kind,
    String family,
    String name,
    String outcome,
    String wall,
    String fragment,
    String entryClass,
    byte[] jar,
    Optional<byte[]> state) {

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
