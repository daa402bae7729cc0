package dev.sojourn.sandbox.worker.page;

import dev.sojourn.agent.PageUrl;
import java.util.Optional;

/// The room that is left for the links of one page, or for the places of its links.
final class LinkRoom {
  private long resolvedChars;
  private long keptChars;
  private boolean isOver;

  /// {@return the URL of a reference; empty if it is no URL of a page, or there is no room}
  ///
  /// @param base against which it is resolved; it costs its length each time
  /// @param reference as it stands in the page
  Optional<String> resolve(PageUrl base, String reference) {
    if (isOver) {
      return Optional.empty();
    }
    resolvedChars += base.toString().length() + reference.length();
    isOver = resolvedChars > ViewBounds.RESOLVED_CHARS;
    return isOver ? Optional.empty() : base.resolve(reference).map(PageUrl::toString);
  }

  /// {@return whether there was room for characters that are kept}
  ///
  /// @param chars how many
  boolean keep(int chars) {
    keptChars += chars;
    isOver |= keptChars > ViewBounds.LINK_CHARS;
    return !isOver;
  }

  /// {@return whether there is a place for one link more}
  ///
  /// @param links that there are
  boolean hasPlace(int links) {
    isOver |= links >= ViewBounds.LINKS;
    return !isOver;
  }

  /// {@return whether there was no room for something}
  boolean isOver() {
    return isOver;
  }
}
