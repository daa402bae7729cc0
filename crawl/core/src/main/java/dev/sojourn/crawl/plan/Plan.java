package dev.sojourn.crawl.plan;

import dev.sojourn.agent.Scope;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.robots.HostUrl;
import dev.sojourn.robots.Route;
import dev.sojourn.robots.scope.PathPrefixes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The plan of a site: its territories and their hosts, if any.
///
/// @param origin the site
/// @param robots the result of reading its robots.txt
/// @param territories disjoint, covering the site, numbered from 0
/// @param isScattered whether robots.txt defines more territories than the limit, so that no agent
///   is sent
public record Plan(
    String origin, RobotsOutcome robots, List<PlannedTerritory> territories, boolean isScattered) {
  /// The limit for territories, since each gets its own agent and all agents are under way
  /// together. A site that names more hosts would cause requests to many hosts of other parties.
  static final int MAX_TERRITORIES = 100;

  /// Copies the list.
  public Plan {
    territories = List.copyOf(territories);
  }

  /// {@return the plan that follows from a robots.txt}
  ///
  /// @param origin the site
  /// @param robots the result of reading its robots.txt
  /// @param reach the hosts that agents can be sent to
  public static Plan of(String origin, RobotsOutcome robots, Reach reach) {
    boolean isScattered = robots.robots().territories().size() > MAX_TERRITORIES;
    return of(origin, isScattered ? robots.withIndeterminateRoutes() : robots, reach, isScattered);
  }

  private static Plan of(String origin, RobotsOutcome robots, Reach reach, boolean isScattered) {
    var planned = new ArrayList<PlannedTerritory>();
    for (var territory : robots.robots().territories()) {
      var scope = new Scope(origin, territory.includes(), territory.excludes());
      var host = territory.route() instanceof Route.Host(var url, _) ? Optional.of(url) : none();
      var place =
          host.flatMap(url -> reach.address(url, robots.destinations()))
              .<Place>map(address -> new Place.Host(address.toString()))
              .orElseGet(Place.Home::new);
      planned.add(
          new PlannedTerritory(
              new CrawlTerritory(planned.size(), scope, place),
              territory.route(),
              parts(robots, scope),
              host.flatMap(url -> reach.objection(url, robots.destinations())),
              ""));
    }
    return new Plan(origin, robots, planned, isScattered);
  }

  private static Optional<HostUrl> none() {
    return Optional.empty();
  }

  private static List<PlannedTerritory.Part> parts(RobotsOutcome robots, Scope scope) {
    var texts = new HashMap<Integer, String>();
    robots
        .robots()
        .routeRecords()
        .forEach(r -> texts.put(r.line(), "Mobile-agent-server: " + r.path() + " " + r.route()));
    return scope.includes().stream()
        .map(
            prefix -> {
              int line = robots.robots().route(scope.origin() + prefix).decidingLine();
              return new PlannedTerritory.Part(prefix, line, texts.getOrDefault(line, ""));
            })
        .toList();
  }

  /// {@return the plan with territories at hosts cut into parts, one visit for each}
  ///
  /// @param prefixes returns the path prefixes of each part but the first, which has the rest; an
  ///   empty list if the territory stays whole
  public Plan partitioned(Function<Scope, List<List<String>>> prefixes) {
    var all = new ArrayList<CrawlTerritory>();
    int room = MAX_TERRITORIES - territories.size();
    int groups = 0;
    for (var planned : territories) {
      var whole = planned.territory();
      var scopes =
          whole.place() instanceof Place.Host
              ? ScopeParts.of(whole.scope(), prefixes.apply(whole.scope()))
              : List.of(whole.scope());
      boolean isCut = scopes.size() > 1 && scopes.size() <= 1 + room;
      groups += isCut ? 1 : 0;
      room -= isCut ? scopes.size() - 1 : 0;
      for (var scope : isCut ? scopes : List.of(whole.scope())) {
        all.add(new CrawlTerritory(all.size(), scope, whole.place(), isCut ? groups : 0));
      }
    }
    return with(all);
  }

  /// {@return this plan with parts that were chosen earlier}
  ///
  /// @param parts from the same robots.txt, as [#crawlTerritories] returns them
  public Plan with(List<CrawlTerritory> parts) {
    if (parts.stream().noneMatch(CrawlTerritory::isPart)) {
      return this;
    }
    var all = new ArrayList<PlannedTerritory>();
    var sizes = new HashMap<Integer, Integer>();
    parts.forEach(part -> sizes.merge(part.partOf(), 1, Integer::sum));
    var counts = new HashMap<Integer, Integer>();
    for (var part : parts) {
      var path = part.scope().includes().getFirst();
      int number = counts.merge(part.partOf(), 1, Integer::sum);
      for (var planned : territories) {
        if (isWithin(planned.territory().scope(), path)) {
          var text = part.isPart() ? number + " of " + sizes.get(part.partOf()) : "";
          all.add(planned.of(part, parts(robots, part.scope()), text));
        }
      }
    }
    return new Plan(origin, robots, all, isScattered);
  }

  /// Does not parse the path as a URL: a line of robots.txt may be longer than any URL.
  private static boolean isWithin(Scope scope, String path) {
    return new PathPrefixes(scope.includes(), scope.excludes()).contains(path);
  }

  /// {@return notable facts about its robots.txt, one sentence each: why there is no file, lines
  /// without effect}
  public List<String> remarks() {
    var remarks = new ArrayList<String>();
    if (robots.kind() != RobotsOutcome.Kind.READ) {
      remarks.add(robots.sentence());
    }
    if (isScattered) {
      remarks.add(
          "%s/robots.txt names hosts for more than %d parts of the site, and no crawler could tell whom it would ask for it; no agent is sent."
              .formatted(origin, MAX_TERRITORIES - 1));
    }
    RobotsErrors.of(robots.robots()).map(errors -> errors.sentence(origin)).ifPresent(remarks::add);
    return List.copyOf(remarks);
  }

  /// {@return whether some of its robots.txt has no effect; one of the [#remarks] reports this}
  public boolean hasErrors() {
    return RobotsErrors.of(robots.robots()).isPresent();
  }

  /// {@return the territories for the state machine}
  public List<CrawlTerritory> crawlTerritories() {
    return territories.stream().map(PlannedTerritory::territory).toList();
  }
}
