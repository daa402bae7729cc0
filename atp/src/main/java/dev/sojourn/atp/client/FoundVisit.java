package dev.sojourn.atp.client;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.identity.net.AtpAddress;

/// The place to which a question about an agent led: hosts from which it went on name the next one.
///
/// @param host that was asked last
/// @param answer of that host
public record FoundVisit(AtpAddress host, Answer<VisitStatus> answer) {}
