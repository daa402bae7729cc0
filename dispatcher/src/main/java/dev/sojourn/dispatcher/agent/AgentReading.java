package dev.sojourn.dispatcher.agent;

/// What came of looking for an agent's code.
public sealed interface AgentReading {

  /// It is there and can be sent.
  ///
  /// @param code the code
  record Read(AgentCode code) implements AgentReading {}

  /// It is not, or cannot be sent.
  ///
  /// @param sentence what is wrong, where, and what to do
  record Unusable(String sentence) implements AgentReading {}
}
