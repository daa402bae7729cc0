package dev.sojourn.sandbox.pipe;

import dev.sojourn.page.view.ViewReader;

/// An order to a reader: to make one view of one page.
///
/// @param wanted the view
/// @param cpuMillis the most processor time; a reader gives a page up that takes more
/// @param source the page
public record ReadOrder(Wanted wanted, int cpuMillis, ViewReader.Source source) {
  /// The results of reading a page.
  public enum Wanted {
    /// A [dev.sojourn.page.view.PageView].
    PAGE,
    /// A [dev.sojourn.page.view.TreeView].
    TREE,
    /// The body as text, in UTF-8.
    TEXT
  }
}
