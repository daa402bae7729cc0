package dev.sojourn.dispatcher.agent;

/// The outcome of a search for an agent's code.
public sealed interface AgentReading {

  /// The code was found and can be sent.
  ///
  /// @param code the code
  record Read(AgentCode code) implements AgentReading {}

  /// The code was not found, or cannot be sent.
  ///
  /// @param sentence the fault, its place, and the next step
  /// @param isDamaged whether a file is damaged, so that a sandbox could find no further fault
  record Unusable(String sentence, boolean isDamaged) implements AgentReading {
    /// Creates the outcome for undamaged code that cannot be sent.
    ///
    /// @param sentence the fault, its place, and the next step
    Unusable(String sentence) {
      this(sentence, false);
    }
  }
}
