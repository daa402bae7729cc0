package dev.sojourn.host.lifecycle;

import dev.sojourn.host.rules.Terms;
import dev.sojourn.host.store.Arrival;

/// A visit whose agent has just come, as it is still in memory besides being on disk.
///
/// @param arrival the agent
/// @param terms the terms that were granted on arrival
/// @param from the address of the agent's sender
public record GrantedVisit(Arrival arrival, Terms.Granted terms, String from) {}
