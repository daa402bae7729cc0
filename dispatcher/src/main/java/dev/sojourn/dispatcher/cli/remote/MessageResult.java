package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.dispatcher.cli.remote.MessageAttempt.Outcome;

/// An agent that was to get a message, as `visit message --all` lists it.
///
/// @param agent its address; its id if it is at home
/// @param site the origin that it visits
/// @param path the path prefixes of its territory in one line
/// @param outcome what became of the message; a word in JSON
/// @param answer of the agent; empty if it gave none
/// @param reason why it gave none; else empty
record MessageResult(
    String agent, String site, String path, Outcome outcome, String answer, String reason) {

  /// {@return the same without what hosts may make long}
  MessageResult bare() {
    return new MessageResult(agent, site, path, outcome, "", "");
  }

  /// {@return its territory, which later visits of the same agent have too}
  String territory() {
    return site + " " + path;
  }
}
