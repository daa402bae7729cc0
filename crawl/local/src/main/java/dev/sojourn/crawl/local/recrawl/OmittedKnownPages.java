package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.agent.Scope;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.store.CrawlStore;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;

/// The territories of a round with too many known pages for a state. They are stored with the
/// crawl, so that its summary lists them even after an interruption. May be used by any thread.
final class OmittedKnownPages {
  private static final String SETTING = "untold";
  private static final String SEPARATOR = "\t";

  private final CrawlStore store;
  private final String round;

  /// @param round the id of the round; territories of other rounds are not listed
  OmittedKnownPages(CrawlStore store, String round) {
    this.store = store;
    this.round = round;
  }

  /// Adds a territory.
  ///
  /// @param pages how many pages of the territory are known
  synchronized void add(Scope scope, int pages) throws IOException {
    var lines = new LinkedHashSet<>(kept(""));
    lines.add(
        String.join(
            SEPARATOR,
            round,
            scope.origin(),
            Integer.toString(pages),
            String.join(" ", scope.includes())));
    store.keepSetting(SETTING, String.join("\n", lines));
  }

  /// {@return a sentence about each territory of a site}
  synchronized List<String> remarks(String origin) throws IOException {
    return kept(origin + SEPARATOR).stream()
        .map(line -> remark(line.split(SEPARATOR, -1)))
        .toList();
  }

  private static String remark(String[] fields) {
    return "%s of %s are more than an agent takes along, so all of them were read again; a recrawl of it costs as much as a first crawl, unless further Mobile-agent-server lines cut it into smaller territories."
        .formatted(
            Messages.count(Integer.parseInt(fields[2]), "known page"), fields[1] + fields[3]);
  }

  private List<String> kept(String ofSite) throws IOException {
    return store.setting(SETTING).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(round + SEPARATOR + ofSite))
        .toList();
  }
}
