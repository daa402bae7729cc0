package dev.sojourn.crawl.local.follow;

import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.recrawl.SiteStates;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.OutDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The visits of a crawl whose agents are or may be at hosts, read from the crawl's directory. The
/// crawl may be running meanwhile.
public final class VisitsAtHosts {
  private VisitsAtHosts() {}

  /// A visit whose agent is or may be at a host.
  ///
  /// @param agentId of the visit
  /// @param host the URL of the host
  /// @param site the origin
  /// @param path the path prefixes of its territory in one line
  /// @param state `sending`, `visiting`, `staying`, `holding`, `fetching home`, or `over`
  public record VisitAtHost(String agentId, String host, String site, String path, String state) {}

  /// {@return the visits, in the order of sites and territories}
  ///
  /// @param directory of a crawl
  /// @throws IOException if its store cannot be read
  public static List<VisitAtHost> of(Path directory) throws IOException {
    var visits = new ArrayList<VisitAtHost>();
    try (var store = CrawlStore.open(OutDirectory.database(directory))) {
      for (var site : SiteStates.of(store)) {
        site.territories().forEach(territory -> add(site.terms().origin(), territory, visits));
      }
    }
    return visits;
  }

  /// An agent that works, or that stays at its host after its work.
  ///
  /// @param agentId of its visit
  /// @param host of the agent; empty if it runs at home
  /// @param site the origin
  /// @param path the path prefixes of its territory in one line
  public record AgentUnderWay(String agentId, Optional<String> host, String site, String path) {}

  /// {@return the agents of the territories whose work is not over, or whose agent stays, in the
  /// order of sites and territories}
  ///
  /// @param directory of a crawl
  /// @throws IOException if its store cannot be read
  public static List<AgentUnderWay> underWay(Path directory) throws IOException {
    var agents = new ArrayList<AgentUnderWay>();
    try (var store = CrawlStore.open(OutDirectory.database(directory))) {
      for (var site : SiteStates.of(store)) {
        for (var territory : site.territories()) {
          if (territory.visit().isPresent() && !isOver(territory.stage())) {
            agents.add(underWay(site.terms().origin(), territory, territory.visit().get()));
          }
        }
      }
    }
    return agents;
  }

  private static AgentUnderWay underWay(String site, TerritoryState territory, SiteVisit visit) {
    return new AgentUnderWay(
        visit.agentId(),
        visit.place() instanceof Place.Host(var host) ? Optional.of(host) : Optional.empty(),
        site,
        path(territory));
  }

  private static String path(TerritoryState territory) {
    return String.join(" ", territory.territory().scope().includes());
  }

  private static void add(String site, TerritoryState territory, List<VisitAtHost> visits) {
    for (var visit : territory.visits()) {
      if (visit.mayBeAtHost() && visit.place() instanceof Place.Host(var host)) {
        boolean isLast = visit.equals(territory.visits().getLast());
        visits.add(
            new VisitAtHost(
                visit.agentId(),
                host,
                site,
                path(territory),
                isLast ? word(territory.stage()) : "over"));
      }
    }
  }

  private static boolean isOver(Stage stage) {
    return stage instanceof Stage.Waiting || stage instanceof Stage.Settled;
  }

  private static String word(Stage stage) {
    return switch (stage) {
      case Stage.Sending _ -> "sending";
      case Stage.Visiting _ -> "visiting";
      case Stage.Staying _ -> "staying";
      case Stage.Holding _ -> "holding";
      case Stage.FetchingHome _ -> "fetching home";
      case Stage.Waiting _, Stage.Settled _ -> "over";
    };
  }
}
