package dev.sojourn.atp.passport;

import java.util.List;

/// The part of one site that an agent is sent to. The longest prefix of a path in both lists
/// decides whether the path is in the scope.
///
/// @param origin scheme, host and non-default port in lower case, for example
///   `http://docs.example:8080`
/// @param includes path prefixes, each beginning with `/`; at least one
/// @param excludes path prefixes that are excluded from them
public record PassportScope(String origin, List<String> includes, List<String> excludes) {

  /// Copies the lists.
  ///
  /// @throws IllegalArgumentException if there is no include
  public PassportScope {
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
    if (includes.isEmpty()) {
      throw new IllegalArgumentException("includes: [] (expected: at least one path prefix)");
    }
  }
}
