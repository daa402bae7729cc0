package dev.sojourn.crawl.local;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.local.lines.CachedParcel;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.log.FindingPage;
import dev.sojourn.crawl.visits.ParcelLineSink;
import java.io.IOException;

/// Puts the lines of a parcel into the cache of a run. Index, findings and crawl log read them from
/// there. Confined to one thread.
final class GatheredLines implements ParcelLineSink {
  private final ParcelCache cache;
  private final CachedParcel parcel;

  GatheredLines(ParcelCache cache, Parcel parcel) {
    this.cache = cache;
    this.parcel = cache.of(parcel);
  }

  @Override
  public void finding(ParcelLine.Finding finding) {
    if (!parcel.isGathered()) {
      return;
    }
    try {
      parcel.finding(finding);
      parcel.logged(FindingPage.shortened(finding.json()));
    } catch (IOException _) {
      // Reading the finding from the store later reports the fault.
      parcel.leaveOut();
    }
  }

  @Override
  public void logged(ParcelLine line) {
    parcel.logged(line);
  }

  @Override
  public void offered() {
    cache.offer(parcel);
  }

  @Override
  public void settled(boolean isNew) {
    cache.settle(parcel, isNew);
  }

  @Override
  public void close() {
    parcel.close();
  }
}
