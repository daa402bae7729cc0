package dev.sojourn.crawl.local;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.crawl.core.SiteVisit;
import dev.sojourn.crawl.core.TerritoryState;
import dev.sojourn.crawl.local.lines.SpoolUnreadableException;
import dev.sojourn.crawl.local.log.FindingPage;
import dev.sojourn.crawl.local.log.NoTimeLeftException;
import dev.sojourn.crawl.local.recrawl.CurrentFindings;
import dev.sojourn.crawl.local.recrawl.SiteHistory;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.visits.SiteView;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/// Writes the findings that count to one file, one JSON object on each line.
///
/// If a visit was lost and the next visit did not complete, both count. If they have findings with
/// the same `url`, only the later finding is written.
public final class FindingsFile {
  private final StoredLines lines;

  /// Whether visits may have requested a page more than once.
  private final boolean isFollowed;

  /// The agent that contains all others, if agents were combined.
  private final Optional<String> combined;

  /// Returns whether the deadline passed.
  private BooleanSupplier isLate = () -> false;

  /// Creates the file of one crawl.
  ///
  /// @param lines of the store
  /// @param isFollowed whether visits may have requested a page more than once
  /// @param combined the agent that contains all others, if agents were combined
  public FindingsFile(StoredLines lines, boolean isFollowed, Optional<String> combined) {
    this.lines = lines;
    this.isFollowed = isFollowed;
    this.combined = combined;
  }

  /// Writes the whole file before a deadline, or leaves the existing file unchanged. Each site
  /// begins with the findings of earlier rounds that still count. The findings of the combination
  /// come last.
  ///
  /// @param until the deadline
  /// @param clock returns the present time
  /// @param file to write
  /// @param sites of the crawl
  /// @param histories of the sites, in their order
  /// @return the number of written findings by site and territory number; empty if the deadline
  ///   passed
  /// @throws IOException if the store cannot be read or the file cannot be written
  public Optional<Map<String, Map<Integer, Long>>> writeBefore(
      Instant until,
      InstantSource clock,
      Path file,
      List<? extends SiteView> sites,
      List<SiteHistory> histories)
      throws IOException {
    isLate = () -> clock.instant().isAfter(until);
    try {
      try {
        return Optional.of(replace(file, sites, histories));
      } catch (SpoolUnreadableException _) {
        return Optional.of(replace(file, sites, histories));
      }
    } catch (NoTimeLeftException _) {
      return Optional.empty();
    }
  }

  /// Writes until the deadline.
  private final class TimedOutput extends FilterOutputStream {
    TimedOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(byte[] octets, int from, int length) throws IOException {
      if (isLate.getAsBoolean()) {
        throw new NoTimeLeftException();
      }
      out.write(octets, from, length);
    }
  }

  private Map<String, Map<Integer, Long>> replace(
      Path file, List<? extends SiteView> sites, List<SiteHistory> histories) throws IOException {
    var counts = new HashMap<String, Map<Integer, Long>>();
    AtomicFile.replace(
        file,
        stream -> {
          var out = new TimedOutput(stream);
          for (int i = 0; i < sites.size(); i++) {
            var site = sites.get(i);
            var ofSite = new HashMap<Integer, Long>();
            counts.put(site.origin(), ofSite);
            histories
                .get(i)
                .findings(
                    (_, finding, territory) -> {
                      StoredLines.write(Bytes.utf8(finding), out);
                      ofSite.merge(territory, 1L, Long::sum);
                    });
            for (var territory : site.state().territories()) {
              ofSite.merge(territory.territory().number(), write(territory, out), Long::sum);
            }
          }
          if (combined.isPresent()) {
            writeCombined(combined.get(), out);
          }
        });
    return counts;
  }

  private void writeCombined(String agentId, OutputStream out) throws IOException {
    lines.ofVisit(
        agentId,
        EnumSet.of(LineKind.FINDING),
        line -> {
          if (line instanceof ParcelLine.Finding(var octets)) {
            StoredLines.write(octets, out);
          }
        });
  }

  private long write(TerritoryState territory, OutputStream out) throws IOException {
    var visits = territory.counted();
    boolean mayRepeat = visits.stream().anyMatch(v -> v.ending().isVoid());
    var urls = new HashSet<String>();
    long count = 0;
    for (var visit : mayRepeat ? visits.reversed() : visits) {
      count += write(visit, out, mayRepeat, urls);
    }
    return count;
  }

  private long write(SiteVisit visit, OutputStream out, boolean mayRepeat, Set<String> urls)
      throws IOException {
    if (!isFollowed && !mayRepeat) {
      return lines.writeFindings(visit.agentId(), out);
    }
    var count = new AtomicLong();
    if (isFollowed) {
      CurrentFindings.read(
          lines,
          visit.agentId(),
          (_, finding) -> {
            if (!mayRepeat || isNew(finding, urls)) {
              StoredLines.write(Bytes.utf8(finding), out);
              count.incrementAndGet();
            }
          });
      return count.get();
    }
    lines.ofVisit(
        visit.agentId(),
        EnumSet.of(LineKind.FINDING),
        line -> {
          if (line instanceof ParcelLine.Finding finding && isNew(finding.json(), urls)) {
            StoredLines.write(finding.octets(), out);
            count.incrementAndGet();
          }
        });
    return count.get();
  }

  /// A finding without a URL is always new.
  private static boolean isNew(String finding, Set<String> urls) throws IOException {
    return FindingPage.url(finding).map(urls::add).orElse(true);
  }
}
