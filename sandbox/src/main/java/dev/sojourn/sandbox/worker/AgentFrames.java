package dev.sojourn.sandbox.worker;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.CodePlace;
import java.util.Set;

/// Finds the agent's own code on a stack.
final class AgentFrames {
  private static final int MAX_NAME_CHARS = 200;

  private AgentFrames() {}

  /// Returns the topmost frame of one of the agent's own classes.
  static CodePlace topmost(StackTraceElement[] frames, Set<String> own) {
    for (var frame : frames) {
      if (own.contains(frame.getClassName())) {
        return new CodePlace(
            frame.getClassName(),
            ForeignText.of(frame.getMethodName()).text(MAX_NAME_CHARS),
            Math.max(0, frame.getLineNumber()));
      }
    }
    return CodePlace.UNKNOWN;
  }

  /// Returns the place at which an exception was thrown. The agent's own methods may run here, so
  /// any exception may occur.
  static CodePlace of(Throwable thrown, Set<String> own) {
    try {
      return topmost(thrown.getStackTrace(), own);
    } catch (Throwable _) {
      return CodePlace.UNKNOWN; // An overridden getStackTrace.
    }
  }
}
