package dev.sojourn.atp.client;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.identity.net.AtpAddress;

/// The last host that was asked about an agent. Each host that the agent has left names the next
/// host.
///
/// @param host that was asked last
/// @param answer of that host
public record FoundVisit(AtpAddress host, Answer<VisitStatus> answer) {}
