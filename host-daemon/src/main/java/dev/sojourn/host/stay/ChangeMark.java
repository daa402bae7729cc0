package dev.sojourn.host.stay;

/// A place in the record of the changes of a site's pages: an agent has seen what stands before it.
///
/// @param record names the record, which may have been begun anew since; empty if there was none
/// @param generation the number of the last change that is before this place
public record ChangeMark(String record, long generation) {
  /// No place: the agent has seen nothing, or its site records no changes.
  public static final ChangeMark NONE = new ChangeMark("", 0);
}
