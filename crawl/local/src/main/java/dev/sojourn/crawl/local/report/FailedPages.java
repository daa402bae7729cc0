package dev.sojourn.crawl.local.report;

import java.util.List;

/// The pages that could not be read with one outcome.
///
/// @param outcome the word of the crawl log
/// @param count the number of pages
/// @param examples up to three of the pages
public record FailedPages(String outcome, long count, List<Example> examples) {
  /// Copies the list.
  public FailedPages {
    examples = List.copyOf(examples);
  }

  /// One of the pages.
  ///
  /// @param url of the page
  /// @param reason why it could not be read, one sentence
  public record Example(String url, String reason) {}
}
