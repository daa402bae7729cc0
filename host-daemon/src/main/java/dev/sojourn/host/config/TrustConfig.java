package dev.sojourn.host.config;

/// Somebody whose agents are taken in, or a host whose statements count.
///
/// @param name `trust.name`, `host.name`: how the operator calls them
/// @param source by what their keys are known
public record TrustConfig(String name, TrustSource source) {}
