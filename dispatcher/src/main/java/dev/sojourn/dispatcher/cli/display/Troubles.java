package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.RobotsStanding;
import dev.sojourn.crawl.local.report.SiteSummary;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.report.TerritorySummary;
import dev.sojourn.robots.Route;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The troubles of a crawl: for each site its sentences, and its worst kind of trouble. The short
/// form begins with the worst kinds.
///
/// @param sites the sites that have something to report, each once
/// @param counts the sentence that counts the sites of the crawl by kind
record Troubles(List<Site> sites, String counts) {
  /// The limit of named sites for each kind, so that all kinds fit on a page.
  private static final int MAX_NAMED = 4;

  /// The kinds of trouble with a site, the worst first.
  enum Kind {
    /// Its robots.txt could not be read.
    UNREACHED("not reached"),
    /// A territory of it failed.
    FAILED("failed"),
    /// A territory of it was done in part, or the crawl stopped earlier.
    PARTIAL("done in part"),
    /// Its robots.txt forbids the start of the crawl, or nothing was found there.
    EMPTY("without a finding"),
    /// It is complete, though a host was given up, or could not be asked.
    FELL_BACK("complete from here instead of at a host"),
    /// It is complete, but a part of its robots.txt has no effect.
    ERRONEOUS("complete with errors in robots.txt"),
    /// It is complete, and something else is worth knowing.
    REMARKED("complete with a remark"),
    /// Another site is crawled in its place.
    MOVED("moved to another site");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /// A site that has something to report.
  ///
  /// @param origin the site
  /// @param kind the worst kind of trouble
  /// @param sentences each with its subject
  record Site(String origin, Kind kind, List<String> sentences) {}

  /// {@return the troubles that a summary reports of its sites}
  ///
  /// @param ifUnreachable the end of the sentence about a site that could not be reached
  static Troubles of(CrawlSummary summary, String ifUnreachable) {
    var territories =
        summary.territories().stream().collect(Collectors.groupingBy(TerritorySummary::site));
    var noted = new ArrayList<Site>();
    for (var site : summary.sites()) {
      var own = territories.getOrDefault(site.site(), List.of());
      var sentences = sentences(site, own, ifUnreachable);
      var kind = kind(site, own);
      if (!sentences.isEmpty() || kind.compareTo(Kind.EMPTY) < 0) {
        noted.add(new Site(site.site(), kind, sentences));
      }
    }
    return new Troubles(List.copyOf(noted), counts(summary.sites().size(), noted));
  }

  private static List<String> sentences(
      SiteSummary site, List<TerritorySummary> territories, String ifUnreachable) {
    var sentences = new ArrayList<String>();
    for (var territory : territories) {
      if (!territory.reason().isEmpty()) {
        sentences.add(territory.name() + ": " + territory.reason());
      }
    }
    switch (site.robots()) {
      case UNREACHABLE -> sentences.add(Messages.withoutStop(site.sentence()) + ifUnreachable);
      case UNREAD -> sentences.add(site.sentence());
      // The remarks list its notable facts.
      case READ, READ_ELSEWHERE, ABSENT -> {}
    }
    for (var url : site.disallowedStarts()) {
      sentences.add("robots.txt of " + site.site() + " does not allow " + url + ".");
    }
    site.remarks().stream().filter(remark -> !isOfNoTrouble(site, remark)).forEach(sentences::add);
    return sentences;
  }

  /// A missing robots.txt is common and does no harm.
  private static boolean isOfNoTrouble(SiteSummary site, String remark) {
    return site.robots() == RobotsStanding.ABSENT && remark.equals(site.sentence());
  }

  private static Kind kind(SiteSummary site, List<TerritorySummary> territories) {
    if (site.robots() == RobotsStanding.UNREACHABLE || site.robots() == RobotsStanding.UNREAD) {
      return Kind.UNREACHED;
    }
    if (territories.stream().anyMatch(t -> t.state() == TerritoryStatus.FAILED)) {
      return Kind.FAILED;
    }
    if (territories.stream().anyMatch(Troubles::isLess)) {
      return Kind.PARTIAL;
    }
    if (territories.stream().allMatch(t -> t.findings() == 0)) {
      return site.movedTo().isEmpty() ? Kind.EMPTY : Kind.MOVED;
    }
    if (territories.stream().anyMatch(Troubles::isWithoutItsHost)) {
      return Kind.FELL_BACK;
    }
    return site.hasRobotsErrors() ? Kind.ERRONEOUS : Kind.REMARKED;
  }

  /// Whether robots.txt routes the territory to a host, but it was visited from here for a known
  /// reason.
  private static boolean isWithoutItsHost(TerritorySummary territory) {
    return territory.crawled() == CrawlWay.CLASSIC
        && territory.route() instanceof Route.Host
        && !territory.reason().isEmpty();
  }

  /// Whether a part of the territory is missing. A territory without any read page does not count.
  private static boolean isLess(TerritorySummary territory) {
    return switch (territory.state()) {
      case COMPLETE, UNTOUCHED, NOTHING_READ -> false;
      case WAITING, SENDING, PAUSING, VISITING, HOLDING, FETCHING_HOME, STAYING, IN_PART, FAILED ->
          true;
    };
  }

  private static String counts(int all, List<Site> noted) {
    Map<Kind, Long> ofKind =
        noted.stream().collect(Collectors.groupingBy(Site::kind, Collectors.counting()));
    var parts = new ArrayList<String>();
    parts.add("%,d complete".formatted(all - noted.size()));
    for (var kind : Kind.values()) {
      if (ofKind.containsKey(kind)) {
        parts.add("%,d %s".formatted(ofKind.get(kind), kind.words));
      }
    }
    return Messages.count(all, "site") + ": " + String.join(", ", parts) + ".";
  }

  /// Prints every sentence, in the order of the sites.
  void printAll(PrintWriter out) {
    sites.forEach(site -> site.sentences().forEach(out::println));
  }

  /// Prints the number of sites of each kind, the first sentence of a few sites, and the way to see
  /// the rest.
  ///
  /// @param rest how to see the rest
  void printFew(String rest, PrintWriter out) {
    out.println(counts);
    for (var kind : Kind.values()) {
      var own = sites.stream().filter(site -> site.kind() == kind).toList();
      own.stream().limit(MAX_NAMED).forEach(site -> out.println("  " + first(site)));
      if (own.size() > MAX_NAMED) {
        out.println("  and %,d more %s: %s.".formatted(own.size() - MAX_NAMED, kind.words, rest));
      }
    }
  }

  private static String first(Site site) {
    var sentences = site.sentences();
    if (sentences.isEmpty()) {
      return site.origin() + " is " + site.kind().words + ".";
    }
    return sentences.size() == 1
        ? sentences.getFirst()
        : "%s  (and %s of this site)"
            .formatted(
                sentences.getFirst(), Messages.count(sentences.size() - 1, "further sentence"));
  }
}
