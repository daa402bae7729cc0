package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.dispatcher.cli.remote.MessageAttempt.Outcome;

/// The result of a message to one agent, as `visit message --all` lists it.
///
/// @param agent the address of the agent, or its id if it runs at home
/// @param site the origin that it visits
/// @param path the path prefixes of its territory in one line
/// @param outcome the outcome of the message; a word in JSON
/// @param answer the answer of the agent; empty if there is none
/// @param reason the reason why there is no answer; else empty
record MessageResult(
    String agent, String site, String path, Outcome outcome, String answer, String reason) {

  /// {@return this result without answer and reason, which hosts may make long}
  MessageResult bare() {
    return new MessageResult(agent, site, path, outcome, "", "");
  }

  /// {@return its territory, which stays the same in later visits}
  String territory() {
    return site + " " + path;
  }
}
