package dev.sojourn.crawl.local.log;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.report.PageCounts;
import dev.sojourn.crawl.local.report.PartlyReadPages;
import dev.sojourn.crawl.local.store.StoredLines;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// The crawl log: one line for each URL that a visit requested, with its outcome.
///
/// Each visit has one line for a URL, from its last request. If a later visit requested the URL
/// again, only the later line counts. A crash duplicates no line, since each parcel is stored once.
public final class CrawlLog {
  private final StoredLines stored;
  private final InstantSource clock;

  /// The counts of pages by outcome.
  ///
  /// @param all of the whole crawl
  /// @param territories of each territory, by the site's origin and the territory's number
  /// @param partlyRead the pages that were read in part, by the site's origin
  public record Counts(
      PageCounts all,
      Map<String, Map<Integer, PageCounts>> territories,
      Map<String, PartlyReadPages> partlyRead) {
    /// No pages.
    public static final Counts NONE = new Counts(PageCounts.NONE, Map.of(), Map.of());

    /// {@return the pages of a site that were read in part}
    ///
    /// @param origin of the site
    public PartlyReadPages partlyRead(String origin) {
      return partlyRead.getOrDefault(origin, PartlyReadPages.NONE);
    }

    /// {@return the counts of a territory}
    ///
    /// @param origin of its site
    /// @param number of the territory
    public PageCounts of(String origin, int number) {
      return territories.getOrDefault(origin, Map.of()).getOrDefault(number, PageCounts.NONE);
    }

    /// {@return how many referrals of the visits to a site were dropped}
    ///
    /// @param origin of the site
    public long droppedReferrals(String origin) {
      return territories.getOrDefault(origin, Map.of()).values().stream()
          .mapToLong(PageCounts::droppedReferrals)
          .sum();
    }

    /// {@return how many pages of a site were read by visits without a record of pages}
    ///
    /// @param origin of the site
    public long notTold(String origin) {
      return territories.getOrDefault(origin, Map.of()).values().stream()
          .mapToLong(PageCounts::notTold)
          .sum();
    }

    /// {@return the totals of the frontier counts of the visits to a site}
    ///
    /// @param origin of the site
    public FrontierCounts frontier(String origin) {
      return territories.getOrDefault(origin, Map.of()).values().stream()
          .map(PageCounts::frontier)
          .reduce(FrontierCounts.NONE, FrontierCounts::and);
    }
  }

  /// Creates a log of the lines in a store.
  ///
  /// @param stored the lines of the crawl
  /// @param clock returns the present time
  public CrawlLog(StoredLines stored, InstantSource clock) {
    this.stored = stored;
    this.clock = clock;
  }

  /// Writes the file completely or not at all.
  ///
  /// @param file to write
  /// @param sites of the crawl
  /// @param until the deadline; a file that is not finished then is not written
  /// @return the counts; [Counts#NONE] if the deadline passed
  /// @throws IOException if the store cannot be read or the file cannot be written
  public Counts write(Path file, List<LoggedSite> sites, Instant until) throws IOException {
    var all = new OutcomeCounter();
    var counts = new HashMap<String, Map<Integer, PageCounts>>();
    var partlyRead = new HashMap<String, PartlyReadPages>();
    try {
      AtomicFile.replace(
          file,
          stream -> {
            var out = new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
            var lines = new VisitLines(stored, clock, until);
            for (var site : sites) {
              var ofSite = new OutcomeCounter();
              for (var territory : site.territories()) {
                var counter = write(territory, site, lines, out, _ -> true);
                all.add(counter);
                ofSite.add(counter);
                counts
                    .computeIfAbsent(site.origin(), _ -> new HashMap<>())
                    .put(territory.territory().number(), counter.counted());
              }
              partlyRead.put(site.origin(), ofSite.partlyRead());
            }
            out.flush();
          });
    } catch (NoTimeLeftException _) {
      return Counts.NONE;
    }
    return new Counts(all.counted(), counts, partlyRead);
  }

  /// {@return the lines of the log for some URLs, in the order of the visits}
  ///
  /// @param stored the lines of the crawl
  /// @param site of the URLs
  /// @param urls normalised
  /// @throws IOException if the store cannot be read
  public static List<String> linesOf(StoredLines stored, LoggedSite site, Set<String> urls)
      throws IOException {
    var lines = new VisitLines(stored, InstantSource.system(), Instant.MAX);
    var text = new StringWriter();
    for (var territory : site.territories()) {
      var _ = write(territory, site, lines, text, urls::contains);
    }
    return text.toString().lines().toList();
  }

  private static OutcomeCounter write(
      TerritoryState territory,
      LoggedSite site,
      VisitLines lines,
      Writer out,
      Predicate<String> isWritten)
      throws IOException {
    var pages = TerritoryPages.of(territory, site, lines);
    var counter = new OutcomeCounter();
    for (var visit : territory.visits()) {
      var writer = new VisitWriter(visit, site, pages, counter, out, isWritten);
      lines.read(
          visit.agentId(),
          EnumSet.of(LineKind.PAGE, LineKind.REFERRAL, LineKind.DROPPED, LineKind.COUNTED),
          RefusedReferrals.of(territory, visit, site, writer));
      if (pages.counts(visit) && !writer.isReported) {
        counter.addUnreported(visit.tally().pages());
      }
    }
    return counter;
  }

  /// Writes the lines of one visit.
  private static final class VisitWriter implements LineReader<IOException> {
    private final SiteVisit visit;
    private final LoggedSite site;
    private final TerritoryPages pages;
    private final OutcomeCounter counter;
    private final Writer out;
    private final Predicate<String> isWritten;
    private boolean isReported;

    VisitWriter(
        SiteVisit visit,
        LoggedSite site,
        TerritoryPages pages,
        OutcomeCounter counter,
        Writer out,
        Predicate<String> isWritten) {
      this.visit = visit;
      this.site = site;
      this.pages = pages;
      this.counter = counter;
      this.out = out;
      this.isWritten = isWritten;
    }

    @Override
    public void line(ParcelLine line) throws IOException {
      if (line instanceof ParcelLine.Dropped(long count) && pages.counts(visit)) {
        counter.addDropped(count);
      }
      if (line instanceof ParcelLine.Counted(var counts) && pages.counts(visit)) {
        counter.addLater(counts);
      }
      if (!(line instanceof ParcelLine.Page(var page)) || !pages.isOfTerritory(page)) {
        return;
      }
      isReported = true;
      if (visit.place() instanceof Place.Home) {
        site.readHere().accept(page);
      }
      boolean isCounted = pages.counts(visit) && pages.isLastOfAll(page);
      if (!pages.isLastOfVisit(visit, page)) {
        return;
      }
      boolean isIndexed = isCounted && pages.isIndexed(page);
      var remarked = isIndexed ? pages.remarked(page) : page;
      if (isCounted) {
        counter.add(remarked, isIndexed && pages.isCountedFirst(page));
      }
      if (isWritten.test(page.url())) {
        logged(remarked, isCounted, isIndexed).write(out);
      }
    }

    private LogLine logged(PageRecord page, boolean isCounted, boolean isIndexed) {
      if (isIndexed) {
        return new LogLine(visit, page, Optional.empty(), Optional.empty());
      }
      var why = isCounted ? pages.whyNot(page) : NotIndexed.SUPERSEDED;
      var sameAs =
          why == NotIndexed.SAME_BODY
              ? page.body().flatMap(pages::sameBody)
              : Optional.<String>empty();
      return new LogLine(visit, page, Optional.of(why), sameAs);
    }
  }
}
