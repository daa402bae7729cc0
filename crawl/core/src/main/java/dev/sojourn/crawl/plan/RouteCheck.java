package dev.sojourn.crawl.plan;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.net.Destinations;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.Route;
import dev.sojourn.robots.fetch.SiteRules;
import dev.sojourn.robots.scope.PathPrefixes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The check before an agent is sent, since robots.txt may have changed after planning. The
/// territories stay as planned. An agent goes to a host only if the current rules still route its
/// whole territory there. Its passport covers only allowed paths.
///
/// @param reach the hosts that agents can be sent to
/// @param productToken selects the group of robots.txt
public record RouteCheck(Reach reach, String productToken) {
  /// A passport has room for 1,000 prefixes of each kind.
  private static final int MAX_PREFIXES = 500;

  /// An eighth of a host's default limit for a passport.
  private static final int MAX_CHARS = 32 * 1024;

  /// {@return why an agent may not be sent to the host of its task, one sentence with the line
  /// number; empty if it may be sent}
  ///
  /// @param task with its territory and start URLs
  /// @param host the destination, such as `atp://agents.example.org:434`
  /// @param rules the current rules of the site
  /// @param destinations the addresses that hosts of the site may have
  public Optional<String> objection(
      VisitTask task, String host, SiteRules rules, Destinations destinations) {
    var robots = rules.robots();
    var scope = task.territory().scope();
    var file = scope.origin() + "/robots.txt";
    var unread = unread(rules, file, host);
    if (unread.isPresent()) {
      return unread;
    }
    if (robots.territories().size() > Plan.MAX_TERRITORIES) {
      return Optional.of(
          "%s now names hosts for more than %d parts of the site."
              .formatted(file, Plan.MAX_TERRITORIES - 1));
    }
    var elsewhere =
        PathPrefixes.routed(robots, route -> !leadsTo(route, host, destinations))
            .and(new PathPrefixes(scope.includes(), scope.excludes()));
    if (!elsewhere.isEmpty()) {
      var path = elsewhere.includes().getFirst();
      return Optional.of(sentence(file, host, path, robots.route(scope.origin() + path)));
    }
    return allowedStarts(task, rules).isEmpty()
        ? Optional.of(
            "%s no longer allows %s what it was to visit at %s."
                .formatted(file, productToken, host))
        : Optional.empty();
  }

  /// {@return the start URLs of a task that the current rules allow}
  ///
  /// @param task with its start URLs
  /// @param rules the current rules of the site
  public List<String> allowedStarts(VisitTask task, SiteRules rules) {
    return task.starts().stream().filter(url -> rules.robots().allows(productToken, url)).toList();
  }

  /// {@return the scope of a passport: the territory of a task without the disallowed paths, as far
  /// as prefixes can express this} The scope is the whole territory if the cuts are too many for a
  /// passport or would exclude a start URL. The gate checks each page in any case.
  ///
  /// @param task with its territory and start URLs
  /// @param robots the current rules of the site
  public Scope allowedScope(VisitTask task, RobotsTxt robots) {
    var territory = task.territory().scope();
    var allowed = PathPrefixes.allowed(robots.agent(productToken), robots.options().dialect());
    var cut = new PathPrefixes(territory.includes(), territory.excludes()).and(allowed);
    if (cut.isEmpty() || !fits(cut)) {
      return territory;
    }
    var scope = new Scope(territory.origin(), cut.includes(), cut.excludes());
    // The rules allow /robots.txt always, even if it is outside the cut scope.
    boolean holdsAll =
        task.starts().stream()
            .flatMap(start -> PageUrl.parse(start).stream())
            .allMatch(scope::contains);
    return holdsAll ? scope : territory;
  }

  private static boolean fits(PathPrefixes cut) {
    return cut.includes().size() + cut.excludes().size() <= MAX_PREFIXES
        && Stream.concat(cut.includes().stream(), cut.excludes().stream())
                .mapToInt(String::length)
                .sum()
            <= MAX_CHARS;
  }

  private static Optional<String> unread(SiteRules rules, String file, String host) {
    return switch (rules.standing()) {
      case READ -> Optional.empty();
      case READ_ELSEWHERE ->
          Optional.of("%s now redirects through another origin.".formatted(file));
      case ABSENT ->
          Optional.of("%s no longer names %s: %s.".formatted(file, host, rules.reason()));
      case FORBIDDEN, UNREACHABLE, STALE ->
          Optional.of(
              "%s could not be read again (%s), so no agent is sent to %s."
                  .formatted(file, rules.reason(), host));
    };
  }

  private boolean leadsTo(Route route, String host, Destinations destinations) {
    return switch (route) {
      case Route.Host(var named, _) ->
          reach
              .address(named, destinations)
              .filter(address -> AtpAddress.parse(host).filter(address::equals).isPresent())
              .isPresent();
      case Route.None _, Route.Unspecified _, Route.Indeterminate _ -> false;
    };
  }

  private static String sentence(String file, String host, String path, Route route) {
    return switch (route) {
      case Route.Host(var named, int line) ->
          "%s no longer names %s for %s, but %s (line %d)."
              .formatted(file, host, path, named, line);
      case Route.None(int line) ->
          "%s no longer names %s for %s, but none (line %d).".formatted(file, host, path, line);
      case Route.Unspecified _ -> "%s no longer names %s for %s.".formatted(file, host, path);
      case Route.Indeterminate _ ->
          "%s no longer says for certain that %s takes agents for %s.".formatted(file, host, path);
    };
  }
}
