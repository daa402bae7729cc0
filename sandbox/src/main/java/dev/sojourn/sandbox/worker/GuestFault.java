package dev.sojourn.sandbox.worker;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// An exception of an agent, in words for its owner: class and message, the root cause with its
/// place, and the agent's topmost frame. Reading them runs the agent's own methods, which may throw
/// anything. Missing parts are omitted.
///
/// @param reason printable, at most 500 characters
/// @param where the place of the exception; if unknown, the place of its cause
record GuestFault(String reason, CodePlace where) {
  /// The most causes in a chain that are read.
  private static final int MAX_CAUSES = 20;

  // Parts with these limits fit together in one reason.
  private static final int MAX_HEAD_CHARS = 200;
  private static final int MAX_CAUSE_CHARS = 160;
  private static final int MAX_PLACE_CHARS = 110;

  /// {@return the fault of an exception}
  ///
  /// @param thrown the exception of the agent
  /// @param own the names of the agent's classes
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

  /// Returns the root cause, or the last cause that can be read; empty without a cause.
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
