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

/// The progress of a crawl under way, and the lines that show it: totals, and the territories that
/// are moving. Used under the lock of its owner.
final class CrawlProgress {
  /// With the totals and a line for the rest these are ten lines, which fit on any terminal.
  private static final int MAX_TERRITORIES = 8;

  private static final Duration STILL = Duration.ofSeconds(10);

  private final Map<String, Entry> territories = new LinkedHashMap<>();
  private final Set<String> unreached = new HashSet<>();
  private final Set<String> sitemaps = new LinkedHashSet<>();
  private final PageRate rate;
  private final FollowText follow = new FollowText();
  private int sites;

  private record Entry(TerritoryProgress now, Instant changed) {}

  /// @param begun when the crawl began
  CrawlProgress(Instant begun) {
    rate = new PageRate(begun);
  }

  /// Takes notice of how many sites there are: those that are not planned yet are not done.
  void begun(int all) {
    sites = all;
    unreached.clear();
  }

  /// Takes notice of a site that is done, since nothing of it may be visited.
  void unreached(String origin) {
    unreached.add(origin);
  }

  /// Takes notice of a site whose sitemaps are being read, and which is not done meanwhile.
  void sitemaps(String origin, boolean isReading) {
    if (isReading) {
      sitemaps.add(origin);
    } else {
      sitemaps.remove(origin);
    }
  }

  /// {@return the site whose sitemaps are being read, or how many sites; empty if there is none}
  Optional<String> sitemaps() {
    return sitemaps.stream()
        .findFirst()
        .map(first -> sitemaps.size() == 1 ? first : Messages.count(sitemaps.size(), "site"))
        .map(sites -> "reading the sitemaps of " + sites);
  }

  /// Takes notice of how a territory stands. Pages that it had read in an earlier run of the crawl
  /// do not count as the speed of this one.
  void changed(TerritoryProgress now, Instant at) {
    unreached.remove(now.site());
    var before = territories.put(now.site() + " " + now.number(), new Entry(now, at));
    if (before != null) {
      rate.add(before.changed(), at, now.pages() - before.now().pages());
    }
  }

  /// Takes notice of an event of a crawl that follows its sites.
  void followed(FollowEvent event, Instant at) {
    follow.followed(event, at);
  }

  /// {@return the lines that show it now: the totals, up to eight territories, and a line that
  /// counts the others at work; none before there is a territory}
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
        // The sort keeps the order of those that move alike, so that lines do not jump about.
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

  /// The most important first, since a narrow terminal shows the beginning only.
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

  /// Here too the counts come first, and the long words last.
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
