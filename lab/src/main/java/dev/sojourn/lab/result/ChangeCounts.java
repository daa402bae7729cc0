package dev.sojourn.lab.result;

/// The changes of the pages of a site since the crawl before, whether a crawl saw them or not.
///
/// @param changed pages with other content, a start page that lists other pages included
/// @param added pages that came
/// @param gone pages that went
public record ChangeCounts(int changed, int added, int gone) {
  /// The changes of a site that stayed the same.
  public static final ChangeCounts NONE = new ChangeCounts();

  /// The figures in a file of an earlier version.
  public ChangeCounts() {
    this(0, 0, 0);
  }

  /// {@return the changes of two sites}
  ///
  /// @param other the other one
  public ChangeCounts plus(ChangeCounts other) {
    return new ChangeCounts(changed + other.changed, added + other.added, gone + other.gone);
  }

  /// {@return how many pages differ}
  public int sum() {
    return changed + added + gone;
  }
}
