package dev.sojourn.crawl.visits.host;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.visits.CrawlShell;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;

/// Finds waiting start URLs that their agent has already requested, and that may not come later.
/// Parts of one territory link to each other's pages very often; the agent of the linked part finds
/// most of these pages itself.
public final class VisitedStarts {
  private VisitedStarts() {}

  /// {@return the start URLs of a territory that were not given to a visit but that its agent
  /// requested, according to its parcels}
  ///
  /// @param territory whose agent is at a host
  /// @param shell that has the parcels
  /// @throws IOException if the parcels cannot be read
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
                boolean _ =
                    page.outcome().mayComeLater(page.status())
                        ? asked.remove(page.url())
                        : asked.add(page.url());
              }
            });
      }
    }
    return asked.stream().sorted().toList();
  }
}
