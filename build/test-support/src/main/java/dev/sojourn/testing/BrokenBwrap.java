package dev.sojourn.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/// A directory in which `bwrap` fails. Put before those of the path, it stands for a machine
/// without namespaces.
public final class BrokenBwrap {
  private BrokenBwrap() {}

  /// Has a program find it first.
  ///
  /// @param builder starts the program
  /// @param temporary in which the directory is made
  /// @throws IOException if it cannot be made
  public static void putBefore(ProcessBuilder builder, Path temporary) throws IOException {
    var bin = temporary.resolve("bin");
    if (!Files.exists(bin)) {
      var program = Files.createDirectory(bin).resolve("bwrap");
      Files.writeString(program, "#!/bin/sh\necho bwrap is broken\nexit 1\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }
    builder.environment().merge("PATH", bin.toString(), (all, first) -> first + ":" + all);
  }
}
