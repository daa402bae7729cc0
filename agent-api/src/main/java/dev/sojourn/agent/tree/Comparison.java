package dev.sojourn.agent.tree;

/// The comparisons of an attribute's value with a text (Selectors Level 4, 6.1 and 6.2). Only ASCII
/// letters are compared without their case.
enum Comparison {
  /// `=`
  EQUALS,
  /// `~=`
  HAS_WORD,
  /// `|=`
  EQUALS_BEFORE_DASH,
  /// `^=`
  BEGINS,
  /// `$=`
  ENDS,
  /// `*=`
  CONTAINS;

  /// {@return whether a part of a text compares to another text}
  ///
  /// @param values contains the value
  /// @param start of the value
  /// @param end of the value
  boolean holds(String values, int start, int end, String text, boolean ignoresCase) {
    int length = text.length();
    boolean fits = length <= end - start;
    return fits
        && switch (this) {
          case EQUALS -> length == end - start && equals(values, start, text, ignoresCase);
          case HAS_WORD -> hasWord(values, start, end, text, ignoresCase);
          case EQUALS_BEFORE_DASH ->
              (length == end - start || values.charAt(start + length) == '-')
                  && equals(values, start, text, ignoresCase);
          case BEGINS -> length > 0 && equals(values, start, text, ignoresCase);
          case ENDS -> length > 0 && equals(values, end - length, text, ignoresCase);
          case CONTAINS -> length > 0 && contains(values, start, end, text, ignoresCase);
        };
  }

  private static boolean hasWord(
      String values, int start, int end, String word, boolean ignoresCase) {
    int from = start;
    while (from < end) {
      int to = from;
      while (to < end && !isSpace(values.charAt(to))) {
        to++;
      }
      // Words are never empty, so an empty text equals none of them.
      if (to > from && to - from == word.length() && equals(values, from, word, ignoresCase)) {
        return true;
      }
      from = to + 1;
    }
    return false;
  }

  private static boolean contains(
      String values, int start, int end, String text, boolean ignoresCase) {
    for (int at = start; at <= end - text.length(); at++) {
      if (equals(values, at, text, ignoresCase)) {
        return true;
      }
    }
    return false;
  }

  private static boolean equals(String values, int at, String text, boolean ignoresCase) {
    if (!ignoresCase) {
      return values.startsWith(text, at);
    }
    for (int i = 0; i < text.length(); i++) {
      if (lower(values.charAt(at + i)) != lower(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
  }

  static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
  }
}
