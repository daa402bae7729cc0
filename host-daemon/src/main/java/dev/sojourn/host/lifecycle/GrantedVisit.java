package dev.sojourn.host.lifecycle;

import dev.sojourn.host.rules.Terms;
import dev.sojourn.host.store.Arrival;

/// A visit of a newly arrived agent, which is on disk and still in memory.
///
/// @param arrival the agent
/// @param terms the terms granted on arrival
/// @param from the address of the agent's sender
public record GrantedVisit(Arrival arrival, Terms.Granted terms, String from) {}
