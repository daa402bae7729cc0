package dev.sojourn.host.metrics;

import java.util.Optional;

/// The health of a daemon at one moment, as `/readyz` says it.
///
/// @param obstacle why no agents are taken in, one clause; empty if they are
/// @param remark what the operator should look at all the same, one sentence; empty if nothing
public record Health(Optional<String> obstacle, Optional<String> remark) {}
