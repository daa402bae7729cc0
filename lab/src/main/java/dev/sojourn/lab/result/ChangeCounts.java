package dev.sojourn.lab.result;

/// The changes of the pages of a site since the previous crawl, whether a crawl saw them or not.
///
/// @param changed pages with other content, including a start page that lists other pages
/// @param added new pages
/// @param gone deleted pages
public record ChangeCounts(int changed, int added, int gone) {
  /// The changes of a site that stayed the same.
  public static final ChangeCounts NONE = new ChangeCounts();

  /// Creates the figures for a file of an earlier version.
  public ChangeCounts() {
    this(0, 0, 0);
  }

  /// {@return the sums of this and another site}
  ///
  /// @param other the other site
  public ChangeCounts plus(ChangeCounts other) {
    return new ChangeCounts(changed + other.changed, added + other.added, gone + other.gone);
  }

  /// {@return how many pages differ}
  public int sum() {
    return changed + added + gone;
  }
}
