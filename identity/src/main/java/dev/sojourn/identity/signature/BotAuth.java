package dev.sojourn.identity.signature;

import dev.sojourn.identity.AgentUrl;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// The drafts of Web Bot Auth (draft-ietf-webbotauth-httpsig-protocol) whose verifiers accept a
/// request. In the later draft, a member of `Signature-Agent` is the key directory itself; in the
/// earlier draft, it is the bare origin. A verifier reads one member, so a request may carry both,
/// each with its own signature.
public enum BotAuth {
  /// The fields of both versions.
  BOTH,
  /// Only the fields of version 01.
  DRAFT_01,
  /// Only the fields of version 00.
  DRAFT_00;

  private static final List<String> LABELS = List.of("sig1", "sig2");

  /// {@return whether a request can carry this form of a URL: version 00 accepts only origins}
  ///
  /// @param agent the URL that publishes the key
  public boolean fits(AgentUrl agent) {
    return this != DRAFT_00 || agent.isOrigin();
  }

  /// The members of `Signature-Agent`: URLs by the label of the signature that covers them. If the
  /// URL is not an origin, the origin is omitted, since the URL says nothing about the keys of its
  /// origin.
  SequencedMap<String, String> members(AgentUrl agent) {
    var directory = agent.resource().toString();
    var urls =
        switch (this) {
          case BOTH -> agent.isOrigin() ? List.of(directory, agent.text()) : List.of(directory);
          case DRAFT_01 -> List.of(directory);
          case DRAFT_00 -> List.of(agent.text());
        };
    var members = new LinkedHashMap<String, String>();
    for (int i = 0; i < urls.size(); i++) {
      members.put(LABELS.get(i), urls.get(i));
    }
    return members;
  }
}
