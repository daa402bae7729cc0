package dev.sojourn.samples;

import dev.sojourn.agent.Page;
import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;
import java.time.Instant;
import java.util.stream.Collectors;

/// The parameters of an indexing agent.
///
/// @param follow whether to stay and report changes; set by `crawl --follow`
/// @param words the agent reports only pages with one of these words, separated by characters other
///   than letters and digits; without words, every page
public record IndexWish(
    @Description("Whether to stay at a host that lets it, and to report what changes.")
        @Default("false")
        boolean follow,
    @Description("Report only pages that have one of these words; without words, all pages.")
        @Default("")
        String words) {

  /// Whether to report a page: its site permits it, and the owner wants it.
  boolean wants(Page page, Instant now) {
    return page.isHtml()
        && page.directives().mayIndex(now)
        && !page.usage().denies("search")
        && hasWord(page);
  }

  private boolean hasWord(Page page) {
    var wanted = Words.of(words).stream().map(Words.Word::text).collect(Collectors.toSet());
    return wanted.isEmpty()
        || Words.of(page.title() + " " + page.text()).stream()
            .anyMatch(word -> wanted.contains(word.text()));
  }
}
