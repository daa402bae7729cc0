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

/// Makes files and directories that only their owner may read, with any umask. An existing file
/// keeps its permissions, since they were chosen. If a file system knows no such permissions, its
/// own rules hold.
public final class OwnerOnly {
  private OwnerOnly() {}

  /// Makes a directory with the missing ones above it.
  ///
  /// @param path the directory
  /// @throws IOException if it cannot be made
  public static void createDirectories(Path path) throws IOException {
    Files.createDirectories(path, permissions(path, "rwx------"));
  }

  /// Makes a directory in one that is there.
  ///
  /// @param path the directory
  /// @return the directory
  /// @throws FileAlreadyExistsException if something has that name
  /// @throws IOException if it cannot be made
  public static Path createDirectory(Path path) throws IOException {
    return Files.createDirectory(path, permissions(path, "rwx------"));
  }

  /// Makes an empty file if there is none, for a library that would make it by the umask.
  ///
  /// @param file the file
  /// @throws IOException if it cannot be made
  public static void createFile(Path file) throws IOException {
    try {
      Files.createFile(file, file(file));
    } catch (FileAlreadyExistsException _) {
      // It stays as it is.
    }
  }

  /// Locks a file, and makes it if there is none. A user who may open it could keep others out.
  ///
  /// @param file the file
  /// @return the channel that holds the lock; empty if another holds it, in this process too
  /// @throws IOException if it cannot be made or opened
  public static Optional<FileChannel> lock(Path file) throws IOException {
    var channel =
        FileChannel.open(
            file, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), file(file));
    try {
      if (channel.tryLock() != null) {
        return Optional.of(channel);
      }
    } catch (OverlappingFileLockException _) {
      // A lock of this process counts as much as that of another.
    }
    channel.close();
    return Optional.empty();
  }

  /// {@return the attributes to make a file with}
  ///
  /// @param file the file
  public static FileAttribute<?>[] file(Path file) {
    return permissions(file, "rw-------");
  }

  /// {@return the attributes for a file that everybody may read and its owner alone write}
  ///
  /// @param file the file
  public static FileAttribute<?>[] publicFile(Path file) {
    return permissions(file, "rw-r--r--");
  }

  /// Takes the right to write a file from everybody, and that to read it from all but its owner.
  ///
  /// @param file the file
  /// @throws IOException if its permissions cannot be set
  public static void makeReadOnly(Path file) throws IOException {
    if (isPosix(file)) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    }
  }

  /// Refuses a file that its group or others may read or write. A missing file is not refused.
  ///
  /// @param file the file
  /// @throws IOException if they may; the sentence names the next step
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
