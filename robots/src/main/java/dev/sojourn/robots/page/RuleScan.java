package dev.sojourn.robots.page;

import java.util.ArrayList;
import java.util.List;

/// The search for restrictions in a text, word by word.
///
/// A restriction counts wherever its name occurs as a word: `noindex`, `noindex=?1`, `(noindex
/// nosnippet)`, `"noindex"`, `noindex nofollow`, even as the value of an unknown rule. Only
/// `noindex=?0` cancels it, with the value false of RFC 9651, 3.3.6.
final class RuleScan {

  private final String text;
  private final List<String> found = new ArrayList<>();
  private int at;

  private RuleScan(String text) {
    this.text = text;
  }

  /// The restrictions in a lower-case text, each as `name` or `name:value`.
  static List<String> restrictions(String text) {
    var scan = new RuleScan(text);
    while (scan.skipToWord()) {
      scan.take(scan.word());
    }
    return scan.found;
  }

  /// The first word of a text; empty text if there is none.
  static String firstWord(String text) {
    var scan = new RuleScan(text);
    return scan.skipToWord() ? scan.word() : "";
  }

  private void take(String word) {
    if (RuleNames.ALONE.contains(word)) {
      if (!isTakenBack()) {
        found.add(word);
      }
    } else if (word.equals(RuleNames.MAX_SNIPPET)) {
      takeNumber();
    } else if (word.equals(RuleNames.UNAVAILABLE_AFTER)) {
      takeDate();
    } else if (word.equals(RuleNames.MAX_IMAGE_PREVIEW)) {
      int before = at;
      skipSeparators();
      if (!skipToWord() || !word().equals("none")) {
        at = before;
      }
    }
  }

  /// Whether `=?0` follows.
  private boolean isTakenBack() {
    int i = skipped(at, " \t");
    if (i == text.length() || text.charAt(i) != '=') {
      return false;
    }
    i = skipped(i + 1, " \t");
    return text.startsWith("?0", i) && (i + 2 == text.length() || !isOfWord(text.charAt(i + 2)));
  }

  private void takeNumber() {
    skipSeparators();
    int from = at;
    int to = from < text.length() && text.charAt(from) == '-' ? from + 1 : from;
    int digits = to;
    while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
      to++;
    }
    if (to > digits) {
      found.add(RuleNames.MAX_SNIPPET + ":" + text.substring(from, to));
      at = to;
    }
  }

  /// Takes the text of the date: up to the closing quote, the next rule, or the end.
  private void takeDate() {
    skipSeparators();
    int from = at;
    int quote = from > 0 && text.charAt(from - 1) == '"' ? text.indexOf('"', from) : -1;
    int to = quote < 0 ? startOfRule() : quote;
    var date = trimmed(text.substring(from, to));
    if (!date.isEmpty()) {
      found.add(RuleNames.UNAVAILABLE_AFTER + ":" + date);
    }
    at = to;
  }

  /// The start of the next name of a rule, or the end.
  private int startOfRule() {
    while (skipToWord()) {
      int start = at;
      if (RuleNames.isRule(word())) {
        return start;
      }
    }
    return text.length();
  }

  private static String trimmed(String date) {
    int to = date.length();
    while (to > 0 && " \t\")'".indexOf(date.charAt(to - 1)) >= 0) {
      to--;
    }
    return date.substring(0, to);
  }

  private void skipSeparators() {
    at = skipped(at, " \t:=\"'");
  }

  private int skipped(int from, String any) {
    int i = from;
    while (i < text.length() && any.indexOf(text.charAt(i)) >= 0) {
      i++;
    }
    return i;
  }

  private boolean skipToWord() {
    while (at < text.length() && !isLetterOrDigit(text.charAt(at))) {
      at++;
    }
    return at < text.length();
  }

  /// Returns the word that begins here, and moves past it.
  private String word() {
    int from = at;
    int last = from;
    while (at < text.length() && isOfWord(text.charAt(at))) {
      last = isLetterOrDigit(text.charAt(at)) ? at : last;
      at++;
    }
    at = last + 1;
    return text.substring(from, at);
  }

  private static boolean isOfWord(char c) {
    return isLetterOrDigit(c) || c == '-' || c == '_';
  }

  private static boolean isLetterOrDigit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  }
}
