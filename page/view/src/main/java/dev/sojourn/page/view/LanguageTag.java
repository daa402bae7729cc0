package dev.sojourn.page.view;

import java.util.Optional;

/// Language tags (BCP 47), by their form alone.
public final class LanguageTag {
  private static final int MAX_CHARS = 64;

  private LanguageTag() {}

  /// {@return the first of several tags, if it looks like one}
  ///
  /// @param value the value of an attribute or field, with tags separated by commas
  public static Optional<String> parse(String value) {
    int comma = value.indexOf(',');
    var tag = (comma < 0 ? value : value.substring(0, comma)).strip();
    boolean isPlausible =
        !tag.isEmpty() && tag.length() <= MAX_CHARS && tag.chars().allMatch(LanguageTag::isOfTag);
    return isPlausible ? Optional.of(tag) : Optional.empty();
  }

  private static boolean isOfTag(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
  }
}
