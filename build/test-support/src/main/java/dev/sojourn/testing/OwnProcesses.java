package dev.sojourn.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The processes below this one that one test has started: those whose command line names its
/// directory. Other tests run beside it in this process, with workers of their own.
public final class OwnProcesses {
  private OwnProcesses() {}

  /// {@return those that are there now; on Linux only}
  ///
  /// @param directory of the test
  public static Stream<ProcessHandle> below(Path directory) {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> commandLine(process).contains(directory.toString()));
  }

  /// {@return the words of a process, each with a zero behind it; empty if it is gone}
  ///
  /// @param process any
  public static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException _) {
      return "";
    }
  }
}
