package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.dispatcher.cli.display.DisplayLine.Tone;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The progress of a running crawl, and the lines that show it: totals and active territories. Not
/// thread-safe; the owner holds a lock.
final class CrawlProgress {
  /// The totals, these territories and a line for the rest make ten lines, which fit on any
  /// terminal.
  private static final int MAX_TERRITORIES = 8;

  private static final Duration STILL = Duration.ofSeconds(10);

  private final Map<String, Entry> territories = new LinkedHashMap<>();
  private final Set<String> unreached = new HashSet<>();
  private final Set<String> sitemaps = new LinkedHashSet<>();
  private final PageRate rate;
  private final FollowText follow = new FollowText();
  private int sites;

  private record Entry(TerritoryProgress now, Instant changed) {}

  /// @param begun the time at which the crawl began
  CrawlProgress(Instant begun) {
    rate = new PageRate(begun);
  }

  /// Sets the number of sites. A site without a plan counts as not done.
  void begun(int all) {
    sites = all;
    unreached.clear();
  }

  /// Records a site that counts as done, since no page of it may be visited.
  void unreached(String origin) {
    unreached.add(origin);
  }

  /// Records whether the sitemaps of a site are being read. Meanwhile the site is not done.
  void sitemaps(String origin, boolean isReading) {
    if (isReading) {
      sitemaps.add(origin);
    } else {
      sitemaps.remove(origin);
    }
  }

  /// {@return a text about the sites whose sitemaps are being read: the name of one site, or the
  /// number of several; empty for none}
  Optional<String> sitemaps() {
    return sitemaps.stream()
        .findFirst()
        .map(first -> sitemaps.size() == 1 ? first : Messages.count(sitemaps.size(), "site"))
        .map(sites -> "reading the sitemaps of " + sites);
  }

  /// Records the progress of a territory. Pages from an earlier run of the crawl do not count
  /// towards the speed of this run.
  void changed(TerritoryProgress now, Instant at) {
    unreached.remove(now.site());
    var before = territories.put(now.site() + " " + now.number(), new Entry(now, at));
    if (before != null) {
      rate.add(before.changed(), at, now.pages() - before.now().pages());
    }
  }

  /// Records an event of a crawl that follows its sites.
  void followed(FollowEvent event, Instant at) {
    follow.followed(event, at);
  }

  /// {@return the lines that show the present progress: totals, up to eight territories, and the
  /// number of the others; empty without a territory}
  List<DisplayLine> lines(Instant now) {
    if (territories.isEmpty()) {
      return List.of();
    }
    var lines = new ArrayList<DisplayLine>();
    lines.add(new DisplayLine(totals(now), Tone.STRONG));
    follow.totals(now).ifPresent(text -> lines.add(new DisplayLine(text, Tone.PLAIN)));
    sitemaps().ifPresent(text -> lines.add(new DisplayLine("  " + text, Tone.PLAIN)));
    // The totals may take three lines.
    int room = MAX_TERRITORIES + 1 - lines.size();
    var atWork = territories.values().stream().filter(e -> e.now().state().isAtWork()).toList();
    atWork.stream()
        // The sort is stable, so that lines keep their order.
        .sorted(Comparator.comparing(e -> isStill(e, now)))
        .limit(room)
        .forEach(e -> lines.add(line(e.now())));
    if (atWork.size() > room) {
      lines.add(
          new DisplayLine("  and %,d more at work".formatted(atWork.size() - room), Tone.FAINT));
    }
    return lines;
  }

  private static boolean isStill(Entry entry, Instant now) {
    return entry.changed().isBefore(now.minus(STILL));
  }

  /// The most important figures come first, since a narrow terminal shows only the beginning.
  String totals(Instant now) {
    var planned = new HashMap<String, Boolean>();
    long pages = 0;
    long findings = 0;
    long wireBytes = 0;
    for (var entry : territories.values()) {
      var territory = entry.now();
      planned.merge(territory.site(), territory.state().isOver(), Boolean::logicalAnd);
      pages += territory.pages();
      findings += territory.findings();
      wireBytes += territory.wireBytes();
    }
    sitemaps.forEach(origin -> planned.replace(origin, false));
    long over = planned.values().stream().filter(isOver -> isOver).count() + unreached.size();
    int all = Math.max(sites, planned.size() + unreached.size());
    return String.format(
        Locale.ROOT,
        "%s, %s  %,d of %s done  %s  %s",
        Messages.count(pages, "page"),
        speed(rate.perSecond(now)),
        over,
        Messages.count(all, "site"),
        Messages.count(findings, "finding"),
        SummaryText.bytes(wireBytes));
  }

  private static String speed(double pages) {
    return String.format(Locale.ROOT, pages < 9.95 ? "%.1f/s" : "%,.0f/s", pages);
  }

  /// Counts come first and long texts last, since a narrow terminal shows only the beginning.
  private static DisplayLine line(TerritoryProgress now) {
    var text =
        String.format(
            Locale.ROOT,
            "  %12s  %s%s  %s, %s%s",
            Messages.count(now.pages(), "page"),
            now.site(),
            now.path(),
            now.state().shown(),
            TerritoryText.where(now),
            TerritoryText.unread(now));
    return now.reason().isEmpty()
        ? new DisplayLine(text, Tone.PLAIN)
        : new DisplayLine(text + "  (" + now.reason() + ")", Tone.WARNING);
  }
}
