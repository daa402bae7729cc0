package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.sojourn.agent.FrontierCounts;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The pages that a crawl, or the visits of one territory, requested, counted by outcome. Each URL
/// counts once in its territory, with the outcome of its last request.
///
/// @param asked the number of URLs
/// @param outcomes the number of URLs for each outcome, by the words of the crawl log; a missing
///   word stands for 0
/// @param indexed pages in the index; a page that redirects also led to counts once
/// @param inPart pages that were read or indexed in part because they exceed a limit
/// @param notTold pages of visits without a record of pages, for example at a host of an older
///   version
/// @param droppedReferrals links out of the visits' scopes that were dropped, since the referrals
///   of a visit are limited; a link that was dropped twice counts twice
/// @param frontier counts of links that the frontiers left out, and of pages that duplicate another
///   page
/// @param failures the outcomes of pages that probably exist but could not be read
public record PageCounts(
    long asked,
    Map<String, Long> outcomes,
    long indexed,
    long inPart,
    long notTold,
    long droppedReferrals,
    @JsonIgnoreProperties("handedOut") FrontierCounts frontier,
    List<FailedPages> failures) {

  /// No requests.
  public static final PageCounts NONE =
      new PageCounts(0, Map.of(), 0, 0, 0, 0, FrontierCounts.NONE, List.of());

  /// Copies the collections and sorts the outcomes by their words.
  public PageCounts {
    outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
    failures = List.copyOf(failures);
  }

  /// {@return how many pages probably exist but could not be read}
  public long failed() {
    return failures.stream().mapToLong(FailedPages::count).sum();
  }
}
