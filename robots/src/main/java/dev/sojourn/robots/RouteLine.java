package dev.sojourn.robots;

import dev.sojourn.robots.image.RecordWriter;
import dev.sojourn.robots.image.Tag;
import dev.sojourn.robots.match.Octets;
import dev.sojourn.robots.match.Octets.Form;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/// The value of one Mobile-agent-server line: `path SP target`.
final class RouteLine {

  /// The target that names no host.
  private static final String NONE = "none";

  private final byte[] in;
  private final int from;
  private final int to;

  RouteLine(byte[] in, int from, int to) {
    this.in = in;
    this.from = from;
    this.to = to;
  }

  /// Writes the record if the line is valid; else reports the mistake and routes its path to
  /// `none`.
  ///
  /// @return whether the line is valid
  boolean check(RobotsParser parser, RecordWriter out) {
    int pathEnd = word(from);
    if (!hasPath(pathEnd)) {
      parser.add(RobotsProblem.ROUTE_PATH, parser.line(), parser.column(from), from, to);
      return false;
    }
    int target = space(pathEnd);
    int targetEnd = word(target);
    if (target == targetEnd) {
      parser.add(RobotsProblem.ROUTE_WITHOUT_TARGET, parser.line(), parser.column(from), from, to);
      close(parser, out);
      return false;
    }
    int extra = space(targetEnd);
    if (extra < to) {
      parser.add(RobotsProblem.ROUTE_EXTRA, parser.line(), parser.column(extra), extra, to);
      close(parser, out);
      return false;
    }
    var text = new String(in, target, targetEnd - target, StandardCharsets.ISO_8859_1);
    var problem = problem(text);
    if (problem.isPresent()) {
      parser.add(problem.get(), parser.line(), parser.column(target), target, targetEnd);
      close(parser, out);
      return false;
    }
    parser.checkOctets(from, pathEnd);
    write(pathEnd, withoutSlash(text).toLowerCase(Locale.ROOT), parser.line(), out);
    return true;
  }

  /// Routes the path of an invalid line to `none`, so that earlier lines no longer apply to it.
  /// Without an earlier valid line, there is nothing to override, and the line is ignored.
  void close(RobotsParser parser, RecordWriter out) {
    int pathEnd = word(from);
    if (parser.hasRoute() && hasPath(pathEnd)) {
      write(pathEnd, NONE, parser.line(), out);
    }
  }

  /// Does the same as [#close] for a line that was cut, unless the path reaches its end: such a
  /// path may be incomplete.
  void closeIfCut(RobotsParser parser, RecordWriter out) {
    if (word(from) < to) {
      close(parser, out);
    }
  }

  private boolean hasPath(int pathEnd) {
    return pathEnd > from && in[from] == '/';
  }

  private void write(int pathEnd, String target, int line, RecordWriter out) {
    var payload = new byte[3 * (pathEnd - from) + 1 + target.length()];
    int end = Octets.canonical(in, from, pathEnd, payload, 0, Form.PATH);
    payload[end++] = ' ';
    for (int i = 0; i < target.length(); i++) {
      payload[end++] = (byte) target.charAt(i);
    }
    out.copy(Tag.ROUTE, payload, 0, end, line);
  }

  /// The host of a valid target; empty for `none`.
  static Optional<HostUrl> host(String target) {
    if (target.equals(NONE)) {
      return Optional.empty();
    }
    int schemeEnd = target.indexOf("://");
    var scheme = target.substring(0, schemeEnd);
    var location = target.substring(schemeEnd + 3);
    int colon = portColon(location);
    return Optional.of(
        colon < 0
            ? new HostUrl(scheme, location, HostUrl.usualPort(scheme), false)
            : new HostUrl(
                scheme,
                location.substring(0, colon),
                Integer.parseInt(location.substring(colon + 1)),
                true));
  }

  /// The mistake of a target; empty if it is valid.
  static Optional<RobotsProblem> problem(String text) {
    if (text.equalsIgnoreCase(NONE)) {
      return Optional.empty();
    }
    int schemeEnd = text.indexOf("://");
    if (schemeEnd <= 0 || !isScheme(text.substring(0, schemeEnd))) {
      return Optional.of(RobotsProblem.ROUTE_NO_URL);
    }
    var location = withoutSlash(text).substring(schemeEnd + 3);
    if (location.indexOf('@') >= 0) {
      return Optional.of(RobotsProblem.ROUTE_USER_INFO);
    }
    if (location.indexOf('/') >= 0 || location.indexOf('?') >= 0) {
      return Optional.of(RobotsProblem.ROUTE_TARGET_PATH);
    }
    if (location.startsWith("[") && location.indexOf(']') < 0) {
      return Optional.of(RobotsProblem.ROUTE_HOST);
    }
    int colon = portColon(location);
    if (colon >= 0 && !isPort(location.substring(colon + 1))) {
      return Optional.of(RobotsProblem.ROUTE_PORT);
    }
    var host = colon < 0 ? location : location.substring(0, colon);
    return isHost(host) ? Optional.empty() : Optional.of(RobotsProblem.ROUTE_HOST);
  }

  private static String withoutSlash(String text) {
    return text.endsWith("/") && !text.endsWith("://")
        ? text.substring(0, text.length() - 1)
        : text;
  }

  private static int portColon(String location) {
    int bracket = location.lastIndexOf(']');
    return location.indexOf(':', Math.max(0, bracket));
  }

  private static boolean isScheme(String text) {
    return text.chars()
        .allMatch(c -> isLetter(c) || isDigit(c) || c == '+' || c == '-' || c == '.');
  }

  private static boolean isPort(String text) {
    if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(RouteLine::isDigit)) {
      return false;
    }
    int port = Integer.parseInt(text);
    return port >= 1 && port <= 65_535;
  }

  private static boolean isHost(String host) {
    if (host.startsWith("[")) {
      return host.length() > 4
          && host.endsWith("]")
          && host.substring(1, host.length() - 1)
              .chars()
              .allMatch(c -> isDigit(c) || isHexLetter(c) || c == ':' || c == '.')
          && host.indexOf(':') >= 0;
    }
    return !host.isEmpty()
        && host.length() <= 255
        && host.chars()
            .allMatch(c -> isLetter(c) || isDigit(c) || c == '-' || c == '.' || c == '_');
  }

  private static boolean isHexLetter(int c) {
    return (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private int word(int start) {
    int i = start;
    while (i < to && in[i] != ' ' && in[i] != '\t') {
      i++;
    }
    return i;
  }

  private int space(int start) {
    int i = start;
    while (i < to && (in[i] == ' ' || in[i] == '\t')) {
      i++;
    }
    return i;
  }
}
