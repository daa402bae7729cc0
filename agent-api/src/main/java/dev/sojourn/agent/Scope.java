package dev.sojourn.agent;

import java.util.List;

/// The part of one site that an agent may see during a visit.
///
/// A URL is in the scope if it has the origin, and the longest matching prefix of its path is an
/// include. Query and fragment are ignored.
///
/// @param origin scheme, host and non-default port in lower case, such as `http://127.0.0.1:8080`
/// @param includes normalised path prefixes, each beginning with `/`; at least one
/// @param excludes normalised path prefixes that are not in the scope; none is also an include
public record Scope(String origin, List<String> includes, List<String> excludes) {

  /// Copies the lists.
  ///
  /// @throws IllegalArgumentException if the origin or a prefix is malformed, there is no include,
  ///   or a prefix is both included and excluded
  public Scope {
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
    var given = origin;
    if (PageUrl.parse(given + "/").filter(u -> u.origin().equals(given)).isEmpty()) {
      throw new IllegalArgumentException(
          "origin: " + origin + " (expected: scheme://host[:port] in lower case)");
    }
    if (includes.isEmpty()) {
      throw new IllegalArgumentException("includes: [] (expected: at least one path prefix)");
    }
    requirePaths("includes", includes);
    requirePaths("excludes", excludes);
    for (var exclude : excludes) {
      if (includes.contains(exclude)) {
        throw new IllegalArgumentException(
            "excludes: " + exclude + " (expected: no prefix that is also included)");
      }
    }
  }

  /// {@return the whole site}
  ///
  /// @param origin scheme, host and non-default port in lower case
  public static Scope site(String origin) {
    return new Scope(origin, List.of("/"), List.of());
  }

  /// {@return whether the URL lies in this scope}
  ///
  /// @param url already parsed, hence normalised
  public boolean contains(PageUrl url) {
    if (!url.origin().equals(origin)) {
      return false;
    }
    return longest(includes, url.path()) > longest(excludes, url.path());
  }

  /// {@return whether the URL lies in this scope; false for a string that is not a URL}
  ///
  /// @param url any string
  public boolean contains(String url) {
    return PageUrl.parse(url).filter(this::contains).isPresent();
  }

  private static int longest(List<String> prefixes, String path) {
    int longest = -1;
    for (var prefix : prefixes) {
      if (prefix.length() > longest && path.startsWith(prefix)) {
        longest = prefix.length();
      }
    }
    return longest;
  }

  private static void requirePaths(String name, List<String> prefixes) {
    for (var prefix : prefixes) {
      if (!prefix.startsWith("/")) {
        throw new IllegalArgumentException(
            name + ": " + prefix + " (expected: a path prefix that begins with /)");
      }
    }
  }
}
