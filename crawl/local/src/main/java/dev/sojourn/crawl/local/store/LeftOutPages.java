package dev.sojourn.crawl.local.store;

import dev.sojourn.base.text.ForeignText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The pages that a round of a crawl left out, since a worker died at them, with a sentence each.
/// They are kept with the crawl, so that its summary lists them after it is resumed too. May be
/// used by any thread.
public final class LeftOutPages {
  private static final String SETTING = "left-out";
  private static final String SEPARATOR = "\t";
  private static final int MAX_SENTENCE_CHARS = 10_000;

  private final CrawlStore store;
  private final String round;

  /// Opens the pages of a round.
  ///
  /// @param store of the crawl
  /// @param round its id; pages of other rounds are forgotten
  public LeftOutPages(CrawlStore store, String round) {
    this.store = store;
    this.round = round;
  }

  /// Adds a page, in place of an earlier sentence about it.
  ///
  /// @param origin of its site
  /// @param url of the page
  /// @param sentence that names it, and why
  /// @throws IOException if it cannot be kept
  public synchronized void add(String origin, String url, String sentence) throws IOException {
    var page = String.join(SEPARATOR, round, url, "");
    var lines = new ArrayList<>(kept(origin));
    lines.removeIf(line -> line.startsWith(page));
    lines.add(page + ForeignText.of(sentence).line(MAX_SENTENCE_CHARS));
    store.keepSetting(setting(origin), String.join("\n", lines));
  }

  /// {@return the sentences about pages of a site, in the order in which they were left out}
  ///
  /// @param origin of the site
  /// @throws IOException if they cannot be read
  public synchronized List<String> remarks(String origin) throws IOException {
    return kept(origin).stream()
        .map(line -> line.substring(line.lastIndexOf(SEPARATOR) + 1))
        .toList();
  }

  /// Each site has a setting of its own: there may be thousands of them.
  private static String setting(String origin) {
    return SETTING + SEPARATOR + origin;
  }

  private List<String> kept(String origin) throws IOException {
    return store.setting(setting(origin)).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(round + SEPARATOR))
        .toList();
  }
}
