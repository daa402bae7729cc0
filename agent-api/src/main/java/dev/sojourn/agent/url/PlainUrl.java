package dev.sojourn.agent.url;

/// Finds the ends of the parts of a normalised URL. Nearly all URLs between programs are
/// normalised. Each character is looked up in a table once.
///
/// It accepts fewer URLs than [UrlReader]: a text that it rejects may still be a URL.
public final class PlainUrl {
  private static final int MAX_PORT_DIGITS = 5;

  /// Flags of each ASCII character: whether it occurs in usual hosts, in a normal path, and in a
  /// normal query.
  private static final byte[] KINDS = new byte[128];

  private static final int HOST = 1;
  private static final int PATH = 2;
  private static final int QUERY = 4;

  static {
    for (char c = '!'; c < 0x7f; c++) {
      boolean isHost = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "-._".indexOf(c) >= 0;
      boolean isPath = "%#\\".indexOf(c) < 0 && UrlEncoder.isPlainInPath(c);
      boolean isQuery = "%#".indexOf(c) < 0 && UrlEncoder.isPlainInQuery(c);
      KINDS[c] = (byte) ((isHost ? HOST : 0) | (isPath ? PATH : 0) | (isQuery ? QUERY : 0));
    }
  }

  private PlainUrl() {}

  /// {@return whether a text is already normalised}
  ///
  /// @param text any string
  public static boolean isNormal(String text) {
    int origin = originEnd(text);
    if (origin < 0 || text.length() > UrlReader.MAX_CHARS) {
      return false;
    }
    int path = pathEnd(text, origin);
    int end = isQuery(text, path) ? queryEnd(text, path + 1) : path;
    int dot = text.indexOf("/.", origin);
    return end == text.length() && (dot < 0 || dot >= path);
  }

  /// {@return the index where a normal origin ends and the path begins; -1 if there is none}
  ///
  /// @param text any string
  public static int originEnd(String text) {
    int start = text.startsWith("http://") ? 7 : text.startsWith("https://") ? 8 : -1;
    if (start < 0) {
      return -1;
    }
    int end = endOf(text, start, HOST);
    if (end == start || !isNormalHost(text, start, end)) {
      return -1;
    }
    if (end < text.length() && text.charAt(end) == ':') {
      end = portEnd(text, end + 1, start == 7 ? 80 : 443);
    }
    return end >= 0 && end < text.length() && text.charAt(end) == '/' ? end : -1;
  }

  /// Rejects a name whose last label begins with a digit: it may be an IPv4 address, which has only
  /// one normal form.
  private static boolean isNormalHost(String text, int start, int end) {
    int last = text.charAt(end - 1) == '.' ? end - 2 : end - 1;
    int dot = last < start ? -1 : text.lastIndexOf('.', last);
    int label = Math.max(start, dot + 1);
    return label >= end || !isDigit(text.charAt(label)) || isNormalIpv4(text, start, end);
  }

  private static boolean isNormalIpv4(String text, int start, int end) {
    int parts = 0;
    int at = start;
    while (at < end) {
      int first = at;
      int value = 0;
      while (at < end && at - first < 3 && isDigit(text.charAt(at))) {
        value = value * 10 + text.charAt(at++) - '0';
      }
      boolean isPart = at > first && value <= 255 && (at - first == 1 || text.charAt(first) != '0');
      boolean isDot = at < end && text.charAt(at) == '.';
      if (!isPart || (at < end && !isDot)) {
        return false;
      }
      parts++;
      at++;
    }
    return parts == 4 && text.charAt(end - 1) != '.';
  }

  /// {@return the end of the port; -1 if the port is not in its normal form}
  private static int portEnd(String text, int start, int usual) {
    int at = start;
    int port = 0;
    while (at < text.length() && at - start < MAX_PORT_DIGITS && isDigit(text.charAt(at))) {
      port = port * 10 + text.charAt(at) - '0';
      at++;
    }
    boolean isNormal = at > start && text.charAt(start) != '0' && port <= 65_535 && port != usual;
    return isNormal ? at : -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /// {@return the end of the characters that need no change in a path}
  ///
  /// @param text any string
  /// @param from where the path begins
  public static int pathEnd(String text, int from) {
    return endOf(text, from, PATH);
  }

  /// {@return whether a query begins here}
  ///
  /// @param text any string
  /// @param at the place
  public static boolean isQuery(String text, int at) {
    return at < text.length() && text.charAt(at) == '?';
  }

  /// {@return the end of the characters that need no change in a query}
  ///
  /// @param text any string
  /// @param from where the query begins
  public static int queryEnd(String text, int from) {
    return endOf(text, from, QUERY);
  }

  /// {@return whether the text ends or a fragment begins here}
  ///
  /// @param text any string
  /// @param at the place
  public static boolean isFragmentOrEnd(String text, int at) {
    return at == text.length() || text.charAt(at) == '#';
  }

  private static int endOf(String text, int from, int kind) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c >= KINDS.length || (KINDS[c] & kind) == 0) {
        break;
      }
      at++;
    }
    return at;
  }
}
