package dev.sojourn.host.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The processes below this one that one test has started: those whose command line names its
/// directory. Other tests run beside it in this process, with workers of their own.
final class OwnProcesses {
  private OwnProcesses() {}

  /// Those that are there now.
  static Stream<ProcessHandle> below(Path directory) {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> commandLine(process).contains(directory.toString()));
  }

  /// Its words, each with a zero behind it; empty where the process is gone.
  static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
    } catch (IOException _) {
      return "";
    }
  }
}
