package dev.sojourn.visit.trial;

import dev.sojourn.sandbox.MessageReply;

/// A message to the agent of a trial.
///
/// @param text the text of the message, at most [MessageReply#MAX_CHARS] characters
/// @param reply the answer, or the reason why there is none
public record TrialMessage(String text, MessageReply reply) {}
