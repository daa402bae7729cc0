package dev.sojourn.agent;

/// Finds the ends of the parts of a URL that is normalised already, as nearly all are that one
/// program writes and another reads. Each character is looked at once, in a table.
///
/// It knows fewer URLs than [PageUrl] does: what is not found here may be a URL all the same.
final class PlainUrl {
  private static final int MAX_PORT_DIGITS = 5;

  /// Of each ASCII character: whether it stands in a host in lower case, and whether it stands in a
  /// path or query as it is.
  private static final byte[] KINDS = new byte[128];

  private static final int HOST = 1;
  private static final int OCTET = 2;

  static {
    for (char c = '!'; c < 0x7f; c++) {
      boolean isHost = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || "-._".indexOf(c) >= 0;
      boolean isOctet = "%\"<>^`{|}\\#?".indexOf(c) < 0;
      KINDS[c] = (byte) ((isHost ? HOST : 0) | (isOctet ? OCTET : 0));
    }
  }

  private PlainUrl() {}

  /// {@return whether normalising a text would change nothing}
  static boolean isNormal(String text) {
    int origin = originEnd(text);
    if (origin < 0 || text.length() > PageUrl.MAX_CHARS) {
      return false;
    }
    int path = pathEnd(text, origin);
    int end = isQuery(text, path) ? queryEnd(text, path + 1) : path;
    int dot = text.indexOf("/.", origin);
    return end == text.length() && (dot < 0 || dot >= path);
  }

  /// {@return where a normal origin ends and a path begins; -1 if it does not}
  static int originEnd(String text) {
    int start = text.startsWith("http://") ? 7 : text.startsWith("https://") ? 8 : -1;
    if (start < 0) {
      return -1;
    }
    int end = endOf(text, start, HOST);
    if (end == start || text.charAt(start) == '.' || hasEmptyLabel(text, start, end)) {
      return -1;
    }
    if (end < text.length() && text.charAt(end) == ':') {
      end = portEnd(text, end + 1, start == 7 ? 80 : 443);
    }
    return end >= 0 && end < text.length() && text.charAt(end) == '/' ? end : -1;
  }

  private static boolean hasEmptyLabel(String text, int start, int end) {
    int at = text.indexOf("..", start);
    return at >= 0 && at < end;
  }

  /// {@return where a port ends as it is written in a normal URL; -1 if there is none}
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

  /// {@return where the characters end that stand in a path as they are}
  static int pathEnd(String text, int from) {
    return endOf(text, from, OCTET);
  }

  /// {@return whether a query begins here}
  static boolean isQuery(String text, int at) {
    return at < text.length() && text.charAt(at) == '?';
  }

  /// {@return where the characters end that stand in a query as they are}
  static int queryEnd(String text, int from) {
    int at = endOf(text, from, OCTET);
    while (isQuery(text, at)) {
      at = endOf(text, at + 1, OCTET);
    }
    return at;
  }

  /// {@return whether here is the end, or a fragment in which nothing forbids the URL}
  static boolean isFragmentOrEnd(String text, int at) {
    if (at < text.length() && text.charAt(at) != '#') {
      return false;
    }
    for (int i = at; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c <= ' ' || c >= 0x7f || c == '\\') {
        return false;
      }
    }
    return true;
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
