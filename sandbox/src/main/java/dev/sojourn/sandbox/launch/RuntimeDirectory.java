package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The directory for the sockets of this user's processes. The service manager or the session makes
/// it, and no cleaning program deletes its old files.
public final class RuntimeDirectory {
  private static final Logger LOG = System.getLogger(RuntimeDirectory.class.getName());

  /// The variable that systemd sets for a service (`RuntimeDirectory=`), with colons between
  /// directories, and the variable of the session.
  private static final List<String> VARIABLES = List.of("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR");

  private static final int OTHERS_MAY_WRITE = 0022;

  private RuntimeDirectory() {}

  /// {@return the first suitable directory in the environment, if there is one}
  ///
  /// @param environment the environment of the process
  public static Optional<Path> find(Map<String, String> environment) {
    for (var variable : VARIABLES) {
      for (var text : environment.getOrDefault(variable, "").split(":", -1)) {
        if (!text.isEmpty() && isFit(variable, text)) {
          return Optional.of(Path.of(text));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isFit(String variable, String text) {
    var unfit = unfit(text);
    if (!unfit.isEmpty()) {
      LOG.log(Level.INFO, "{0} is not used: {1} {2}", variable, text, unfit);
    }
    return unfit.isEmpty();
  }

  private static String unfit(String text) {
    try {
      var path = Path.of(text);
      if (!path.isAbsolute() || !Files.isDirectory(path)) {
        return "is no directory (expected: an absolute path of one)";
      }
      if (text.getBytes(StandardCharsets.UTF_8).length > SocketPlace.MAX_PATH_BYTES) {
        return "is longer than " + SocketPlace.MAX_PATH_BYTES + " bytes";
      }
      var self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      int mode = (Integer) Files.getAttribute(path, "unix:mode");
      if (!self.equals(Files.getAttribute(path, "unix:uid")) || (mode & OTHERS_MAY_WRITE) != 0) {
        return "belongs to another or can be written by others (expected: this user's alone)";
      }
      return Files.isWritable(path) ? "" : "cannot be written";
    } catch (IOException | InvalidPathException | UnsupportedOperationException e) {
      return "cannot be looked at: " + e.getMessage();
    }
  }
}
