package dev.sojourn.sandbox.pipe;

import java.util.Locale;

/// The walls around an agent, in the order in which it meets them.
public enum WallName {
  /// What the class files and the state may hold at all.
  ADMISSION,
  /// Time, memory and output that run out.
  METERING,
  /// What the agent's classes may link to.
  LOADER,
  /// What the worker's process may do.
  PROCESS,
  /// What a worker may say to its caller.
  PIPE;

  /// {@return the name in lower case, as programs and people read it}
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
