package dev.sojourn.identity.signature;

import dev.sojourn.identity.AgentUrl;
import java.util.Optional;

/// The verdict on who sent a request. The three outcomes are kept apart: what cannot be told is
/// neither good nor bad.
public sealed interface IdentityVerdict {

  /// The signature is that of a key which the URL publishes.
  ///
  /// @param url who
  /// @param keyId with which key
  /// @param productToken the one their card names, where there is a card
  record Verified(AgentUrl url, String keyId, Optional<String> productToken)
      implements IdentityVerdict {}

  /// The request makes a false claim: it was altered, replayed, has expired, or was signed by
  /// somebody else.
  ///
  /// @param sentence why
  record Invalid(String sentence) implements IdentityVerdict {}

  /// Nothing is known: there is no signature, or its key could not be had.
  ///
  /// @param sentence why
  record Unverified(String sentence) implements IdentityVerdict {}
}
