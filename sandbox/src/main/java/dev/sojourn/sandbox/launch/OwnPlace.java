package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The rule for a place that only this user, or root, can have filled.
final class OwnPlace {
  private static final int OTHERS_MAY_WRITE = 0022;
  private static final int STICKY = 01000;

  private OwnPlace() {}

  /// Refuses a path that another user may have made or may replace: all from the root down must
  /// belong to this user or to root. No other user may write there, or, as in `/tmp`, no user may
  /// rename the files of another.
  static void require(Path path) throws IOException {
    if (Files.isSymbolicLink(path)) {
      throw new IOException(path + " is a link (expected: no link)");
    }
    int self = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    var real = path.toRealPath();
    for (var at = real; at != null; at = at.getParent()) {
      int owner = (Integer) Files.getAttribute(at, "unix:uid");
      int mode = (Integer) Files.getAttribute(at, "unix:mode");
      boolean mine = owner == self || (owner == 0 && !at.equals(real));
      boolean shared = (mode & OTHERS_MAY_WRITE) != 0 && (mode & STICKY) == 0;
      if (!mine || shared) {
        throw new IOException(
            at + " belongs to another or can be written by others (expected: this user or root)");
      }
    }
  }
}
