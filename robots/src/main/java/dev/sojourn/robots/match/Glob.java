package dev.sojourn.robots.match;

import static dev.sojourn.robots.match.Octets.END;
import static dev.sojourn.robots.match.Octets.WILD;

import java.util.Arrays;

/// Compares one canonical pattern with one canonical URL.
///
/// The parts between wildcards are found from left to right, each at its first occurrence after the
/// previous part. If a match exists, this finds one, so that no backtracking is needed. The cost is
/// the length of the pattern plus the length of the URL.
public final class Glob {

  private Glob() {}

  /// {@return whether the pattern matches the URL from the first octet on}
  ///
  /// @param pattern the octets that hold the pattern
  /// @param from its first octet
  /// @param to after its last octet
  /// @param url the URL
  public static boolean matches(byte[] pattern, int from, int to, UrlOctets url) {
    return matches(pattern, from, to, url.octets(), url.length());
  }

  static boolean matches(byte[] pattern, int from, int to, byte[] url, int length) {
    boolean anchored = to > from && pattern[to - 1] == END;
    int end = anchored ? to - 1 : to;
    int i = from;
    int u = 0;
    while (i < end && pattern[i] != WILD) {
      if (u == length || pattern[i] != url[u]) {
        return false;
      }
      i++;
      u++;
    }
    if (i == end) {
      return !anchored || u == length;
    }
    while (true) {
      while (i < end && pattern[i] == WILD) {
        i++;
      }
      if (i == end) {
        return true;
      }
      int part = i;
      while (i < end && pattern[i] != WILD) {
        i++;
      }
      if (i == end && anchored) {
        int tail = length - (i - part);
        return tail >= u && Arrays.equals(pattern, part, i, url, tail, length);
      }
      int found = OctetSearch.find(url, u, length, pattern, part, i);
      if (found < 0) {
        return false;
      }
      if (i == end) {
        return true;
      }
      u = found + (i - part);
    }
  }
}
