package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.report.FailedPages;
import dev.sojourn.crawl.local.report.PageCounts;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.stream.Collectors;

/// The text about the pages that a crawl requested, by outcome.
final class PageCountsText {
  private PageCountsText() {}

  /// Prints the number of pages with each outcome, and a few of the failed pages. Prints no
  /// outcomes if all pages were read.
  ///
  /// @param counts the counts of a crawl
  /// @param log a sentence that names the crawl log, where each URL is a line; empty for no such
  ///   sentence
  /// @param out receives the text
  static void print(PageCounts counts, String log, PrintWriter out) {
    long read = counts.outcomes().getOrDefault(PageOutcome.FETCHED.word(), 0L);
    if (counts.asked() > read) {
      var outcomes =
          counts.outcomes().entrySet().stream()
              .filter(one -> !one.getKey().equals(PageOutcome.UNWANTED.word()))
              .map(one -> number(one.getValue()) + " " + one.getKey())
              .collect(Collectors.joining(", "));
      out.println(
          "%s asked for: %s.%s".formatted(Messages.count(counts.asked(), "URL"), outcomes, log));
    }
    long unwanted = counts.outcomes().getOrDefault(PageOutcome.UNWANTED.word(), 0L);
    if (unwanted > 0) {
      out.println(
          "%s left out by --include and --exclude.%s"
              .formatted(Messages.count(unwanted, "URL"), counts.asked() > read ? "" : log));
    }
    for (var kind : counts.failures()) {
      print(kind, out);
    }
    if (counts.notTold() > 0) {
      out.println(
          "%s read, but not listed by the host, whose version keeps no record of them."
              .formatted(Messages.count(counts.notTold(), "page")));
    }
  }

  private static void print(FailedPages kind, PrintWriter out) {
    for (var example : kind.examples()) {
      out.println(
          "  %s: %s: %s"
              .formatted(kind.outcome(), example.url(), Messages.withoutStop(example.reason())));
    }
    long more = kind.count() - kind.examples().size();
    if (more > 0) {
      out.println("  %s: and %s more".formatted(kind.outcome(), number(more)));
    }
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
