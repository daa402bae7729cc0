package dev.sojourn.samples;

import dev.sojourn.agent.Page;
import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;
import java.time.Instant;
import java.util.stream.Collectors;

/// The wish of the owner of an indexing agent.
///
/// @param follow whether to stay and to report what changes; `crawl --follow` gives it
/// @param words a page must have one of these words to be reported; they are separated by anything
///   that is no letter or digit; every page is reported if there are none
public record IndexWish(
    @Description("Whether to stay at a host that lets it, and to report what changes.")
        @Default("false")
        boolean follow,
    @Description("Report only pages that have one of these words; without words, all pages.")
        @Default("")
        String words) {

  /// Whether a page is to be reported: its site lets it, and its owner wants it.
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
