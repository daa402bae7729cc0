package dev.sojourn.dispatcher.plan;

import dev.sojourn.agent.Scope;
import dev.sojourn.dispatcher.core.CrawlTerritory;
import dev.sojourn.dispatcher.core.Event;
import dev.sojourn.dispatcher.core.Place;
import dev.sojourn.dispatcher.http.RobotsOutcome;
import dev.sojourn.robots.HostUrl;
import dev.sojourn.robots.Route;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    var texts = new HashMap<Integer, String>();
    robots
        .robots()
        .routeRecords()
        .forEach(r -> texts.put(r.line(), "Mobile-agent-server: " + r.path() + " " + r.route()));
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
              parts(origin, robots, scope, texts),
              host.flatMap(url -> reach.objection(url, robots.destinations()))));
    }
    return new Plan(origin, robots, planned, isScattered);
  }

  private static Optional<HostUrl> none() {
    return Optional.empty();
  }

  private static List<PlannedTerritory.Part> parts(
      String origin, RobotsOutcome robots, Scope scope, Map<Integer, String> texts) {
    return scope.includes().stream()
        .map(
            prefix -> {
              int line = robots.robots().route(origin + prefix).decidingLine();
              return new PlannedTerritory.Part(prefix, line, texts.getOrDefault(line, ""));
            })
        .toList();
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

  /// {@return the event that tells the state machine of it}
  public Event.Planned event() {
    return new Event.Planned(territories.stream().map(PlannedTerritory::territory).toList());
  }
}
