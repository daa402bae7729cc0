package dev.sojourn.base.file;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/// Makes files and directories that nobody but their owner may look into, whatever the umask says.
/// What is there already keeps its permissions: they are somebody's choice. Where a file system
/// knows no such permissions, its own rules hold.
public final class OwnerOnly {
  private OwnerOnly() {}

  /// Makes a directory with the missing ones above it.
  ///
  /// @param path the directory
  /// @throws IOException if it cannot be made
  public static void createDirectories(Path path) throws IOException {
    Files.createDirectories(path, permissions(path, "rwx------"));
  }

  /// Makes an empty file where there is none, for a library that would make it by the umask.
  ///
  /// @param file the file
  /// @throws IOException if it cannot be made
  public static void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, file(file));
    } catch (FileAlreadyExistsException _) {
      // As it is.
    }
  }

  /// {@return what to make a file with}
  ///
  /// @param file the file
  public static FileAttribute<?>[] file(Path file) {
    return permissions(file, "rw-------");
  }

  private static FileAttribute<?>[] permissions(Path path, String text) {
    boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
        }
        : new FileAttribute<?>[0];
  }
}
