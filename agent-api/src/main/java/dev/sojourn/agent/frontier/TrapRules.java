package dev.sojourn.agent.frontier;

import dev.sojourn.agent.frontier.LinkTally.Kind;
import java.util.Optional;

/// The rules that find links into a trap: a part of a site with endlessly many addresses. The rules
/// are narrow, since a dropped page is lost: each matches only links that no site for people has.
public final class TrapRules {
  /// The most segments of a path; a longer path is taken for a growing path.
  static final int MAX_SEGMENTS = 64;

  /// How often the same segments may occur in a row.
  static final int MAX_REPEATS = 4;

  /// The most segments of one repeated part.
  private static final int MAX_PERIOD = 4;

  /// How many years ahead a calendar may show.
  static final int MAX_YEARS_AHEAD = 5;

  private TrapRules() {}

  /// {@return the kind of trap that a link leads into; empty if there is no trap}
  ///
  /// @param url normalised
  /// @param foundOn the page that links to it
  /// @param year of the visit; a calendar may show a few years more
  public static Optional<Kind> trap(String url, String foundOn, int year) {
    int path = url.indexOf('/', url.indexOf("://") + 3);
    if (path < 0) {
      return Optional.empty();
    }
    int end = endOfPath(url, path);
    int segments = 0;
    for (int i = path; i < end; i++) {
      segments += url.charAt(i) == '/' ? 1 : 0;
    }
    if (segments > MAX_SEGMENTS) {
      return Optional.of(Kind.GROWING_PATHS);
    }
    if (segments > MAX_REPEATS && isRepeated(url.substring(path + 1, end).split("/", -1))) {
      return Optional.of(Kind.REPEATED_SEGMENTS);
    }
    return isFarCalendar(url, path, foundOn, year) ? Optional.of(Kind.CALENDARS) : Optional.empty();
  }

  private static int endOfPath(String url, int path) {
    int end = url.indexOf('?', path);
    return end < 0 ? url.length() : end;
  }

  /// Whether one to four segments occur five times in a row.
  private static boolean isRepeated(String[] segments) {
    for (int period = 1; period <= MAX_PERIOD; period++) {
      int equal = 0;
      for (int i = period; i < segments.length; i++) {
        boolean isEqual = !segments[i].isEmpty() && segments[i].equals(segments[i - period]);
        equal = isEqual ? equal + 1 : 0;
        if (equal >= period * MAX_REPEATS) {
          return true;
        }
      }
    }
    return false;
  }

  /// A calendar links each month to the next. The two URLs differ only in their digits, and one
  /// names a month of a far year.
  private static boolean isFarCalendar(String url, int path, String foundOn, int year) {
    return namesFarMonth(url, path, year) && isEqualButDigits(url, foundOn);
  }

  /// Finds a far year of four digits, one character other than a dot, and a month. The month is one
  /// or two digits, or a parameter `month` or `m`.
  private static boolean namesFarMonth(String url, int from, int year) {
    for (int i = from; i < url.length(); i++) {
      int digits = digits(url, i);
      if (digits == 4 && number(url, i, 4) > year + MAX_YEARS_AHEAD && isMonth(url, i + 5)) {
        return true;
      }
      i += digits;
    }
    return false;
  }

  private static boolean isMonth(String url, int at) {
    if (at > url.length() || url.charAt(at - 1) == '.') {
      return false;
    }
    int digits = digits(url, at);
    if (digits == 1 || digits == 2) {
      int month = number(url, at, digits);
      return month >= 1 && month <= 12;
    }
    return url.startsWith("month=", at) || url.startsWith("m=", at);
  }

  private static int digits(String url, int from) {
    int end = from;
    while (end < url.length() && isDigit(url.charAt(end))) {
      end++;
    }
    return end - from;
  }

  private static int number(String url, int from, int digits) {
    return Integer.parseInt(url, from, from + digits, 10);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isEqualButDigits(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      int ofA = digits(a, i);
      int ofB = digits(b, j);
      if ((ofA > 0) != (ofB > 0) || (ofA == 0 && a.charAt(i) != b.charAt(j))) {
        return false;
      }
      i += Math.max(1, ofA);
      j += Math.max(1, ofB);
    }
    return i == a.length() && j == b.length();
  }
}
