package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import java.util.Optional;

/// The record of a visit, without the agent that makes it.
///
/// @param status where it stands
/// @param statement what this host has signed about it; empty where that is nothing yet
public record VisitRecord(VisitStatus status, Optional<Bytes> statement) {}
