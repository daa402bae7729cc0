package dev.sojourn.sandbox;

import java.util.Locale;

/// The walls around an agent, in the order in which the agent meets them.
public enum WallName {
  /// The rules for the content of class files and state.
  ADMISSION,
  /// The limits of time, memory and output.
  METERING,
  /// The members that the agent's classes may link to.
  LOADER,
  /// The system calls and resources of the worker's process.
  PROCESS,
  /// The messages of a worker to its caller.
  PIPE;

  /// {@return the name in lower case, for programs and people}
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
