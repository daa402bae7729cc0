package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.Problem;
import dev.sojourn.base.text.Messages;

/// The sentences that explain to users why a host refuses.
public final class HostRefusals {
  private HostRefusals() {}

  /// {@return one sentence; at its end is a step that prevents the refusal next time, if one is
  /// known}
  ///
  /// @param host that refuses
  /// @param problem as the host reported it
  /// @param publicKey the name of the public part of the owner's key
  public static String sentence(String host, Problem problem, String publicKey) {
    var step =
        switch (problem.code()) {
          case "signer-untrusted", "signature-key-unknown" ->
              "; to be let in, give " + publicKey + " to its operator, who adds it under [[trust]]";
          case "audience-wrong", "host-wrong" ->
              "; its operator has to add " + host + " to names under [policy]";
          case "passport-expired", "passport-not-yet-valid", "signature-expired" ->
              "; one of the two clocks is wrong: set it right";
          case "site-not-served", "not-routed-here", "crowded", "disk-full", "agent-unknown" -> "";
          default -> "; its operator can say more";
        };
    return host + " refuses: " + Messages.withoutStop(problem.detail()) + step + ".";
  }

  /// {@return a text with a full stop at its end, unless it is empty}
  ///
  /// @param text any
  public static String sentence(String text) {
    return text.isEmpty() || text.endsWith(".") ? text : text + ".";
  }
}
