package dev.sojourn.atp.client;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.identity.net.AtpAddress;

/// The last host to which a question about an agent led: each host that the agent has left names
/// the next one.
///
/// @param host that was asked last
/// @param answer of that host
public record FoundVisit(AtpAddress host, Answer<VisitStatus> answer) {}
