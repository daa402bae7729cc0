package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The single line about a site in a crawl of many sites. It is shown when all territories of the
/// site are over. Used under the lock of its owner.
final class SiteLine {
  private final int territories;
  private final Map<Integer, TerritoryProgress> now = new HashMap<>();
  private boolean isWanted;
  private boolean isGiven;

  /// @param territories the number of territories of the site
  SiteLine(int territories) {
    this.territories = territories;
  }

  /// Records the state of a territory.
  ///
  /// @param isOld whether it was over before this run of the crawl
  /// @return the line, once, when the site is over
  Optional<String> changed(TerritoryProgress territory, boolean isOld) {
    now.put(territory.number(), territory);
    isWanted |= !isOld;
    boolean isOver =
        now.size() == territories && now.values().stream().allMatch(t -> t.state().isOver());
    if (isGiven || !isOver || !isWanted) {
      return Optional.empty();
    }
    isGiven = true;
    return Optional.of(territories == 1 ? TerritoryText.line(territory) : line(territory.site()));
  }

  /// The status of the site is the worst status of its territories; the enum has this order.
  private String line(String site) {
    var all = now.values();
    var status = all.stream().map(TerritoryProgress::state).max(Enum::compareTo).orElseThrow();
    long unread = all.stream().mapToLong(TerritoryProgress::unread).sum();
    return "%s  %s (%s)  %s%s, %s, %s"
        .formatted(
            site,
            status.shown(),
            territories + " territories",
            Messages.count(all.stream().mapToLong(TerritoryProgress::pages).sum(), "page"),
            TerritoryText.unread(unread),
            Messages.count(all.stream().mapToLong(TerritoryProgress::findings).sum(), "finding"),
            SummaryText.bytes(all.stream().mapToLong(TerritoryProgress::wireBytes).sum()));
  }
}
