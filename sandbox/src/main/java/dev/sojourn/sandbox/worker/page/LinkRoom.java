package dev.sojourn.sandbox.worker.page;

import java.util.Optional;

/// The room that is left for the links of one page, or for the places of its links.
final class LinkRoom {
  private long resolvedChars;
  private long keptChars;
  private boolean isOver;

  /// {@return the URL of a reference; empty if it is no URL of a page, or there is no room}
  ///
  /// @param resolver costs the length of its base each time
  /// @param reference as it stands in the page
  Optional<String> resolve(ReferenceResolver resolver, String reference) {
    if (isOver) {
      return Optional.empty();
    }
    resolvedChars += resolver.baseChars() + reference.length();
    isOver = resolvedChars > ViewLimits.RESOLVED_CHARS;
    return isOver ? Optional.empty() : resolver.resolve(reference).map(Object::toString);
  }

  /// {@return whether there was room for characters that are kept}
  ///
  /// @param chars how many
  boolean keep(int chars) {
    keptChars += chars;
    isOver |= keptChars > ViewLimits.LINK_CHARS;
    return !isOver;
  }

  /// {@return whether there is a place for one link more}
  ///
  /// @param links that there are
  boolean hasPlace(int links) {
    isOver |= links >= ViewLimits.LINKS;
    return !isOver;
  }

  /// {@return whether a part did not find room}
  boolean isOver() {
    return isOver;
  }
}
