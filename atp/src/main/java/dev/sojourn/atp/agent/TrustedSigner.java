package dev.sojourn.atp.agent;

import dev.sojourn.atp.key.VerifyKey;

/// Someone whose signature counts here.
///
/// @param name how the operator calls them, as `crawler.example`
/// @param key verifies their signatures
public record TrustedSigner(String name, VerifyKey key) {}
