package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.PageReply;
import java.util.HashSet;
import java.util.Set;

/// The pages outside the scope to which pages moved since the last checkpoint. Each is referred
/// once, up to a total number of characters. The agent's own lines have a separate limit. Used by
/// one thread.
final class MovedPages {
  private static final int MAX_CHARS = 1 << 20;
  private static final int MOVED_STATUS = 302;

  private final Set<PageUrl> noted = new HashSet<>();
  private int chars;

  boolean hasReported(PageUrl to) {
    return noted.contains(to);
  }

  /// {@return whether there is room for a page}
  boolean add(PageUrl to) {
    int more = to.toString().length();
    if (more > MAX_CHARS - chars) {
      return false;
    }
    chars += more;
    return noted.add(to);
  }

  void clear() {
    noted.clear();
    chars = 0;
  }

  /// {@return the answer for a page that moved}
  static PageReply reply(PageUrl to, boolean isReported) {
    return new PageReply.Missing(
        MOVED_STATUS,
        "It moved to "
            + to
            + ", outside the scope; "
            + (isReported
                ? "it was referred to the dispatcher."
                : "it was not referred to the dispatcher, since too many pages moved since the last"
                    + " checkpoint."));
  }
}
