package dev.sojourn.agent.url;

/// Removes the segments `.` and `..` of a path.
public final class DotSegments {
  private DotSegments() {}

  /// {@return a path without its dot segments (RFC 3986, 5.2.4); `..` at the root stays at the
  /// root, and an empty path is the root}
  ///
  /// @param path begins with `/`, or is empty
  public static String removed(String path) {
    if (path.isEmpty()) {
      return "/";
    }
    if (!path.contains("/.")) {
      return path;
    }
    var out = new StringBuilder(path.length());
    for (int at = 0; at < path.length(); ) {
      int slash = path.indexOf('/', at + 1);
      int end = slash < 0 ? path.length() : slash;
      boolean isUp = end - at == 3 && path.startsWith("..", at + 1);
      if (isUp) {
        out.setLength(Math.max(0, out.lastIndexOf("/")));
      } else if (end - at != 2 || path.charAt(at + 1) != '.') {
        out.append(path, at, end);
        at = end;
        continue;
      }
      if (slash < 0) {
        out.append('/');
      }
      at = end;
    }
    return out.toString();
  }
}
