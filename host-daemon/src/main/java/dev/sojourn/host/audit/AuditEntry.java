package dev.sojourn.host.audit;

import dev.sojourn.base.json.JsonWriter;
import java.util.function.Consumer;

/// An event that is to be written into the audit log.
///
/// @param event its word
/// @param members puts the members of its line; bounded by its maker, and called on another thread
record AuditEntry(AuditEvent event, Consumer<JsonWriter> members) {}
