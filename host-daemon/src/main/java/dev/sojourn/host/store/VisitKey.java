package dev.sojourn.host.store;

/// Names a visit. Agent ids are chosen by owners, so two owners may choose the same; neither sees
/// or touches the other's.
///
/// @param owner thumbprint of the key that signed the passport
/// @param agentId as in the passport
public record VisitKey(String owner, String agentId) {}
