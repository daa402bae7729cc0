package dev.sojourn.robots;

import dev.sojourn.robots.RobotsOptions.RouteComparison;
import dev.sojourn.robots.RobotsOptions.RoutePrecedence;
import dev.sojourn.robots.image.RecordCursor;
import dev.sojourn.robots.image.Tag;
import dev.sojourn.robots.match.Octets.Form;
import dev.sojourn.robots.match.PrefixIndex;
import dev.sojourn.robots.match.UrlOctets;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;

/// The Mobile-agent-server lines of a file.
final class RouteTable {

  static final Route UNSPECIFIED = new Route.Unspecified();

  private static final RouteTable EMPTY =
      new RouteTable(RobotsOptions.STRICT, List.of(), new Route[0], PrefixIndex.EMPTY);

  private final RobotsOptions options;
  private final List<RouteRecord> records;
  private final Route[] routes;
  private final PrefixIndex index;

  private RouteTable(
      RobotsOptions options, List<RouteRecord> records, Route[] routes, PrefixIndex index) {
    this.options = options;
    this.records = records;
    this.routes = routes;
    this.index = index;
  }

  static RouteTable of(byte[] image, RobotsOptions options) {
    var records = new ArrayList<RouteRecord>();
    var hosts = new HashMap<String, HostUrl>();
    var starts = new ArrayList<Integer>();
    var cursor = new RecordCursor(image);
    while (cursor.advance()) {
      if (cursor.tag() == Tag.ROUTE) {
        var text = cursor.text();
        int space = text.indexOf(' ');
        int line = cursor.line();
        Route route =
            RouteLine.host(text.substring(space + 1))
                .map(
                    host -> hosts.computeIfAbsent(host.toString() + host.explicitPort(), _ -> host))
                .<Route>map(host -> new Route.Host(host, line))
                .orElseGet(() -> new Route.None(line));
        records.add(new RouteRecord(text.substring(0, space), route, line));
        starts.add(cursor.from());
      }
    }
    return records.isEmpty()
        ? EMPTY
        : new RouteTable(
            options,
            List.copyOf(records),
            records.stream().map(RouteRecord::route).toArray(Route[]::new),
            index(image, options, records, starts));
  }

  /// @param starts the index of each record's payload in the image
  private static PrefixIndex index(
      byte[] image, RobotsOptions options, List<RouteRecord> records, List<Integer> starts) {
    int n = records.size();
    var start = new int[n];
    var end = new int[n];
    var number = new int[n];
    for (int i = 0; i < n; i++) {
      start[i] = starts.get(i);
      // A canonical path has as many octets as characters.
      end[i] = start[i] + records.get(i).path().length();
      number[i] = i;
    }
    PrefixIndex.Preference preference =
        options.routePrecedence() == RoutePrecedence.LAST
            ? (a, b) -> a > b
            : (a, b) -> longer(end[a] - start[a], end[b] - start[b], a, b);
    boolean isBySegment = options.routeComparison() == RouteComparison.SEGMENT;
    return PrefixIndex.of(image, start, end, number, preference, isBySegment).hashed();
  }

  private static boolean longer(int length, int otherLength, int number, int otherNumber) {
    return length == otherLength ? number > otherNumber : length > otherLength;
  }

  List<RouteRecord> records() {
    return records;
  }

  Route route(String url) {
    if (routes.length == 0) {
      return UNSPECIFIED;
    }
    try (var octets = UrlOctets.of(url, Form.PATH)) {
      int deciding = index.find(octets);
      return deciding < 0 ? UNSPECIFIED : routes[deciding];
    }
  }

  /// First finds the deciding line of each distinct prefix. If its route differs from the route of
  /// the next shorter prefix, it is an include of its territory and an exclude of the other.
  List<Territory> territories(byte[] image) {
    var decided = new TreeMap<String, Route>();
    boolean segments = options.routeComparison() == RouteComparison.SEGMENT;
    for (int i = 0; i < index.size(); i++) {
      int from = index.start(i);
      var prefix = new String(image, from, index.end(i) - from, StandardCharsets.ISO_8859_1);
      var route = routes[index.deciding(i)];
      // This prefix sorts before a line for the same path with a slash, which therefore overwrites
      // it and decides.
      boolean open = segments && !prefix.endsWith("/");
      for (var spelling : Spellings.of(open ? prefix + "/" : prefix)) {
        decided.put(spelling, route);
      }
    }
    decided.putIfAbsent("/", UNSPECIFIED);
    var parts = new LinkedHashMap<String, Part>();
    var above = new ArrayDeque<Region>();
    decided.forEach(
        (prefix, route) -> {
          while (!above.isEmpty() && !prefix.startsWith(above.getLast().prefix)) {
            above.removeLast();
          }
          var part = parts.computeIfAbsent(key(route), _ -> new Part(route));
          part.decided(route);
          var outer = above.isEmpty() ? null : above.getLast().part;
          if (outer != part) {
            part.includes.add(prefix);
            if (outer != null) {
              outer.excludes.add(prefix);
            }
          }
          above.addLast(new Region(prefix, part));
        });
    return parts.values().stream().map(Part::territory).toList();
  }

  /// The key of a route: routes with equal keys are one territory.
  private static String key(Route route) {
    return switch (route) {
      case Route.Host(var host, _) -> host.toString();
      case Route.None _ -> "none";
      case Route.Unspecified _, Route.Indeterminate _ -> "unspecified";
    };
  }

  /// The spellings of a canonical prefix in a page's URL. In normalised URLs, `*` and `$` differ
  /// from their escapes, but a route covers both.
  private static final class Spellings {

    /// A prefix with more of these characters gets two spellings: all literal, or all escaped.
    private static final int MIXED_CHARS = 4;

    private Spellings() {}

    static List<String> of(String prefix) {
      long special = prefix.chars().filter(c -> c == '*' || c == '$').count();
      if (special > MIXED_CHARS) {
        return List.of(prefix, prefix.replace("*", "%2A").replace("$", "%24"));
      }
      var spellings = new ArrayList<>(List.of(""));
      for (int i = 0; special > 0 && i < prefix.length(); i++) {
        char c = prefix.charAt(i);
        int before = spellings.size();
        for (int s = 0; s < before; s++) {
          if (c == '*' || c == '$') {
            spellings.add(spellings.get(s) + (c == '*' ? "%2A" : "%24"));
          }
          spellings.set(s, spellings.get(s) + c);
        }
      }
      return special == 0 ? List.of(prefix) : spellings;
    }
  }

  private record Region(String prefix, Part part) {}

  private static final class Part {
    private Route route;
    private final List<String> includes = new ArrayList<>();
    private final List<String> excludes = new ArrayList<>();

    Part(Route route) {
      this.route = route;
    }

    void decided(Route other) {
      route = other.decidingLine() > route.decidingLine() ? other : route;
    }

    Territory territory() {
      return new Territory(route, includes, excludes);
    }
  }
}
