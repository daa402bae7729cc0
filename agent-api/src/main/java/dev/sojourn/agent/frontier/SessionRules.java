package dev.sojourn.agent.frontier;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The rules that find a session identifier in a URL. Each visitor gets a new identifier, so that
/// one page has ever new addresses. A value counts as an identifier only if no person wrote it.
public final class SessionRules {
  private static final int SESSION_CHARS = 16;

  private static final Pattern SEPARATORS = Pattern.compile("[-_.]+");
  private static final Pattern WORD = Pattern.compile("[A-Z]?[a-z]+|[A-Z]+");
  private static final Pattern HEXADECIMAL = Pattern.compile("[A-Fa-f]+");

  /// A segment of ASP.NET: `(S(lit3py55t21z5v55vlm25s55))`, alone or with other marks beside the
  /// `S`.
  private static final Pattern MARKED_SEGMENT = Pattern.compile("\\((?:[A-Za-z]\\([^()]*\\))+\\)");

  /// The segment of its first version: `(lit3py55t21z5v55vlm25s55)`.
  private static final Pattern BARE_SEGMENT = Pattern.compile("\\([0-9a-z]{24}\\)");

  private static final Pattern PARENTHESIS = Pattern.compile("[()]");

  /// One of these precedes each identifier in a path.
  private static final List<String> MARKS = List.of(";", "(", "%28");

  /// The longest part of a slug that may mix letters and digits, such as `v2`.
  private static final int MAX_MIXED_CHARS = 4;

  private static final Set<String> SESSION_NAMES =
      Set.of(
          "jsessionid",
          "phpsessid",
          "sid",
          "sessid",
          "sessionid",
          "session_id",
          "s_id",
          "cfid",
          "cftoken",
          "aspsessionid",
          "oscsid",
          "zenid");

  private SessionRules() {}

  /// Removes session identifiers: parameters with a usual name in the path (`;jsessionid=…`) or in
  /// the query, and segments of ASP.NET (`/(S(…))/`).
  ///
  /// @param url normalised
  /// @return the URL without them; the same text if there are none
  public static String without(String url) {
    int path = url.indexOf('/', url.indexOf("://") + 3);
    if (path < 0) {
      return url;
    }
    int question = url.indexOf('?', path);
    int end = question < 0 ? url.length() : question;
    if (question < 0 && MARKS.stream().noneMatch(mark -> url.indexOf(mark, path) >= 0)) {
      return url;
    }
    var kept = new StringBuilder(url.length()).append(url, 0, path);
    keepPath(url, path, end, kept);
    if (question >= 0) {
      keepQuery(url, question, kept);
    }
    return kept.length() == url.length() ? url : kept.toString();
  }

  private static void keepPath(String url, int path, int end, StringBuilder kept) {
    for (int slash = path; slash < end; ) {
      int next = url.indexOf('/', slash + 1);
      int to = next < 0 || next > end ? end : next;
      boolean isSession = isSessionSegment(url, slash + 1, to);
      if (!isSession || to == end) {
        kept.append('/'); // Otherwise the slash after the segment serves for both.
      }
      if (!isSession) {
        keepSegment(url, slash + 1, to, kept);
      }
      slash = to;
    }
  }

  private static void keepSegment(String url, int from, int to, StringBuilder kept) {
    int semicolon = url.indexOf(';', from);
    int at = semicolon < 0 || semicolon > to ? to : semicolon;
    kept.append(url, from, at);
    while (at < to) {
      int next = url.indexOf(';', at + 1);
      int end = next < 0 || next > to ? to : next;
      if (!isSession(url, at + 1, end)) {
        kept.append(url, at, end);
      }
      at = end;
    }
  }

  private static boolean isSessionSegment(String url, int from, int to) {
    if (to - from < SESSION_CHARS || !(url.startsWith("(", from) || url.startsWith("%28", from))) {
      return false;
    }
    var segment = url.substring(from, to).replace("%28", "(").replace("%29", ")");
    if (BARE_SEGMENT.matcher(segment).matches()) {
      return isIdentifier(segment.substring(1, segment.length() - 1));
    }
    return MARKED_SEGMENT.matcher(segment).matches()
        && PARENTHESIS
            .splitAsStream(segment)
            .anyMatch(value -> value.length() >= SESSION_CHARS && isIdentifier(value));
  }

  private static void keepQuery(String url, int question, StringBuilder kept) {
    char mark = '?';
    for (int from = question + 1; from <= url.length(); ) {
      int and = url.indexOf('&', from);
      int to = and < 0 ? url.length() : and;
      if (!isSession(url, from, to)) {
        kept.append(mark).append(url, from, to);
        mark = '&';
      }
      from = to + 1;
    }
  }

  private static boolean isSession(String url, int from, int to) {
    int equal = url.indexOf('=', from);
    if (equal < 0 || equal >= to || to - equal - 1 < SESSION_CHARS) {
      return false;
    }
    return SESSION_NAMES.contains(url.substring(from, equal).toLowerCase(Locale.ROOT))
        && isIdentifier(url.substring(equal + 1, to).replace("%3A", ":"));
  }

  /// Whether no person wrote a value. Words joined by hyphens are the name of a page.
  private static boolean isIdentifier(String value) {
    boolean hasDigit = false;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      hasDigit |= isDigit(c);
      if (!isDigit(c) && !isLetter(c) && "-_.!,:".indexOf(c) < 0) {
        return false;
      }
    }
    return hasDigit && !isSlug(value);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  /// Whether a value consists of words and numbers, with at least one word that is not hexadecimal:
  /// `2024-01-a-story`. The parts of an identifier mix letters and digits in any order.
  private static boolean isSlug(String value) {
    var parts = SEPARATORS.splitAsStream(value).toList();
    boolean hasWord = false;
    for (var part : parts) {
      boolean isWord = WORD.matcher(part).matches();
      hasWord |= isWord && !HEXADECIMAL.matcher(part).matches();
      if (!isWord && part.length() > MAX_MIXED_CHARS && !part.chars().allMatch(c -> c <= '9')) {
        return false;
      }
    }
    return parts.size() > 1 && hasWord;
  }
}
