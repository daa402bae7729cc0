package dev.sojourn.lab.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.lab.result.CrawlResult;
import dev.sojourn.lab.result.RoundResult;
import java.util.ArrayList;
import java.util.List;

/// A crawl that ended without being killed.
///
/// @param exitCode of its process
/// @param complaint the error message from its standard error
/// @param summary that it printed; a missing node if it printed none
/// @param figures of the summary, with the pages of the crawl log
/// @param seconds from the start of its process to its end
/// @param rounds in their order; only one for a crawl that does not follow its sites
record EndedCrawl(
    int exitCode,
    String complaint,
    JsonNode summary,
    CrawlResult figures,
    double seconds,
    List<RoundResult> rounds) {

  /// Copies the list.
  EndedCrawl {
    rounds = List.copyOf(rounds);
  }

  /// {@return the same crawl with another memory of hosts after its last round}
  ///
  /// @param bytes resident memory of all hosts
  EndedCrawl withHostMemory(long bytes) {
    var all = new ArrayList<>(rounds);
    all.add(all.removeLast().withHostMemory(bytes));
    return new EndedCrawl(exitCode, complaint, summary, figures, seconds, all);
  }
}
