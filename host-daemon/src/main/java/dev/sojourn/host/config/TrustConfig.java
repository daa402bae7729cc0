package dev.sojourn.host.config;

import dev.sojourn.atp.key.KeySet;
import java.nio.file.Path;

/// Somebody whose agents are taken in.
///
/// @param name `trust.name`: how the operator calls them
/// @param keyFile `trust.keys`: a file with their public key (JWK) or keys (JWKS); relative to the
///   configuration file
/// @param keys what stands in it
public record TrustConfig(String name, Path keyFile, KeySet keys) {}
