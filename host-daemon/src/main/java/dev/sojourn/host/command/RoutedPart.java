package dev.sojourn.host.command;

import dev.sojourn.host.site.Sites;
import dev.sojourn.robots.Route;
import dev.sojourn.visit.RoutePolicy;
import java.util.ArrayList;
import java.util.List;

/// A part of a site, and the host to which its robots.txt sends agents for it.
///
/// @param origin the origin of the site
/// @param path the path prefix of the part; longer prefixes may be separate parts
/// @param route the destination of agents: a host, `none`, `unspecified`, or `indeterminate` if the
///   file could not be read completely
/// @param line the deciding line of robots.txt, from 1; 0 if no line decided
/// @param here whether this host accepts agents for the part
record RoutedPart(String origin, String path, String route, int line, boolean here) {
  private static final int MAX_OF_A_SITE = 100;

  /// {@return the parts of all sites, at most the first hundred of each}
  ///
  /// @param sites the sites of the host
  /// @param routes the condition under which the host accepts agents
  static List<RoutedPart> of(Sites sites, RoutePolicy routes) {
    var parts = new ArrayList<RoutedPart>();
    for (var origin : sites.origins()) {
      var robots = sites.find(origin).orElseThrow().robots().get();
      robots.territories().stream()
          .flatMap(territory -> territory.includes().stream())
          .sorted()
          .limit(MAX_OF_A_SITE)
          .forEach(prefix -> parts.add(of(origin, prefix, robots.route(prefix), routes)));
    }
    return List.copyOf(parts);
  }

  private static RoutedPart of(String origin, String path, Route route, RoutePolicy routes) {
    return new RoutedPart(
        origin, path, route.toString(), route.decidingLine(), routes.admits(route));
  }

  /// {@return the part as one line for people}
  String text() {
    var where =
        line == 0 ? "robots.txt says nothing" : "line %d of robots.txt: %s".formatted(line, route);
    return "%s%s: agents are %s (%s)."
        .formatted(origin, path, here ? "taken" : "refused", unread() ? "it is not whole" : where);
  }

  private boolean unread() {
    return route.equals(new Route.Indeterminate().toString());
  }
}
