package dev.sojourn.sandbox.confine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The open descriptors of this process.
final class Descriptors {
  private static final Path OPEN = Path.of("/proc/self/fd");

  private static final int AT_FDCWD = -100;
  private static final int O_RDWR = 2;
  private static final int LAST_STANDARD_STREAM = 2;

  private Descriptors() {}

  /// Returns the open descriptors by number, except standard streams and files of the Java runtime
  /// and the class path. At the start of a process, they come from its parent.
  static Map<Integer, Path> inherited() throws IOException {
    var runtime = Path.of(System.getProperty("java.home")).toRealPath();
    var jars = jars();
    var found = new HashMap<Integer, Path>();
    try (var open = Files.newDirectoryStream(OPEN)) {
      for (var link : open) {
        int number = Integer.parseInt(String.valueOf(link.getFileName()));
        var target = target(number);
        if (number > LAST_STANDARD_STREAM
            && target.isPresent()
            && !target.get().startsWith(runtime)
            && !jars.contains(target.get())) {
          found.put(number, target.get());
        }
      }
    }
    return found;
  }

  private static Optional<Path> target(int number) throws IOException {
    try {
      return Optional.of(Files.readSymbolicLink(OPEN.resolve(Integer.toString(number))));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  private static Set<Path> jars() throws IOException {
    var jars = new HashSet<Path>();
    for (var jar : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      jars.add(Path.of(jar).toRealPath());
    }
    return jars;
  }

  /// Closes the descriptors that still have the same target, since the number of a closed
  /// descriptor may be in use again.
  static void close(Kernel calls, Map<Integer, Path> descriptors) throws IOException {
    for (var descriptor : descriptors.entrySet()) {
      if (target(descriptor.getKey()).equals(Optional.of(descriptor.getValue()))) {
        calls.call(SystemCall.CLOSE, descriptor.getKey());
      }
    }
  }

  /// Redirects input and output to the null device, so that the pipe is the only output.
  static void silenceStandardStreams(Kernel calls) throws IOException {
    long nowhere =
        calls.call(SystemCall.OPENAT, AT_FDCWD, calls.text("/dev/null").address(), O_RDWR);
    if (nowhere < 0) {
      throw new IOException("/dev/null cannot be opened (" + nowhere + ")");
    }
    for (int stream = 0; stream <= LAST_STANDARD_STREAM; stream++) {
      long result = calls.call(SystemCall.DUP3, nowhere, stream);
      SeccompPolicy.require("to silence stream " + stream, result == stream ? 0 : result);
    }
    calls.call(SystemCall.CLOSE, nowhere);
  }
}
