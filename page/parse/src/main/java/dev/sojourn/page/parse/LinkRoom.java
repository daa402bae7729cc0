package dev.sojourn.page.parse;

import dev.sojourn.page.view.ViewLimits;
import java.util.Optional;

/// Counts the links of one page, or the places of its links, against [ViewLimits].
final class LinkRoom {
  /// To resolve a character of a reference takes as long as a scan of this number of characters.
  private static final long RESOLVED_WORK = 64;

  private final WorkMeter meter;
  private long resolvedChars;
  private long keptChars;
  private boolean isOver;

  /// @param meter counts the work
  LinkRoom(WorkMeter meter) {
    this.meter = meter;
  }

  /// {@return the URL of a reference; empty if it is not a URL of a page, or there is no room}
  ///
  /// @param resolver resolves the reference; the length of its base counts each time
  /// @param reference the reference in the page
  Optional<String> resolve(ReferenceResolver resolver, String reference) {
    meter.node();
    if (isOver) {
      return Optional.empty();
    }
    meter.characters(resolver.baseChars() + RESOLVED_WORK * reference.length());
    resolvedChars += resolver.baseChars() + reference.length();
    isOver = resolvedChars > ViewLimits.RESOLVED_CHARS;
    return isOver ? Optional.empty() : resolver.resolve(reference).map(Object::toString);
  }

  /// {@return whether there is room for more characters to keep}
  ///
  /// @param chars the number of characters
  boolean keep(int chars) {
    keptChars += chars;
    isOver |= keptChars > ViewLimits.LINK_CHARS;
    return !isOver;
  }

  /// {@return whether there is room for one more link}
  ///
  /// @param links the number of links so far
  boolean hasPlace(int links) {
    isOver |= links >= ViewLimits.LINKS;
    return !isOver;
  }

  /// {@return whether there was no room for a part}
  boolean isOver() {
    return isOver;
  }
}
