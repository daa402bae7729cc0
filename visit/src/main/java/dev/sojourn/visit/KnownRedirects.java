package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The redirects that a visit has met, so that each is asked for once, and the pages that were
/// given at the end of one. Bounded: a redirect that does not fit is asked for again.
final class KnownRedirects {
  private static final int MAX_CHARS = 1 << 20;

  private final Map<PageUrl, PageUrl> targets = new HashMap<>();
  private final Set<PageUrl> given = new HashSet<>();
  private int chars;

  /// {@return where a URL redirects to, if that is known}
  Optional<PageUrl> target(PageUrl url) {
    return Optional.ofNullable(targets.get(url));
  }

  /// Remembers that a URL redirects to another.
  void add(PageUrl from, PageUrl to) {
    if (hasRoom(from.toString().length() + to.toString().length())) {
      targets.put(from, to);
    }
  }

  /// {@return whether the visit was given this page at the end of a redirect}
  boolean isGiven(PageUrl url) {
    return given.contains(url);
  }

  /// Remembers that the visit was given this page at the end of a redirect.
  void give(PageUrl url) {
    if (hasRoom(url.toString().length())) {
      given.add(url);
    }
  }

  private boolean hasRoom(int more) {
    // An entry of a map takes memory beside its text.
    int cost = more + 100;
    if (cost > MAX_CHARS - chars) {
      return false;
    }
    chars += cost;
    return true;
  }
}
