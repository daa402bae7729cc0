package dev.sojourn.host.audit;

import dev.sojourn.base.json.JsonWriter;
import java.util.function.Consumer;

/// An event to be written to the audit log.
///
/// @param event the event
/// @param members adds the members of its line; limited by its maker, and called on another thread
record AuditEntry(AuditEvent event, Consumer<JsonWriter> members) {}
