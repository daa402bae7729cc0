/// The audit log of a host: an append-only chain of JSON lines about all that came, was refused and
/// left.
///
/// [AuditChain] makes and checks the lines and knows no files. [AuditLog] keeps them in segments on
/// disk. [AuditTrail] says which events there are. [AuditVerifier] finds a change.
@NullMarked
package dev.sojourn.host.audit;

import org.jspecify.annotations.NullMarked;
