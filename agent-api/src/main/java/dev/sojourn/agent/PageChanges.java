package dev.sojourn.agent;

import java.util.List;

/// The changes of pages since the last visit of an agent, as far as the place of the visit can
/// tell.
public sealed interface PageChanges {

  /// The pages that are new, changed or gone. A page may be named even if it reads as before: the
  /// place does not compare the content, but size, time and identity of files, or the data of
  /// captures and sitemaps.
  ///
  /// @param pages in the order of their URLs, each once; only pages that the visit may see
  /// @param isWhole whether these are all, as far as the place can tell; otherwise there were too
  ///   many, or others may have changed as well, and the agent has to look for itself
  record Reported(List<PageChange> pages, boolean isWhole) implements PageChanges {
    /// Copies the list.
    public Reported {
      pages = List.copyOf(pages);
    }
  }

  /// The place cannot tell, so the agent has to compare for itself.
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
    /// The page was not there.
    NEW,
    /// The page was there, and is another one.
    CHANGED,
    /// The page was there, and is no more.
    GONE
  }
}
