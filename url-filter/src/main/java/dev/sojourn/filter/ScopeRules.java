package dev.sojourn.filter;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The owner's choice of the URLs that a crawl asks for. A site's permissions are no part of it.
/// [UrlFilter] applies the rules.
///
/// @param includes the texts of patterns: one must match; empty to include everything
/// @param excludes the texts of patterns: none may match
/// @param starts the start URLs of the crawl, normalised; they need no include
public record ScopeRules(List<String> includes, List<String> excludes, List<String> starts) {
  /// The most patterns of both kinds together.
  public static final int MAX_PATTERNS = 200;

  /// The most characters of all patterns together.
  public static final int MAX_CHARS = 16_000;

  /// Leaves nothing out.
  public static final ScopeRules NONE = new ScopeRules(List.of(), List.of(), List.of());

  /// Copies the lists. Without includes, the start URLs have no meaning and are dropped.
  ///
  /// @throws IllegalArgumentException if there are too many patterns or characters; the message is
  ///   a sentence for the user
  public ScopeRules {
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
    starts = includes.isEmpty() ? List.of() : List.copyOf(starts);
    int patterns = includes.size() + excludes.size();
    if (patterns > MAX_PATTERNS) {
      throw new IllegalArgumentException(
          "There are %d patterns for URLs; there may be %d at most."
              .formatted(patterns, MAX_PATTERNS));
    }
    int chars = chars(includes) + chars(excludes);
    if (chars > MAX_CHARS) {
      throw new IllegalArgumentException(
          "The patterns for URLs have %d characters together; they may have %d at most."
              .formatted(chars, MAX_CHARS));
    }
  }

  private static int chars(List<String> patterns) {
    return patterns.stream().mapToInt(String::length).sum();
  }

  /// {@return whether nothing is left out}
  public boolean isEmpty() {
    return includes.isEmpty() && excludes.isEmpty();
  }

  /// {@return whether other rules have the same patterns}
  ///
  /// @param other rules, perhaps with other start URLs
  public boolean hasPatternsOf(ScopeRules other) {
    return includes.equals(other.includes) && excludes.equals(other.excludes);
  }

  /// {@return the rules with a further start URL}
  ///
  /// @param url normalised
  public ScopeRules withStart(String url) {
    var all = new LinkedHashSet<>(starts);
    all.add(url);
    return new ScopeRules(includes, excludes, List.copyOf(all));
  }

  /// {@return the rules for one visit, with only those start URLs of the crawl that the visit
  /// begins with}
  ///
  /// @param urls with which the visit begins, normalised
  public ScopeRules ofVisit(Collection<String> urls) {
    var ofVisit = Set.copyOf(urls);
    return new ScopeRules(includes, excludes, starts.stream().filter(ofVisit::contains).toList());
  }
}
