package dev.sojourn.agent;

import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The directives of a page for this agent (draft-illyes-repext, the robots-tag; and the de facto
/// rules).
///
/// @param rules lower-case rules for the agent's product token or for all robots, such as
///   `noindex`; unknown rules are kept
public record Directives(Set<String> rules) {

  /// No directives.
  public static final Directives NONE = new Directives(Set.of());

  /// Copies the set, sorted.
  public Directives {
    rules = Collections.unmodifiableSortedSet(new TreeSet<>(rules));
  }

  /// {@return whether the page must not be stored in an index}
  public boolean noindex() {
    return rules.contains("noindex") || rules.contains("none");
  }

  /// {@return whether the page's links must not be followed}
  public boolean nofollow() {
    return rules.contains("nofollow") || rules.contains("none");
  }

  /// {@return whether no excerpt of the page may be shown}
  public boolean nosnippet() {
    return rules.contains("nosnippet") || maxSnippet().orElse(-1) == 0;
  }

  /// {@return whether no copy of the page may be kept for display}
  public boolean noarchive() {
    return rules.contains("noarchive");
  }

  /// {@return the most code points of an excerpt (`max-snippet:N`), the smallest of several; empty
  /// if there is no limit}
  public OptionalInt maxSnippet() {
    return values("max-snippet:").flatMapToInt(Directives::limit).min();
  }

  /// {@return the moment from which search must not show the page (`unavailable_after`), the
  /// earliest of several} An unreadable date is ignored.
  public Optional<Instant> unavailableAfter() {
    return values("unavailable_after:")
        .flatMap(text -> RuleDate.parse(text).stream())
        .min(Comparator.naturalOrder());
  }

  /// {@return whether an index may take the page: it has no `noindex`, and its `unavailable_after`
  /// is in the future}
  ///
  /// @param now the time of the visit
  public boolean mayIndex(Instant now) {
    return !noindex() && unavailableAfter().filter(end -> !now.isBefore(end)).isEmpty();
  }

  private Stream<String> values(String name) {
    return rules.stream()
        .filter(rule -> rule.startsWith(name))
        .map(rule -> rule.substring(name.length()).strip());
  }

  /// A number of code points; empty for -1, which means no limit, and for any other text.
  private static IntStream limit(String text) {
    if (text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return IntStream.empty();
    }
    return IntStream.of(text.length() > 9 ? Integer.MAX_VALUE : Integer.parseInt(text));
  }
}
