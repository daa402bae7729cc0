package dev.sojourn.visit.warc;

import java.util.NavigableMap;
import java.util.function.Predicate;

/// The pages of a site's WARC files at one moment. Two of them are equal if no file was taken over
/// in between.
public final class WarcPages {
  private final WarcIndex index;
  private final Predicate<String> isGiven;

  /// @param isGiven whether a page is given to agents, by its path and query
  WarcPages(WarcIndex index, Predicate<String> isGiven) {
    this.index = index;
    this.isGiven = isGiven;
  }

  /// {@return a stamp of each page that is there and given to agents, by its path and query} A page
  /// has another stamp if its status or its payload digest is another one; without a digest, for
  /// each capture.
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
