package dev.sojourn.crawl.local.recrawl;

import dev.sojourn.atp.parcel.LineKind;
import dev.sojourn.atp.parcel.LineReader;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.local.store.StoredLines;
import dev.sojourn.crawl.visits.PageFate;
import java.io.IOException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;

/// The findings of a visit that may have requested pages more than once, for example a visit that
/// stays. A finding belongs to the page that was requested last before it. A page's findings count
/// if they were reported after its last reading, and never if the page is gone. Confined to one
/// thread.
public final class CurrentFindings {
  private static final EnumSet<LineKind> WANTED = EnumSet.of(LineKind.PAGE, LineKind.FINDING);

  private CurrentFindings() {}

  /// Receives findings.
  @FunctionalInterface
  public interface FindingReader {
    /// Receives a finding that counts.
    ///
    /// @param url of the page that was requested last; empty before the first request
    /// @param json the finding
    /// @throws IOException to end the reading
    void finding(String url, String json) throws IOException;
  }

  /// Reads the findings of a visit that count.
  ///
  /// @param lines of the store
  /// @param agentId of the visit
  /// @param reader receives each finding, in order of arrival
  /// @throws IOException if the store cannot be read, or the reader throws it
  public static void read(StoredLines lines, String agentId, FindingReader reader)
      throws IOException {
    var last = new LastReadings();
    lines.ofVisit(agentId, EnumSet.of(LineKind.PAGE), last);
    lines.ofVisit(agentId, WANTED, new Counting(last.numbers, reader));
  }

  /// The number of the last request that read each page; pages that are gone have no entry.
  private static final class LastReadings implements LineReader<IOException> {
    private final Map<Long, Long> numbers = new HashMap<>();
    private long number;

    @Override
    public void line(ParcelLine line) {
      if (line instanceof ParcelLine.Page(var page)) {
        number++;
        long url = UrlPrints.of(page.url());
        switch (PageFate.of(page.outcome())) {
          case READ -> numbers.put(url, number);
          case GONE -> numbers.remove(url);
          case UNCHANGED, FAILED, UNASKED -> {}
        }
      }
    }
  }

  /// Passes the findings that were reported after the last reading of their page.
  private static final class Counting implements LineReader<IOException> {
    private final Map<Long, Long> numbers;
    private final FindingReader reader;
    private long number;
    private String url = "";
    private boolean isCurrent = true;

    Counting(Map<Long, Long> numbers, FindingReader reader) {
      this.numbers = numbers;
      this.reader = reader;
    }

    @Override
    public void line(ParcelLine line) throws IOException {
      switch (line) {
        case ParcelLine.Page(var page) -> page(page);
        case ParcelLine.Finding finding -> {
          if (isCurrent) {
            reader.finding(url, finding.json());
          }
        }
        case ParcelLine.Referral _,
            ParcelLine.Dropped _,
            ParcelLine.Counted _,
            ParcelLine.Log _ -> {}
      }
    }

    private void page(PageRecord page) {
      number++;
      url = page.url();
      // A report about a page that the agent could not read is always current, since it does not
      // describe a reading.
      isCurrent =
          PageFate.of(page.outcome()) != PageFate.READ
              || numbers.getOrDefault(UrlPrints.of(url), 0L) == number;
    }
  }
}
