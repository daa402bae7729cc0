package dev.sojourn.host.config;

import java.time.Duration;

/// The limits of messages from owners to their agents.
///
/// @param maxChars `wire.message-chars`: characters of one message; 1 to 16,000, the limit of the
///   protocol. Default 16,000
/// @param waiting `wire.messages-waiting`: the number of messages that may wait for the answers of
///   one agent; 1 to 100. Default 8
/// @param time `wire.message-time`: the time for an agent to answer; 100 ms to 5 min. Default 20 s
public record MailConfig(int maxChars, int waiting, Duration time) {}
