package dev.sojourn.identity.trust;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.KeySet;
import java.nio.file.Path;

/// The source of a signer's keys.
public sealed interface TrustSource {

  /// A file with the keys.
  ///
  /// @param file the setting `trust.keys` or `host.keys`: a file with a public key (JWK) or keys
  ///   (JWKS); relative to the configuration file
  /// @param keys its keys
  record KeyFile(Path file, KeySet keys) implements TrustSource {}

  /// The URL that publishes the keys.
  ///
  /// @param url the setting `trust.url`: an origin with a directory, such as
  ///   `https://crawler.example`, or the URL of a key set or card
  record Url(AgentUrl url) implements TrustSource {}

  /// The thumbprint of one key; the sender of an agent sends the key itself.
  ///
  /// @param keyId the setting `trust.thumbprint`: the key's JWK thumbprint (RFC 7638)
  record Thumbprint(String keyId) implements TrustSource {}
}
