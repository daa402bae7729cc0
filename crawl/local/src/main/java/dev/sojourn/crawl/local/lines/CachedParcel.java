package dev.sojourn.crawl.local.lines;

import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import java.util.ArrayList;
import java.util.List;

/// The lines of one parcel that are needed after it is stored, collected during its first reading.
/// If the budget is exceeded, all of them are dropped, and later readers use the store.
///
/// One thread collects the lines. Afterwards the index may read the findings, which no longer
/// change.
public final class CachedParcel implements AutoCloseable {
  /// The memory of a short text besides its characters. A character takes up to two bytes.
  private static final int TEXT_BYTES = 64;

  /// The memory of a page record besides its longer texts.
  private static final int RECORD_BYTES = 600;

  private final Parcel parcel;
  private final LineBudget budget;
  private final List<ParcelLine.Finding> findings = new ArrayList<>();
  private final List<ParcelLine> logged = new ArrayList<>();
  private boolean isGathered;
  private long findingBytes;
  private long loggedBytes;

  /// @param parcel that is about to be read
  /// @param budget for the collected lines
  /// @param isGathered whether the lines are needed
  CachedParcel(Parcel parcel, LineBudget budget, boolean isGathered) {
    this.parcel = parcel;
    this.budget = budget;
    this.isGathered = isGathered;
  }

  /// {@return whether lines are collected; if not, callers need not create them}
  public boolean isGathered() {
    return isGathered;
  }

  /// Adds the next finding.
  ///
  /// @param finding as it is, or will be, in the parcel
  public void finding(ParcelLine.Finding finding) {
    if (!isGathered) {
      return;
    }
    long bytes = bytes(finding);
    if (take(bytes)) {
      findings.add(finding);
      findingBytes += bytes;
    }
  }

  /// Adds the next line for the crawl log.
  ///
  /// @param line the line, or the part that the log needs
  public void logged(ParcelLine line) {
    if (!isGathered) {
      return;
    }
    long bytes = bytes(line);
    if (take(bytes)) {
      logged.add(line);
      loggedBytes += bytes;
    }
  }

  private boolean take(long bytes) {
    boolean isThere = budget.take(bytes);
    if (!isThere) {
      leaveOut();
    }
    return isThere;
  }

  /// An upper limit for the memory of a line.
  private static long bytes(ParcelLine line) {
    return switch (line) {
      case ParcelLine.Finding(var octets) -> TEXT_BYTES + octets.size();
      case ParcelLine.Referral(var url) -> bytes(url);
      case ParcelLine.Log(var text) -> bytes(text);
      case ParcelLine.Dropped _ -> TEXT_BYTES;
      case ParcelLine.Counted _ -> 2 * TEXT_BYTES;
      case ParcelLine.Page(var page) -> bytes(page);
    };
  }

  private static long bytes(PageRecord page) {
    long bytes = RECORD_BYTES + bytes(page.url()) + bytes(page.reason());
    bytes += page.end().map(CachedParcel::bytes).orElse(0L);
    bytes += page.foundOn().map(CachedParcel::bytes).orElse(0L);
    bytes += page.body().flatMap(PageRecord.Body::etag).map(CachedParcel::bytes).orElse(0L);
    return bytes
        + page.body().flatMap(PageRecord.Body::lastModified).map(CachedParcel::bytes).orElse(0L);
  }

  private static long bytes(String text) {
    return TEXT_BYTES + 2L * text.length();
  }

  /// Drops all lines of the parcel, including those already collected.
  public void leaveOut() {
    close();
    isGathered = false;
    findings.clear();
    logged.clear();
  }

  /// Returns the memory to the budget. The index may still hold the findings, which count towards
  /// another budget.
  @Override
  public void close() {
    budget.giveBack(findingBytes + loggedBytes);
    findingBytes = 0;
    loggedBytes = 0;
  }

  Parcel parcel() {
    return parcel;
  }

  /// {@return the findings}
  List<ParcelLine.Finding> findings() {
    return findings;
  }

  long findingBytes() {
    return findingBytes;
  }

  List<ParcelLine> logged() {
    return logged;
  }

  long loggedBytes() {
    return loggedBytes;
  }
}
