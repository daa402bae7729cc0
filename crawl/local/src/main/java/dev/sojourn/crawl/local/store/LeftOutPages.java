package dev.sojourn.crawl.local.store;

import dev.sojourn.base.text.ForeignText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The pages that a round of a crawl left out because a worker died while reading them, with one
/// sentence each. They are stored with the crawl, so that the summary lists them even after a
/// resume. May be used by any thread.
public final class LeftOutPages {
  private static final String SETTING = "left-out";
  private static final String SEPARATOR = "\t";
  private static final int MAX_SENTENCE_CHARS = 10_000;

  private final CrawlStore store;
  private final String round;

  /// Opens the pages of a round.
  ///
  /// @param store of the crawl
  /// @param round its id; pages of other rounds are dropped
  public LeftOutPages(CrawlStore store, String round) {
    this.store = store;
    this.round = round;
  }

  /// Adds a page and replaces an earlier sentence about it.
  ///
  /// @param origin of its site
  /// @param url of the page
  /// @param sentence with the page and the reason
  /// @throws IOException if the store cannot be written
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
  /// @throws IOException if the store cannot be read
  public synchronized List<String> remarks(String origin) throws IOException {
    return kept(origin).stream()
        .map(line -> line.substring(line.lastIndexOf(SEPARATOR) + 1))
        .toList();
  }

  /// The name of a site's setting. Each site has its own, since there may be thousands of sites.
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
