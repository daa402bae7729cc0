package dev.sojourn.crawl.local.report;

import java.util.List;

/// The pages that could not be read for one kind of reason.
///
/// @param outcome the word of the crawl log
/// @param count how many
/// @param examples the first three of them
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
