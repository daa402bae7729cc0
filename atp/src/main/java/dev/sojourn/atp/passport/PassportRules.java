package dev.sojourn.atp.passport;

import java.util.List;

/// The owner's choice of the URLs that the agent may ask for. Only the agent's worker applies the
/// patterns. See `docs/atp.md`, "Passport".
///
/// @param includes patterns: one must match; empty to include everything
/// @param excludes patterns: none may match
/// @param starts the start URLs of the crawl among those of the passport; they need no include
public record PassportRules(List<String> includes, List<String> excludes, List<String> starts) {
  /// The most patterns of both kinds together.
  static final int MAX_PATTERNS = 200;

  /// The longest pattern in characters.
  static final int MAX_PATTERN_CHARS = 1_000;

  /// The most characters of all patterns together.
  static final int MAX_CHARS = 16_000;

  /// Every URL of the scope may be asked for.
  public static final PassportRules NONE = new PassportRules(List.of(), List.of(), List.of());

  /// Copies the lists, and checks their sizes.
  ///
  /// @throws IllegalArgumentException if there are too many patterns or characters
  public PassportRules {
    includes = List.copyOf(includes);
    excludes = List.copyOf(excludes);
    starts = List.copyOf(starts);
    int patterns = includes.size() + excludes.size();
    int chars = chars(includes) + chars(excludes);
    if (patterns > MAX_PATTERNS || chars > MAX_CHARS) {
      throw new IllegalArgumentException(
          "rules: %d patterns of %d characters (expected: at most %d of %d)"
              .formatted(patterns, chars, MAX_PATTERNS, MAX_CHARS));
    }
  }

  private static int chars(List<String> patterns) {
    return patterns.stream().mapToInt(String::length).sum();
  }

  /// {@return whether every URL of the scope may be asked for}
  public boolean isEmpty() {
    return includes.isEmpty() && excludes.isEmpty();
  }
}
