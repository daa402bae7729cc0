package dev.sojourn.lab.result;

/// What became of the pages of a site since the crawl before, whether a crawl saw it or not.
///
/// @param changed pages with other content, a start page that lists other pages included
/// @param added pages that came
/// @param gone pages that are there no more
public record SiteChanges(int changed, int added, int gone) {
  /// Of a site that is as it was.
  public static final SiteChanges NONE = new SiteChanges();

  /// What an earlier version wrote.
  public SiteChanges() {
    this(0, 0, 0);
  }

  /// {@return the changes of two sites}
  ///
  /// @param other the other one
  public SiteChanges plus(SiteChanges other) {
    return new SiteChanges(changed + other.changed, added + other.added, gone + other.gone);
  }

  /// {@return how many pages are others}
  public int sum() {
    return changed + added + gone;
  }
}
