package dev.sojourn.robots;

import java.util.List;

/// The part of a site for which one host takes mobile agents, or none does.
///
/// A path belongs to the territory if the longest of all prefixes that match it is one of the
/// includes. Prefixes are normalised as URLs of pages are: unreserved octets decoded, other escapes
/// in upper case, characters that may not stand in a URL percent-encoded. A prefix with `*` or `$`
/// is there with their escapes too, since a page's URL may have either. Query and fragment of a URL
/// take no part.
///
/// @param route the route of this territory; its line is that of the last deciding line
/// @param includes path prefixes, sorted
/// @param excludes longer prefixes cut out of them, sorted; they belong to other territories
public record Territory(Route route, List<String> includes, List<String> excludes) {

  /// Copies the lists.
  public Territory {
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
  }
}
