package dev.sojourn.robots;

import java.util.List;

/// The part of a site that has one route: a host that takes mobile agents, or none.
///
/// A path belongs to the territory if the longest matching prefix is an include. Prefixes are
/// normalised like URLs of pages: unreserved octets decoded, other escapes in upper case,
/// characters that are invalid in a URL percent-encoded. A prefix with `*` or `$` also occurs with
/// their escapes, since a page's URL may have either form. Query and fragment of a URL are ignored.
///
/// @param route the route of this territory, with the last deciding line
/// @param includes path prefixes, sorted
/// @param excludes longer prefixes that belong to other territories, sorted
public record Territory(Route route, List<String> includes, List<String> excludes) {

  /// Copies the lists.
  public Territory {
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
  }
}
