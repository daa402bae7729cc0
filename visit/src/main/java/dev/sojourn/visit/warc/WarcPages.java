package dev.sojourn.visit.warc;

import java.util.NavigableMap;

/// The pages of a site's WARC files at one moment. Two of them are equal if no file was taken over
/// in between.
public final class WarcPages {
  private final WarcIndex index;

  WarcPages(WarcIndex index) {
    this.index = index;
  }

  /// {@return a stamp of each page that is there, by its path and query} A page has another stamp
  /// if its status or its payload digest is another one; without a digest, for each capture.
  public NavigableMap<String, Long> stamps() {
    return index.stamps();
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
