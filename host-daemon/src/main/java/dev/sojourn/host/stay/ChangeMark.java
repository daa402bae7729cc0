package dev.sojourn.host.stay;

/// A position in the record of a site's changes: an agent has seen all changes before it.
///
/// @param record name of the record, which may have been restarted since; empty without a record
/// @param generation number of the last change before this position
public record ChangeMark(String record, long generation) {
  /// No position: the agent has seen nothing, or its site has no record.
  public static final ChangeMark NONE = new ChangeMark("", 0);
}
