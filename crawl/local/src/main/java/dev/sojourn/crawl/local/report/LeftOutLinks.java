package dev.sojourn.crawl.local.report;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.base.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The remark about links of a site that the frontiers of its visits left out. Pages that only such
/// links lead to are missing from the index, and nothing else in the summary reports them.
/// [PartlyReadPages] names the pages with more links than the limit for one page.
public final class LeftOutLinks {
  private LeftOutLinks() {}

  /// {@return the remark; empty if links were left out only at the site's own request}
  ///
  /// @param agent the first words of the sentence: the agent that left them out
  /// @param counts of all visits to the site
  public static Optional<String> remark(String agent, FrontierCounts counts) {
    var kinds = new ArrayList<String>();
    add(kinds, counts.tooDeep(), "too deep");
    add(kinds, counts.growingPaths(), "to paths that grow");
    add(kinds, counts.repeatedSegments(), "to paths that repeat themselves");
    add(kinds, counts.calendars(), "to years far ahead in a calendar");
    add(kinds, counts.tooLong(), "longer than 8,192 characters");
    add(kinds, counts.feedsLeftOut(), "to feeds beyond the first hundred");
    add(kinds, counts.unwanted(), "by the rules of the crawl");
    long all =
        counts.tooDeep()
            + counts.growingPaths()
            + counts.repeatedSegments()
            + counts.calendars()
            + counts.tooLong()
            + counts.feedsLeftOut()
            + counts.unwanted();
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
