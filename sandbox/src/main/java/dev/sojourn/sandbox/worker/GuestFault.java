package dev.sojourn.sandbox.worker;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An exception of an agent as its owner reads it: class and message, behind them the cause at the
/// root with its place, and the agent's topmost frame. The agent's own methods run for all of it,
/// so anything may happen on the way; missing parts are left out.
///
/// @param reason printable; at most 500 characters
/// @param where the place of the exception, or else that of its cause
record GuestFault(String reason, CodePlace where) {
  /// Causes behind one another that are looked at.
  private static final int MAX_CAUSES = 20;

  // Together they fit in one reason.
  private static final int MAX_HEAD_CHARS = 200;
  private static final int MAX_CAUSE_CHARS = 160;
  private static final int MAX_PLACE_CHARS = 110;

  /// {@return the failure}
  ///
  /// @param thrown by the agent
  /// @param own the names of its classes
  static GuestFault of(Throwable thrown, Set<String> own) {
    var where = AgentFrames.of(thrown, own);
    var found = root(thrown);
    if (found.isEmpty()) {
      return new GuestFault(GuestText.reason(GuestText.of(thrown)), where);
    }
    var root = found.get();
    var rootWhere = AgentFrames.of(root, own);
    var reason =
        cut(GuestText.of(thrown), MAX_HEAD_CHARS)
            + VisitEnd.Failed.CAUSED_BY
            + cut(GuestText.of(root), MAX_CAUSE_CHARS)
            + (rootWhere.isKnown() ? " at " + cut(rootWhere.toString(), MAX_PLACE_CHARS) : "");
    return new GuestFault(GuestText.reason(reason), where.isKnown() ? where : rootWhere);
  }

  private static String cut(String text, int maxChars) {
    return ForeignText.of(HiddenNames.withoutAddresses(text)).text(maxChars);
  }

  /// The cause that has none itself, or the last one that can be reached; empty if there is no
  /// cause.
  private static Optional<Throwable> root(Throwable thrown) {
    var seen = Collections.newSetFromMap(new IdentityHashMap<Throwable, Boolean>());
    seen.add(thrown);
    var root = Optional.<Throwable>empty();
    var next = cause(thrown);
    while (next != null && seen.size() <= MAX_CAUSES && seen.add(next)) {
      root = Optional.of(next);
      next = cause(next);
    }
    return root;
  }

  private static @Nullable Throwable cause(Throwable thrown) {
    try {
      return thrown.getCause();
    } catch (Throwable _) {
      return null; // An overridden getCause.
    }
  }
}
