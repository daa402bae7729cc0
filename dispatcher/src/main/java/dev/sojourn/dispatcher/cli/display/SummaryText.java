package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.cli.Columns;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.index.Search;
import dev.sojourn.crawl.local.report.CombinationState;
import dev.sojourn.crawl.local.report.CombinationSummary;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.RecrawlCounts;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.report.TerritorySummary;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The summary of a crawl for people, at most a page. A crawl of few territories is listed in full.
/// If there are many territories, the summary lists the sites that need attention, and counts the
/// others.
public final class SummaryText {
  /// A table with more rows would be longer than a page.
  private static final int MAX_ROWS = 20;

  private static final int MAX_MISSING = 10;

  private SummaryText() {}

  /// Prints the result of each territory and of the whole crawl, and the next steps.
  ///
  /// @param summary the summary of a crawl
  /// @param directory its output directory
  /// @param resume the command line that resumes the crawl
  /// @param out receives the text
  public static void print(CrawlSummary summary, Path directory, String resume, PrintWriter out) {
    var rest = "see %s, or add --json".formatted(directory.resolve("summary.json"));
    print(summary, "; try again later with: " + resume, rest, out);
    PageCountsText.print(
        summary.urls(), "  Each is a line of " + directory.resolve("urls.jsonl") + ".", out);
    if (summary.interrupted()) {
      if (summary.findings() > 0 && Files.exists(directory.resolve("findings.jsonl"))) {
        out.println("The findings up to here are in " + directory.resolve("findings.jsonl") + ".");
      }
      printStopped(resume, out);
    } else if (summary.findings() > 0) {
      var search =
          Search.isIn(directory)
              ? "; search them with: sojourn search %s \"words\""
                  .formatted(Messages.typed(directory))
              : ".";
      out.println("Every finding is a line of " + directory.resolve("findings.jsonl") + search);
    }
    out.flush();
  }

  /// Prints that a crawl was stopped, and the next step.
  ///
  /// @param resume the command line that resumes the crawl
  /// @param out receives the text
  public static void printStopped(String resume, PrintWriter out) {
    out.println("The crawl was stopped and all it gathered is kept; go on with: " + resume);
    out.flush();
  }

  /// Prints the result of each territory and of the whole crawl.
  ///
  /// @param summary the summary of a crawl
  /// @param out receives the text
  public static void print(CrawlSummary summary, PrintWriter out) {
    print(summary, ".", "add --json to see them", out);
    PageCountsText.print(summary.urls(), "", out);
  }

  private static void print(
      CrawlSummary summary, String ifUnreachable, String rest, PrintWriter out) {
    boolean isLong = summary.territories().size() + summary.sites().size() > 2 * MAX_ROWS;
    if (isLong) {
      printPlaces(summary, out);
    } else if (!summary.territories().isEmpty()) {
      printTerritories(summary, out);
    }
    var troubles = Troubles.of(summary, ifUnreachable);
    if (isLong) {
      troubles.printFew(rest, out);
    } else {
      troubles.printAll(out);
    }
    out.println(
        "%s, %s in %s s.  On the wire: mobile %s, classic %s.  Classic bytes avoided: %s."
            .formatted(
                Messages.count(summary.pages(), "page"),
                Messages.count(summary.findings(), "finding"),
                String.format(Locale.ROOT, "%.1f", summary.seconds()),
                bytes(summary.wireBytesMobile()),
                bytes(summary.wireBytesClassic()) + http(summary),
                bytes(summary.classicBytesAvoided())));
    printRecrawl(summary.recrawl(), out);
    printCombination(summary.combination(), rest, out);
    OutsideText.print(summary.outside(), out);
    out.flush();
  }

  /// The versions of HTTP if a site answered over HTTP/2; else empty, since other versions are
  /// usual.
  private static String http(CrawlSummary summary) {
    var spoken =
        summary.sites().stream().flatMap(site -> site.http().stream()).distinct().sorted().toList();
    return spoken.contains("HTTP/2") ? " (" + String.join(", ", spoken) + ")" : "";
  }

  private static void printRecrawl(RecrawlCounts recrawl, PrintWriter out) {
    if (recrawl.equals(RecrawlCounts.NONE)) {
      return;
    }
    var kept = recrawl.kept() == 0 ? "" : ", kept as they were: " + number(recrawl.kept());
    out.println(
        "Since the round before: unchanged %s, changed %s, new %s, gone %s%s."
            .formatted(
                number(recrawl.unchanged()),
                number(recrawl.changed()),
                number(recrawl.added()),
                number(recrawl.gone()),
                kept));
  }

  private static void printCombination(
      CombinationSummary combination, String rest, PrintWriter out) {
    if (combination.state() == CombinationState.NONE) {
      return;
    }
    out.println(
        combination.state() == CombinationState.WAITING
            ? "No agents were combined yet: " + combination.reason()
            : "Combined: %s, %s%s"
                .formatted(
                    Messages.count(combination.agents(), "agent"),
                    Messages.count(combination.findings(), "finding"),
                    combination.reason().isEmpty() ? "." : "; then: " + combination.reason()));
    combination.missing().stream()
        .limit(MAX_MISSING)
        .forEach(
            missing ->
                out.println(
                    "  Missing: %s%s: %s"
                        .formatted(missing.site(), missing.path(), missing.reason())));
    if (combination.missing().size() > MAX_MISSING) {
      out.println("  %s missing in all; %s.".formatted(number(combination.missing().size()), rest));
    }
  }

  private static void printTerritories(CrawlSummary summary, PrintWriter out) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("TERRITORY", "CRAWLED", "STATE", "PAGES", "FINDINGS", "WIRE"));
    for (var territory : summary.territories()) {
      rows.add(
          List.of(
              territory.name(),
              crawled(territory),
              territory.state().shown(),
              number(territory.pages()),
              number(territory.findings()),
              wire(territory)));
    }
    Columns.print(rows, 3, TextWidth::of, out);
  }

  /// Prints one row for all hosts together and one row for all visits from here.
  private static void printPlaces(CrawlSummary summary, PrintWriter out) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("CRAWLED", "SITES", "TERRITORIES", "PAGES", "FINDINGS", "WIRE"));
    for (var crawled : CrawlWay.values()) {
      var own = summary.territories().stream().filter(t -> t.crawled() == crawled).toList();
      long wire = summary.territories().stream().mapToLong(t -> wire(t, crawled)).sum();
      if (!own.isEmpty() || wire > 0) {
        rows.add(
            List.of(
                crawled.word(),
                number(own.stream().map(TerritorySummary::site).distinct().count()),
                number(own.size()),
                number(own.stream().mapToLong(TerritorySummary::pages).sum()),
                number(own.stream().mapToLong(TerritorySummary::findings).sum()),
                bytes(wire)));
      }
    }
    Columns.print(rows, 1, TextWidth::of, out);
  }

  /// The bytes of a territory. If a host was lost and its work was done again from here, a part of
  /// them counts in the other total.
  private static String wire(TerritorySummary territory) {
    var other = territory.crawled() == CrawlWay.MOBILE ? CrawlWay.CLASSIC : CrawlWay.MOBILE;
    long others = wire(territory, other);
    var all = bytes(territory.wireBytes());
    return others == 0 ? all : "%s (%s %s)".formatted(all, bytes(others), other.word());
  }

  private static long wire(TerritorySummary territory, CrawlWay crawled) {
    return crawled == CrawlWay.MOBILE
        ? territory.hostBytes()
        : territory.wireBytes() - territory.hostBytes();
  }

  private static String crawled(TerritorySummary territory) {
    if (territory.state() == TerritoryStatus.UNTOUCHED) {
      return "-";
    }
    return territory.crawled() == CrawlWay.MOBILE
        ? "mobile at " + territory.route()
        : "classic (" + territory.route() + ")";
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  /// A size in a suitable unit.
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
