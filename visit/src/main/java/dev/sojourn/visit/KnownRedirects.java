package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The redirects that a visit has met, so that each is requested once, and the pages given at the
/// ends of redirects. Memory is bounded: a redirect that does not fit is requested again.
final class KnownRedirects {
  private static final int MAX_CHARS = 1 << 20;

  private final Map<PageUrl, PageUrl> targets = new HashMap<>();
  private final Set<PageUrl> given = new HashSet<>();
  private int chars;

  /// {@return the target of a redirect, if known}
  Optional<PageUrl> target(PageUrl url) {
    return Optional.ofNullable(targets.get(url));
  }

  /// Records that a URL redirects to another.
  void add(PageUrl from, PageUrl to) {
    if (hasRoom(from.toString().length() + to.toString().length())) {
      targets.put(from, to);
    }
  }

  /// {@return whether the visit has already received this page at the end of a redirect}
  boolean isGiven(PageUrl url) {
    return given.contains(url);
  }

  /// Records that the visit received this page at the end of a redirect.
  void give(PageUrl url) {
    if (hasRoom(url.toString().length())) {
      given.add(url);
    }
  }

  private boolean hasRoom(int more) {
    // An entry of a map needs memory in addition to its text.
    int cost = more + 100;
    if (cost > MAX_CHARS - chars) {
      return false;
    }
    chars += cost;
    return true;
  }
}
