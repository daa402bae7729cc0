package dev.sojourn.identity.trust;

/// A trusted signer: the owner of agents, or a host whose statements are trusted.
///
/// @param name the operator's name for the signer
/// @param source the file, URL or thumbprint of its keys
public record TrustEntry(String name, TrustSource source) {}
