package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.Route;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The condition that the routes of robots.txt put on the pages of a visit.
public sealed interface RoutePolicy {

  /// The condition of a visit whose pages are read over HTTP: there is none. A route says where
  /// agents go, and forbids no classic crawling.
  record OverHttp() implements RoutePolicy {}

  /// The condition of a visit at a host: robots.txt must route the page to this host.
  ///
  /// @param names the addresses by which this host is known
  /// @param unrouted the answer for pages for which robots.txt names neither a host nor `none`
  record AtHost(Set<AtpAddress> names, Unrouted unrouted) implements RoutePolicy {
    /// Copies the set.
    public AtHost {
      names = Set.copyOf(names);
    }

    private String known() {
      return names.stream().map(AtpAddress::toString).sorted().collect(Collectors.joining(", "));
    }
  }

  /// The decision about pages for which robots.txt names neither a host nor `none`.
  enum Unrouted {
    /// Agents may visit them: daemon and file have one owner.
    TAKE,
    /// No agent may visit them.
    REFUSE
  }

  /// {@return whether a visit may see pages of this route}
  ///
  /// @param route of the page
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

  /// {@return the reason against a page, one sentence that names the line of robots.txt; empty if
  /// the visit may see it}
  ///
  /// @param robots the rules of the page's site
  /// @param url of the page
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

  /// The line as it could stand in the file.
  private static String text(RobotsTxt robots, int line) {
    return robots.routeRecords().stream()
        .filter(record -> record.line() == line)
        .map(record -> "Mobile-agent-server: " + record.path() + " " + record.route())
        .findFirst()
        .orElse("");
  }
}
