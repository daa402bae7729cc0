package dev.sojourn.crawl.local.lines;

import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The lines of one parcel that are needed after it is stored, gathered while it is read for the
/// first time. If the budget does not reach, all of them are left out, and a reader goes to the
/// store.
///
/// Gathered by one thread. Then the index may read the findings, which do not change any more.
public final class CachedParcel implements AutoCloseable {
  /// The memory of a short text beside its characters. A character takes up to two bytes.
  private static final int TEXT_BYTES = 64;

  /// Memory of the record of a page beside its longer texts.
  private static final int RECORD_BYTES = 600;

  private final Parcel parcel;
  private final LineBudget budget;
  private final List<byte[]> findings = new ArrayList<>();
  private final List<ParcelLine> logged = new ArrayList<>();
  private boolean isGathered;
  private long findingBytes;
  private long loggedBytes;

  /// @param parcel that is about to be read
  /// @param budget for what is being gathered
  /// @param isGathered whether the lines are needed
  CachedParcel(Parcel parcel, LineBudget budget, boolean isGathered) {
    this.parcel = parcel;
    this.budget = budget;
    this.isGathered = isGathered;
  }

  /// {@return whether lines are gathered; if not, they need not be made}
  public boolean isGathered() {
    return isGathered;
  }

  /// Takes the next finding.
  ///
  /// @param json as it stands in the parcel, or will stand
  public void finding(String json) {
    if (!isGathered) {
      return;
    }
    // An agent may put white space around an object, and a parcel read again has it without.
    var text = json.strip().getBytes(StandardCharsets.UTF_8);
    long bytes = (long) text.length + TEXT_BYTES;
    if (take(bytes)) {
      findings.add(text);
      findingBytes += bytes;
    }
  }

  /// Takes the next line that the crawl log needs.
  ///
  /// @param line the line, or what the log needs of it
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

  /// An upper bound of the memory that a line takes.
  private static long bytes(ParcelLine line) {
    return switch (line) {
      case ParcelLine.Finding(var json) -> bytes(json);
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

  /// Leaves all lines of the parcel out, those that were gathered too.
  public void leaveOut() {
    close();
    isGathered = false;
    findings.clear();
    logged.clear();
  }

  /// Gives the memory back to the budget. The index may have the findings still, which count to
  /// another one.
  @Override
  public void close() {
    budget.giveBack(findingBytes + loggedBytes);
    findingBytes = 0;
    loggedBytes = 0;
  }

  Parcel parcel() {
    return parcel;
  }

  /// {@return the findings, each as UTF-8}
  List<byte[]> findings() {
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
