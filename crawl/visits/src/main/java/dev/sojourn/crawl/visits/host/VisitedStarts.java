package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.visits.CrawlShell;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;

/// The start URLs that wait for an agent which asked for them before. Parts of one territory link
/// to each other's pages a thousand times; most of these the agent of that part finds by itself.
public final class VisitedStarts {
  private VisitedStarts() {}

  /// {@return the start URLs of a territory that no visit was given, and that its agent asked for,
  /// by its parcels}
  ///
  /// @param territory whose agent is at a host
  /// @param shell that keeps the parcels
  /// @throws IOException if they cannot be read
  public static List<String> of(TerritoryState territory, CrawlShell shell) throws IOException {
    var all = territory.seeds();
    var waiting = new HashSet<>(all.subList(all.size() - territory.unsentSeeds(), all.size()));
    var asked = new HashSet<String>();
    for (var visit : territory.journey()) {
      if (asked.size() < waiting.size()) {
        shell.lines(
            visit.agentId(),
            EnumSet.of(LineKind.PAGE),
            line -> {
              if (line instanceof ParcelLine.Page(var page) && waiting.contains(page.url())) {
                asked.add(page.url());
              }
            });
      }
    }
    return asked.stream().sorted().toList();
  }
}
