package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import java.util.Optional;

/// The status of a visit, with this host's statement about it.
///
/// @param status of the visit
/// @param statement the signed statement, an envelope; empty if there is none yet
public record SignedStatus(VisitStatus status, Optional<Bytes> statement) {}
