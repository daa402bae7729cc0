package dev.sojourn.robots;

/// The options for reading a robots.txt file.
///
/// @param dialect the specification that applies
/// @param lenient whether common mistakes are repaired: misspelt `Disallow` and `User-agent`, a
///   missing colon, several paths on one line; each repair is a diagnostic
/// @param routeComparison how route paths are compared
/// @param routePrecedence which of several matching route lines decides
/// @param onlyFirstStarGroup whether only the first group for `*` counts, as in the draft of 2019,
///   instead of all such groups merged. The 1996 dialect always uses the first
/// @param maxBytes the most octets that are read, 500 KiB (RFC 9309, 2.5) to 64 MiB. In a longer
///   file, routes are indeterminate
/// @param maxRouteLines the most Mobile-agent-server lines; with more, every route is
///   indeterminate; at least 1
public record RobotsOptions(
    Dialect dialect,
    boolean lenient,
    RouteComparison routeComparison,
    RoutePrecedence routePrecedence,
    boolean onlyFirstStarGroup,
    int maxBytes,
    int maxRouteLines) {

  /// The comparison of the path of a Mobile-agent-server line with the path of a URL.
  public enum RouteComparison {
    /// The path is an octet prefix, as in Allow and Disallow: `/dir1` also covers `/dir10`.
    OCTETS,

    /// The path is a prefix of whole segments: `/dir1` covers `/dir1` and `/dir1/x`, not `/dir10`.
    SEGMENT
  }

  /// The rule that selects the deciding line among several matching Mobile-agent-server lines.
  public enum RoutePrecedence {
    /// The last line in the file: later lines override earlier lines (Mobile Agents draft, 3.1).
    LAST,

    /// The line with the longest path; with equal paths, the last line.
    LONGEST
  }

  /// The least limit that RFC 9309, 2.5 permits: 500 KiB.
  public static final int MIN_MAX_BYTES = 500 * 1024;

  /// The longest line that is used, in octets; a longer line is ignored with a diagnostic.
  public static final int MAX_LINE_BYTES = 16 * 1024;

  /// RFC 9309 without repairs.
  public static final RobotsOptions STRICT =
      new RobotsOptions(
          Dialect.RFC9309,
          false,
          RouteComparison.OCTETS,
          RoutePrecedence.LAST,
          false,
          MIN_MAX_BYTES,
          10_000);

  /// RFC 9309 with repairs: the choice of a crawler for files that people wrote.
  public static final RobotsOptions LENIENT = STRICT.withLenient(true);

  /// The options of this project. Host, plan, crawl, `agent try` and the `robots` commands use
  /// them, so that a file means the same everywhere.
  public static final RobotsOptions STANDARD = LENIENT;

  /// Checks the limits.
  ///
  /// @throws IllegalArgumentException if a limit is out of its range
  public RobotsOptions {
    if (maxBytes < MIN_MAX_BYTES || maxBytes > 64 * 1024 * 1024) {
      throw new IllegalArgumentException(
          "maxBytes: " + maxBytes + " (expected: 512000 to 67108864)");
    }
    if (maxRouteLines < 1) {
      throw new IllegalArgumentException("maxRouteLines: " + maxRouteLines + " (expected: >= 1)");
    }
  }

  /// {@return these options with another dialect}
  ///
  /// @param other the specification that applies
  public RobotsOptions withDialect(Dialect other) {
    return new RobotsOptions(
        other,
        lenient,
        routeComparison,
        routePrecedence,
        onlyFirstStarGroup,
        maxBytes,
        maxRouteLines);
  }

  /// {@return these options, lenient or strict}
  ///
  /// @param other whether common mistakes are repaired
  public RobotsOptions withLenient(boolean other) {
    return new RobotsOptions(
        dialect,
        other,
        routeComparison,
        routePrecedence,
        onlyFirstStarGroup,
        maxBytes,
        maxRouteLines);
  }

  /// {@return these options with other rules for routes}
  ///
  /// @param comparison how route paths are compared
  /// @param precedence which of several matching lines decides
  public RobotsOptions withRoutes(RouteComparison comparison, RoutePrecedence precedence) {
    return new RobotsOptions(
        dialect, lenient, comparison, precedence, onlyFirstStarGroup, maxBytes, maxRouteLines);
  }

  /// {@return these options with the 2019 draft's or RFC 9309's reading of several `*` groups}
  ///
  /// @param other whether only the first `*` group counts
  public RobotsOptions withOnlyFirstStarGroup(boolean other) {
    return new RobotsOptions(
        dialect, lenient, routeComparison, routePrecedence, other, maxBytes, maxRouteLines);
  }

  /// {@return these options with other limits}
  ///
  /// @param bytes the most octets that are read
  /// @param routeLines the most Mobile-agent-server lines; with more, routes are indeterminate
  public RobotsOptions withLimits(int bytes, int routeLines) {
    return new RobotsOptions(
        dialect, lenient, routeComparison, routePrecedence, onlyFirstStarGroup, bytes, routeLines);
  }
}
