package dev.sojourn.sandbox;

import java.util.Locale;

/// The walls around an agent, in the order in which it meets them.
public enum WallName {
  /// The content that class files and state may have at all.
  ADMISSION,
  /// Time, memory and output that run out.
  METERING,
  /// The members that the agent's classes may link to.
  LOADER,
  /// The system calls and resources of the worker's process.
  PROCESS,
  /// The messages of a worker to its caller.
  PIPE;

  /// {@return the name in lower case, as programs and people read it}
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
