package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.dispatcher.crawl.report.CrawlSummary;
import dev.sojourn.dispatcher.crawl.report.SiteSummary;
import dev.sojourn.dispatcher.crawl.report.TerritorySummary;
import dev.sojourn.host.cli.Wording;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The end of a crawl as people read it.
public final class SummaryText {
  private SummaryText() {}

  /// Prints what came of each territory and of the whole, and what to do next.
  ///
  /// @param summary of a crawl
  /// @param directory its output directory
  /// @param resume the command line with which the crawl goes on
  /// @param out where to
  public static void print(CrawlSummary summary, Path directory, String resume, PrintWriter out) {
    print(summary, "; try again later with: " + resume, out);
    if (summary.interrupted()) {
      out.println("The crawl was stopped and all it gathered is kept; go on with: " + resume);
    } else if (summary.findings() > 0) {
      out.println(
          "Every finding is a line of %s; search them with: sojourn search %s \"words\""
              .formatted(directory.resolve("findings.jsonl"), Wording.typed(directory)));
    }
    out.flush();
  }

  /// Prints what came of each territory and of the whole.
  ///
  /// @param summary of a crawl
  /// @param out where to
  public static void print(CrawlSummary summary, PrintWriter out) {
    print(summary, ".", out);
  }

  private static void print(CrawlSummary summary, String ifUnreachable, PrintWriter out) {
    if (!summary.territories().isEmpty()) {
      printTerritories(summary, out);
    }
    for (var site : summary.sites()) {
      print(site, ifUnreachable, out);
    }
    out.println(
        "%s, %s in %s s.  On the wire: mobile %s, classic %s.  Classic bytes avoided: %s."
            .formatted(
                Wording.count(summary.pages(), "page"),
                Wording.count(summary.findings(), "finding"),
                String.format(Locale.ROOT, "%.1f", summary.seconds()),
                bytes(summary.wireBytesMobile()),
                bytes(summary.wireBytesClassic()),
                bytes(summary.classicBytesAvoided())));
    out.flush();
  }

  private static void printTerritories(CrawlSummary summary, PrintWriter out) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("TERRITORY", "CRAWLED", "STATE", "PAGES", "FINDINGS", "WIRE"));
    for (var territory : summary.territories()) {
      rows.add(
          List.of(
              territory.site() + territory.path(),
              crawled(territory),
              territory.state(),
              number(territory.pages()),
              number(territory.findings()),
              bytes(territory.wireBytes())));
    }
    Columns.print(rows, 3, out);
    for (var territory : summary.territories()) {
      if (!territory.reason().isEmpty()) {
        out.println(territory.site() + territory.path() + ": " + territory.reason());
      }
    }
  }

  private static String crawled(TerritorySummary territory) {
    if (territory.state().equals("untouched")) {
      return "-";
    }
    return territory.crawled().equals("mobile")
        ? "mobile at " + territory.route()
        : "classic (" + territory.route() + ")";
  }

  private static void print(SiteSummary site, String ifUnreachable, PrintWriter out) {
    switch (site.robots()) {
      case "unreachable" -> out.println(Wording.withoutStop(site.sentence()) + ifUnreachable);
      case "unread" -> out.println(site.sentence());
      // The remarks say what is worth knowing of it.
      default -> {}
    }
    for (var url : site.disallowedStarts()) {
      out.println("robots.txt of " + site.site() + " does not allow " + url + ".");
    }
    site.remarks().forEach(out::println);
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// A size in the unit that fits it.
  static String bytes(long count) {
    if (count < 1_000) {
      return count + " B";
    }
    if (count < 1_000_000) {
      return String.format(Locale.ROOT, "%.1f kB", count / 1e3);
    }
    return count < 1_000_000_000
        ? String.format(Locale.ROOT, "%.1f MB", count / 1e6)
        : String.format(Locale.ROOT, "%.2f GB", count / 1e9);
  }
}
