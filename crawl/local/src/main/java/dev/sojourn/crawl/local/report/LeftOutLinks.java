package dev.sojourn.crawl.local.report;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.base.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The remark about links of a site that the frontiers of its visits left out. Pages that only they
/// lead to are in no index, and nothing else in the summary would say so. [PartlyReadPages] names
/// the pages with more links than are read of a page.
public final class LeftOutLinks {
  private LeftOutLinks() {}

  /// {@return a sentence; empty if links were left out only by the wish of the site}
  ///
  /// @param agent the words for the agent that left them out, as the first of the sentence
  /// @param counts of all visits to the site
  public static Optional<String> remark(String agent, FrontierCounts counts) {
    var kinds = new ArrayList<String>();
    add(kinds, counts.tooDeep(), "too deep");
    add(kinds, counts.growingPaths(), "to paths that grow");
    add(kinds, counts.repeatedSegments(), "to paths that repeat themselves");
    add(kinds, counts.calendars(), "to years far ahead in a calendar");
    add(kinds, counts.tooLong(), "longer than 8,192 characters");
    add(kinds, counts.feedsLeftOut(), "to feeds beyond the first hundred");
    long all =
        counts.tooDeep()
            + counts.growingPaths()
            + counts.repeatedSegments()
            + counts.calendars()
            + counts.tooLong()
            + counts.feedsLeftOut();
    var sentences = new ArrayList<String>();
    if (all > 0) {
      sentences.add(
          "%s left out %s: %s."
              .formatted(agent, Messages.count(all, "link"), String.join(", ", kinds)));
    }
    if (counts.userInfo() > 0) {
      sentences.add(
          "%s left user information out of %s."
              .formatted(agent, Messages.count(counts.userInfo(), "link")));
    }
    if (counts.waiting() > 0) {
      sentences.add(
          "%s ended with %s that it knew of and did not ask for."
              .formatted(agent, Messages.count(counts.waiting(), "page")));
    }
    return sentences.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", sentences));
  }

  private static void add(List<String> kinds, long count, String words) {
    if (count > 0) {
      kinds.add(String.format(Locale.ROOT, "%,d %s", count, words));
    }
  }
}
