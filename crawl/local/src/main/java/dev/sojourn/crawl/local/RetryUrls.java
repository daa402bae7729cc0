package dev.sojourn.crawl.local;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteState;
import dev.sojourn.crawl.core.Stage;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.store.StoredLines;
import java.io.IOException;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// Finds the pages that a resumed crawl requests again. Only an agent at home can go on: the state
/// of an agent that finished at a host is gone, and another agent would read all pages again.
public final class RetryUrls {
  /// A site with more such pages was away, and its visit ended before it requested all pages.
  private static final int MOST = 100_000;

  private RetryUrls() {}

  /// {@return the pages of a site whose last answer was a failure that may pass, of territories
  /// that were last visited from home and have no visit under way; at most 100,000}
  ///
  /// @param lines of the crawl
  /// @param state of the site
  /// @throws IOException if the lines cannot be read
  public static List<String> of(StoredLines lines, SiteState state) throws IOException {
    var failed = new LinkedHashSet<String>();
    for (var territory : state.territories()) {
      // A page that always fails must not spend all visits of its territory.
      boolean hasVisits = territory.visits().size() <= state.terms().maxVisits() / 2;
      boolean isAtHome =
          territory.visit().filter(last -> last.place() instanceof Place.Home).isPresent();
      if (hasVisits && isAtHome && territory.stage() instanceof Stage.Settled) {
        add(territory, lines, failed);
      }
    }
    return failed.stream().limit(MOST).toList();
  }

  private static void add(TerritoryState territory, StoredLines lines, Set<String> failed)
      throws IOException {
    var scope = territory.territory().scope();
    for (var visit : territory.counted()) {
      lines.ofVisit(
          visit.agentId(),
          EnumSet.of(LineKind.PAGE),
          line -> {
            if (!(line instanceof ParcelLine.Page(var page))) {
              return;
            }
            if (!page.outcome().mayComeLater(page.status())) {
              failed.remove(page.url());
            } else if (PageUrl.parse(page.url()).filter(scope::contains).isPresent()) {
              failed.add(page.url());
            }
          });
    }
  }
}
