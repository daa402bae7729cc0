package dev.sojourn.dispatcher.agent;

/// The outcome of looking for an agent's code.
public sealed interface AgentReading {

  /// The code was found and can be sent.
  ///
  /// @param code the code
  record Read(AgentCode code) implements AgentReading {}

  /// The code was not found, or cannot be sent.
  ///
  /// @param sentence the fault, its place, and the next step
  /// @param isDamaged whether there is a file that cannot be read as a file of its kind; no sandbox
  ///   could say more about it
  record Unusable(String sentence, boolean isDamaged) implements AgentReading {
    /// Code that is sound and cannot be sent all the same.
    ///
    /// @param sentence the fault, its place, and the next step
    Unusable(String sentence) {
      this(sentence, false);
    }
  }
}
