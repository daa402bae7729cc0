package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.report.OutsideSummary;
import dev.sojourn.crawl.local.report.OutsideSummary.OutsideSite;
import java.io.PrintWriter;
import java.util.Locale;

/// The text about links out of a crawl: other names of its sites, and the site to which most of the
/// other links lead.
final class OutsideText {
  private static final int MAX_NAMES = 3;

  private OutsideText() {}

  /// Prints nothing if no link leads out of the crawl.
  static void print(OutsideSummary outside, PrintWriter out) {
    var names = outside.largest().stream().filter(site -> !site.otherNameOf().isEmpty()).toList();
    names.stream().limit(MAX_NAMES).forEach(site -> out.println(otherName(site)));
    long ofNames = names.stream().mapToLong(OutsideSite::links).sum();
    if (outside.links() <= ofNames) {
      return;
    }
    outside.largest().stream()
        .filter(site -> site.otherNameOf().isEmpty())
        .findFirst()
        .ifPresent(most -> out.println(largest(outside.links() - ofNames, most)));
  }

  private static String otherName(OutsideSite site) {
    return "%s to %s, which is not in this crawl; it looks like another name of %s: name it as a start URL too, to crawl it."
        .formatted(lead(site.links()), site.site(), site.otherNameOf());
  }

  private static String largest(long links, OutsideSite most) {
    return most.links() == links
        ? "%s to %s, which is not in this crawl; name it as a start URL too, to crawl it."
            .formatted(lead(links), most.site())
        : "%s out of this crawl, %s of them to %s; name it as a start URL too, to crawl it."
            .formatted(lead(links), String.format(Locale.ROOT, "%,d", most.links()), most.site());
  }

  private static String lead(long links) {
    return Messages.count(links, "link") + (links == 1 ? " leads" : " lead");
  }
}
