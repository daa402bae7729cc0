package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.Route;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The condition on the pages of a visit that follows from the routes of robots.txt.
public sealed interface RoutePolicy {

  /// No condition, for a visit whose pages are read over HTTP. A route directs agents, and does not
  /// forbid classic crawling.
  record OverHttp() implements RoutePolicy {}

  /// The condition of a visit at a host: robots.txt must route the page to this host.
  ///
  /// @param names the addresses of this host
  /// @param unrouted the decision about pages to which robots.txt assigns neither a host nor `none`
  record AtHost(Set<AtpAddress> names, Unrouted unrouted) implements RoutePolicy {
    /// Copies the set.
    public AtHost {
      names = Set.copyOf(names);
    }

    private String known() {
      return names.stream().map(AtpAddress::toString).sorted().collect(Collectors.joining(", "));
    }
  }

  /// The decision about pages to which robots.txt assigns neither a host nor `none`.
  enum Unrouted {
    /// Agents may visit the pages, since the daemon and the file have the same owner.
    TAKE,
    /// Agents may not visit the pages.
    REFUSE
  }

  /// {@return whether a visit may see pages with a route}
  ///
  /// @param route the route of the page
  default boolean admits(Route route) {
    return switch (this) {
      case OverHttp _ -> true;
      case AtHost(var names, var unrouted) ->
          switch (route) {
            case Route.Host(var host, _) ->
                AtpAddress.parse(host.toString()).filter(names::contains).isPresent();
            case Route.None _, Route.Indeterminate _ -> false;
            case Route.Unspecified _ -> unrouted == Unrouted.TAKE;
          };
    };
  }

  /// {@return the reason why a visit may not see a page, a sentence with the line of robots.txt;
  /// empty if it may}
  ///
  /// @param robots the rules of the page's site
  /// @param url the URL of the page
  default Optional<String> objection(RobotsTxt robots, PageUrl url) {
    var route = robots.route(url.path());
    if (admits(route)) {
      return Optional.empty();
    }
    var file = "robots.txt of " + url.origin();
    return Optional.of(
        switch (route) {
          case Route.Host(_, int line) ->
              "%s routes %s to another host: line %d, %s. This host is %s."
                  .formatted(file, url.path(), line, text(robots, line), known());
          case Route.None(int line) ->
              "%s lets no host take agents for %s: line %d, %s."
                  .formatted(file, url.path(), line, text(robots, line));
          case Route.Unspecified _ ->
              "%s names no host for %s, and this host takes agents only where it is named."
                  .formatted(file, url.path());
          case Route.Indeterminate _ ->
              "%s could not be read whole, so it is unknown which host takes agents for %s."
                  .formatted(file, url.path());
        });
  }

  private String known() {
    return switch (this) {
      case OverHttp _ -> "";
      case AtHost here -> here.known();
    };
  }

  /// The text of the line, in the form of the file.
  private static String text(RobotsTxt robots, int line) {
    return robots.routeRecords().stream()
        .filter(record -> record.line() == line)
        .map(record -> "Mobile-agent-server: " + record.path() + " " + record.route())
        .findFirst()
        .orElse("");
  }
}
