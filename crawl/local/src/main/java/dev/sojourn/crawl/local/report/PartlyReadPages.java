package dev.sojourn.crawl.local.report;

import dev.sojourn.base.text.Messages;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The pages that were read or indexed in part because they exceed a limit.
///
/// @param count the number of pages
/// @param examples the first of the pages, each with the sentence of the crawl log
public record PartlyReadPages(long count, List<FailedPages.Example> examples) {
  /// No pages.
  public static final PartlyReadPages NONE = new PartlyReadPages(0, List.of());

  /// Copies the list.
  public PartlyReadPages {
    examples = List.copyOf(examples);
  }

  /// {@return a sentence about the pages; empty if there are none}
  public Optional<String> remark() {
    return count == 0
        ? Optional.empty()
        : Optional.of(
            "%s went beyond the bounds of what is read of a page: %s%s"
                .formatted(
                    Messages.count(count, "page"),
                    examples.stream()
                        .map(page -> page.url() + " (" + page.reason() + ")")
                        .collect(Collectors.joining(", ")),
                    count > examples.size() ? " and others in urls.jsonl." : "."));
  }
}
