package dev.sojourn.crawl.local.log;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.local.report.FailedPages;
import dev.sojourn.crawl.local.report.PageCounts;
import dev.sojourn.crawl.local.report.PartlyReadPages;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts pages by outcome, and keeps a few examples of failed pages.
final class OutcomeCounter {
  private static final int MAX_EXAMPLES = 3;

  private final Map<PageOutcome, Long> counts = new EnumMap<>(PageOutcome.class);
  private final Map<PageOutcome, List<FailedPages.Example>> examples =
      new EnumMap<>(PageOutcome.class);
  private final List<FailedPages.Example> partlyRead = new ArrayList<>();
  private long partly;
  private long indexed;
  private long notTold;
  private long droppedReferrals;
  private FrontierCounts links = FrontierCounts.NONE;

  /// @param isFirst whether the page is in the index under its URL and was not counted before
  void add(PageRecord page, boolean isFirst) {
    counts.merge(page.outcome(), 1L, Long::sum);
    indexed += isFirst ? 1 : 0;
    if (page.outcome() == PageOutcome.FETCHED && !page.reason().isEmpty()) {
      partly++;
      partlyRead(new FailedPages.Example(page.url(), page.reason()));
    }
    if (page.outcome().isFailure()) {
      example(page.outcome(), new FailedPages.Example(page.url(), page.reason()));
    }
  }

  private void partlyRead(FailedPages.Example page) {
    if (partlyRead.size() < MAX_EXAMPLES) {
      partlyRead.add(page);
    }
  }

  /// The pages that were read or indexed in part.
  PartlyReadPages partlyRead() {
    return new PartlyReadPages(partly, partlyRead);
  }

  private void example(PageOutcome outcome, FailedPages.Example example) {
    var some = examples.computeIfAbsent(outcome, _ -> new ArrayList<>());
    if (some.size() < MAX_EXAMPLES) {
      some.add(example);
    }
  }

  /// Counts pages without a record.
  void addUnreported(long pages) {
    notTold += pages;
  }

  /// Counts dropped referrals. The sum is capped, so that it cannot overflow.
  void addDropped(long referrals) {
    droppedReferrals = Math.min(ParcelLine.Dropped.MOST, droppedReferrals + referrals);
  }

  /// Adds the frontier counts of a later visit to the territory, or later counts of the same visit.
  void addLater(FrontierCounts counted) {
    links = links.plus(counted);
  }

  /// Adds all counts of another counter.
  void add(OutcomeCounter other) {
    other.counts.forEach((outcome, count) -> counts.merge(outcome, count, Long::sum));
    other.examples.forEach((outcome, some) -> some.forEach(one -> example(outcome, one)));
    other.partlyRead.forEach(this::partlyRead);
    partly += other.partly;
    indexed += other.indexed;
    notTold += other.notTold;
    addDropped(other.droppedReferrals);
    links = links.and(other.links);
  }

  PageCounts counted() {
    var outcomes = new HashMap<String, Long>();
    var failures = new ArrayList<FailedPages>();
    counts.forEach(
        (outcome, count) -> {
          outcomes.put(outcome.word(), count);
          if (outcome.isFailure()) {
            var some = examples.getOrDefault(outcome, List.of());
            failures.add(new FailedPages(outcome.word(), count, some));
          }
        });
    long asked =
        counts.values().stream().mapToLong(Long::longValue).sum()
            - counts.getOrDefault(PageOutcome.UNWANTED, 0L);
    return new PageCounts(
        asked, outcomes, indexed, partly, notTold, droppedReferrals, links, failures);
  }
}
