/// The audit log of a host: an append-only chain of JSON lines about all arrivals, refusals and
/// departures.
///
/// [AuditChain] makes and checks the lines, without files. [AuditLog] stores them in segments on
/// disk. [AuditTrail] defines the events. [AuditVerifier] finds changes.
@NullMarked
package dev.sojourn.host.audit;

import org.jspecify.annotations.NullMarked;
