package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Checks that only this user or root can write at a path.
final class OwnPlace {
  private static final int OTHERS_MAY_WRITE = 0022;
  private static final int STICKY = 01000;

  private OwnPlace() {}

  /// Refuses a path that another user may have made or may replace. The path and all directories
  /// above it must belong to this user or to root. Other users must not be able to write there, or,
  /// as in `/tmp`, to rename the files of others.
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
