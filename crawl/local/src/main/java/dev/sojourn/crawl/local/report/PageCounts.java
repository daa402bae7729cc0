package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.sojourn.agent.FrontierCounts;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The pages that a crawl, or the visits of one territory, asked for, counted by outcome. Each URL
/// counts once in its territory, with the outcome of the last request for it.
///
/// @param asked how many URLs
/// @param outcomes how many of them had which outcome, by the words of the crawl log; a word that
///   is missing stands for 0
/// @param indexed how many pages are in the index under their URL; one that redirects led to as
///   well counts once
/// @param inPart pages that were read or indexed in part, since they went beyond a bound
/// @param notTold pages read by visits that keep no record of pages, as at a host of an older
///   version
/// @param droppedReferrals links out of the visits' scopes that were dropped, since a visit may
///   refer to a bounded number; a link that was dropped twice counts twice
/// @param frontier the links that the frontiers of the visits left out, and the pages that are
///   another one
/// @param failures the outcomes by which pages that may well exist could not be read
public record PageCounts(
    long asked,
    Map<String, Long> outcomes,
    long indexed,
    long inPart,
    long notTold,
    long droppedReferrals,
    @JsonIgnoreProperties("handedOut") FrontierCounts frontier,
    List<FailedPages> failures) {

  /// The counts before any request.
  public static final PageCounts NONE =
      new PageCounts(0, Map.of(), 0, 0, 0, 0, FrontierCounts.NONE, List.of());

  /// Copies the collections, the outcomes in order of their words.
  public PageCounts {
    outcomes = Collections.unmodifiableMap(new TreeMap<>(outcomes));
    failures = List.copyOf(failures);
  }

  /// {@return how many pages that may well exist could not be read}
  public long failed() {
    return failures.stream().mapToLong(FailedPages::count).sum();
  }
}
