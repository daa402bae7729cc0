package dev.sojourn.identity.trust;

/// A signer that is trusted: the owner of agents, or a host whose statements count.
///
/// @param name the name that the operator gave to it
/// @param source the file, URL or thumbprint by which its keys are known
public record TrustEntry(String name, TrustSource source) {}
