package dev.sojourn.sandbox;

/// The outcome of a message to an agent.
public sealed interface MessageReply {

  /// The most characters (code points) of a message or a reply.
  int MAX_CHARS = 16_000;

  /// The agent answered.
  ///
  /// @param text at most [#MAX_CHARS] characters, from an agent that may be hostile
  record Answered(String text) implements MessageReply {}

  /// The agent does not accept messages.
  record NotTaken() implements MessageReply {}

  /// The agent does not run, or its visit ended before it answered.
  record NotRunning() implements MessageReply {}

  /// Too many messages wait for the agent.
  record Crowded() implements MessageReply {}
}
