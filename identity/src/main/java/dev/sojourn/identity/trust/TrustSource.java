package dev.sojourn.identity.trust;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.key.KeySet;
import java.nio.file.Path;

/// The source of somebody's keys: exactly one of three.
public sealed interface TrustSource {

  /// A file with the keys.
  ///
  /// @param file `trust.keys`, `host.keys`: a file with a public key (JWK) or keys (JWKS); relative
  ///   to the configuration file
  /// @param keys its keys
  record KeyFile(Path file, KeySet keys) implements TrustSource {}

  /// The URL that publishes the keys.
  ///
  /// @param url `trust.url`: an origin, as `https://crawler.example`, whose directory is fetched,
  ///   or the URL of a key set or card
  record Url(AgentUrl url) implements TrustSource {}

  /// The name of one key; the sender of an agent brings the key along.
  ///
  /// @param keyId `trust.thumbprint`: the key's JWK thumbprint (RFC 7638)
  record Thumbprint(String keyId) implements TrustSource {}
}
