package dev.sojourn.agent;

import java.util.List;

/// The changes of pages since the last visit of an agent, as far as the place of the visit can
/// detect them.
public sealed interface PageChanges {

  /// The pages that are new, changed or gone. An unchanged page may be among them, since the place
  /// does not compare content. It compares size, time and identity of files, or the data of
  /// captures and sitemaps.
  ///
  /// @param pages in the order of their URLs, each once; only pages that the visit may see
  /// @param isWhole whether the list is complete. Otherwise there were too many changes, or further
  ///   pages may have changed; the agent must then compare the pages itself
  record Reported(List<PageChange> pages, boolean isWhole) implements PageChanges {
    /// Copies the list.
    public Reported {
      pages = List.copyOf(pages);
    }
  }

  /// The place cannot detect changes, so that the agent must compare the pages itself.
  ///
  /// @param reason one sentence
  record Unreported(String reason) implements PageChanges {}

  /// A page that changed.
  ///
  /// @param url absolute and normalised
  /// @param kind how it changed
  record PageChange(String url, Kind kind) {}

  /// The kind of a change.
  enum Kind {
    /// The page is new.
    NEW,
    /// The page existed before, and changed.
    CHANGED,
    /// The page existed before, and is gone.
    GONE
  }
}
