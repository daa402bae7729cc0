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

/// The plan of a site: its territories, each with its host, if it has one.
///
/// @param origin the site
/// @param robots the result of reading its robots.txt
/// @param territories disjoint, covering the site, numbered from 0
/// @param isScattered whether robots.txt names hosts in more territories than agents are sent to
public record Plan(
    String origin, RobotsOutcome robots, List<PlannedTerritory> territories, boolean isScattered) {
  /// Each territory is an agent of its own, and all are under way together. A site that names more
  /// hosts than this would have strangers asked for it.
  static final int MAX_TERRITORIES = 100;

  /// Copies the list.
  public Plan {
    territories = List.copyOf(territories);
  }

  /// {@return the plan that follows from a robots.txt}
  ///
  /// @param origin the site
  /// @param robots the result of reading its robots.txt
  /// @param reach which hosts agents can be sent to
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

  /// {@return the plan with territories at hosts cut into parts, each with a visit of its own}
  ///
  /// @param prefixes gives the path prefixes of each part of a territory but the first, which has
  ///   the rest; none for one that stays whole
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

  /// {@return the plan with the parts that it was made with before}
  ///
  /// @param parts of the same robots.txt, as [#crawlTerritories] holds them
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

  /// A line of robots.txt may be longer than any URL, so the path of a territory need not be one.
  private static boolean isWithin(Scope scope, String path) {
    return new PathPrefixes(scope.includes(), scope.excludes()).contains(path);
  }

  /// {@return the notable facts of its robots.txt, a sentence each: why there is none, lines
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

  /// {@return whether some of its robots.txt has no effect, which one of [#remarks] reports}
  public boolean hasErrors() {
    return RobotsErrors.of(robots.robots()).isPresent();
  }

  /// {@return the territories as the state machine knows them}
  public List<CrawlTerritory> crawlTerritories() {
    return territories.stream().map(PlannedTerritory::territory).toList();
  }
}
