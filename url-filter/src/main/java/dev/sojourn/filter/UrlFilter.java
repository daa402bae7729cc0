package dev.sojourn.filter;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Applies the rules of a crawl's owner to URLs.
///
/// A URL is left out if an exclude matches it. If there are includes, a URL is also left out unless
/// one of them matches it, or it is a start URL of the crawl. May be used by any thread.
public final class UrlFilter {
  /// Leaves nothing out.
  public static final UrlFilter NONE = new UrlFilter(ScopeRules.NONE);

  private final ScopeRules rules;
  private final List<UrlPattern> includes;
  private final List<UrlPattern> excludes;
  private final Set<String> starts;

  private UrlFilter(ScopeRules rules) {
    this.rules = rules;
    this.includes = rules.includes().stream().map(UrlPattern::of).toList();
    this.excludes = rules.excludes().stream().map(UrlPattern::of).toList();
    this.starts = Set.copyOf(rules.starts());
  }

  /// {@return the filter of these rules}
  ///
  /// @param rules of a crawl
  /// @throws IllegalArgumentException if a text is not a pattern; the message is a sentence for the
  ///   user that names it
  public static UrlFilter of(ScopeRules rules) {
    return rules.isEmpty() ? NONE : new UrlFilter(rules);
  }

  /// {@return the rules}
  public ScopeRules rules() {
    return rules;
  }

  /// {@return whether a URL is wanted}
  ///
  /// @param url absolute and normalised
  public boolean wants(String url) {
    return !isExcluded(url) && isIncluded(url);
  }

  /// {@return whether a page is wanted at the end of redirects}
  ///
  /// @param asked the URL that was asked for; a start URL may redirect to what no include matches
  /// @param end the page's own URL
  public boolean wants(String asked, String end) {
    return !isExcluded(end) && (starts.contains(asked) || isIncluded(end));
  }

  private boolean isExcluded(String url) {
    return excludes.stream().anyMatch(pattern -> pattern.matches(url));
  }

  private boolean isIncluded(String url) {
    return includes.isEmpty()
        || includes.stream().anyMatch(pattern -> pattern.matches(url))
        || starts.contains(url);
  }

  /// {@return why a URL is left out, one sentence; empty if it is wanted}
  ///
  /// @param url absolute and normalised
  public Optional<String> objection(String url) {
    var exclude =
        excludes.stream()
            .filter(pattern -> pattern.matches(url))
            .findFirst()
            .map(pattern -> "The crawl leaves it out: --exclude %s.".formatted(pattern.text()));
    return exclude.isPresent() || isIncluded(url)
        ? exclude
        : Optional.of("The crawl leaves it out: no --include matches it.");
  }
}
