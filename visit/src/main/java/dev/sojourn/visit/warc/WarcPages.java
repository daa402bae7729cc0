package dev.sojourn.visit.warc;

import java.util.NavigableMap;
import java.util.function.Predicate;

/// The pages of a site's WARC files at one moment. Two instances are equal if the index did not
/// change in between.
public final class WarcPages {
  private final WarcIndex index;
  private final Predicate<String> isGiven;

  /// @param isGiven whether agents may get a page, by its path and query
  WarcPages(WarcIndex index, Predicate<String> isGiven) {
    this.index = index;
    this.isGiven = isGiven;
  }

  /// {@return a stamp of each existing page that agents may get, by its path and query} The stamp
  /// changes with the status and the payload digest; without a digest it changes with each capture.
  public NavigableMap<String, Long> stamps() {
    var stamps = index.stamps();
    stamps.keySet().removeIf(isGiven.negate());
    return stamps;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WarcPages pages && pages.index == index;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(index);
  }
}
