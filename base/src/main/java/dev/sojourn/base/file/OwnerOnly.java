package dev.sojourn.base.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/// Creates files and directories that only their owner may read, with any umask. An existing file
/// keeps its permissions, since somebody chose them. On a file system without POSIX permissions,
/// its own rules apply.
public final class OwnerOnly {
  private OwnerOnly() {}

  /// Creates a directory and its missing parents.
  ///
  /// @param path the directory
  /// @throws IOException if it cannot be created
  public static void createDirectories(Path path) throws IOException {
    Files.createDirectories(path, permissions(path, "rwx------"));
  }

  /// Creates a directory in an existing directory.
  ///
  /// @param path the directory
  /// @return the directory
  /// @throws FileAlreadyExistsException if the name exists
  /// @throws IOException if it cannot be created
  public static Path createDirectory(Path path) throws IOException {
    return Files.createDirectory(path, permissions(path, "rwx------"));
  }

  /// Creates an empty file if there is none, for a library that would create it with the umask.
  ///
  /// @param file the file
  /// @throws IOException if it cannot be created
  public static void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, file(file));
    } catch (FileAlreadyExistsException _) {
      // The file is not changed.
    }
  }

  /// Locks a file, and creates it if there is none. The file is only for the owner, since any user
  /// who may open it could block others.
  ///
  /// @param file the file
  /// @return the channel that holds the lock; empty if another process, or this one, holds it
  ///   already
  /// @throws IOException if it cannot be created or opened
  public static Optional<FileChannel> lock(Path file) throws IOException {
    var channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), file(file));
    try {
      if (channel.tryLock() != null) {
        return Optional.of(channel);
      }
    } catch (OverlappingFileLockException _) {
      // A lock of this process counts like the lock of another process.
    }
    channel.close();
    return Optional.empty();
  }

  /// {@return the attributes to create a file for its owner}
  ///
  /// @param file the file
  public static FileAttribute<?>[] file(Path file) {
    return permissions(file, "rw-------");
  }

  /// {@return the attributes to create a file that everybody may read and only its owner may write}
  ///
  /// @param file the file
  public static FileAttribute<?>[] publicFile(Path file) {
    return permissions(file, "rw-r--r--");
  }

  /// Removes all permissions of a file, except that its owner may read it.
  ///
  /// @param file the file
  /// @throws IOException if its permissions cannot be set
  public static void makeReadOnly(Path file) throws IOException {
    if (isPosix(file)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    }
  }

  /// Rejects a file that its group or others may read or write. A missing file is accepted.
  ///
  /// @param file the file
  /// @throws IOException if the group or others may do so; the message names the next step
  public static void require(Path file) throws IOException {
    if (!isPosix(file) || !Files.exists(file)) {
      return;
    }
    var open = EnumSet.copyOf(Files.getPosixFilePermissions(file));
    open.removeAll(
        EnumSet.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE));
    if (!open.isEmpty()) {
      throw new IOException(
          file + " may be read or written by others; make it private with: chmod 600 " + file);
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static FileAttribute<?>[] permissions(Path path, String text) {
    return isPosix(path)
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text))
        }
        : new FileAttribute<?>[0];
  }
}
