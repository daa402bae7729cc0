package dev.sojourn.host.store;

/// The name of a visit. Owners choose agent ids, so two owners may choose the same id; neither can
/// access the other's visit.
///
/// @param owner thumbprint of the key that signed the passport
/// @param agentId as in the passport
public record VisitKey(String owner, String agentId) {}
