package dev.sojourn.sandbox;

/// The outcome of a message to an agent.
public sealed interface MessageReply {

  /// The most characters of a message, and of a reply; a character is a code point.
  int MAX_CHARS = 16_000;

  /// The agent answered.
  ///
  /// @param text at most [#MAX_CHARS] characters, of an agent that may be hostile
  record Answered(String text) implements MessageReply {}

  /// The agent is of a kind that takes no messages.
  record NotTaken() implements MessageReply {}

  /// The agent does not run: it has not begun, or its visit ended before it answered.
  record NotRunning() implements MessageReply {}

  /// No further message may wait for the agent.
  record Crowded() implements MessageReply {}
}
