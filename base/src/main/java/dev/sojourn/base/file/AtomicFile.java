package dev.sojourn.base.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.Set;
import java.util.function.Function;

/// Replaces whole files: a reader sees the old or the new content, even after a crash.
public final class AtomicFile {
  private AtomicFile() {}

  /// The content of a file.
  @FunctionalInterface
  public interface Content {

    /// Writes the whole content.
    ///
    /// @param out buffered; the caller closes it
    /// @throws IOException if it cannot be written; the file does not change then
    void writeTo(OutputStream out) throws IOException;
  }

  /// Writes a file that only its owner may read, and replaces an existing file.
  ///
  /// The content is first written and flushed to disk under the same name with the suffix `.new`.
  ///
  /// @param file the file
  /// @param content its new content
  /// @throws IOException if it failed; the file then has its old content, or the new content if
  ///   only the flush of its name failed
  public static void replace(Path file, Content content) throws IOException {
    replace(file, content, OwnerOnly::file);
  }

  /// Does the same for a file that everybody may read, if the umask permits it.
  ///
  /// @param file the file
  /// @param content its new content
  /// @throws IOException as for [#replace(Path, Content)]
  public static void replacePublic(Path file, Content content) throws IOException {
    replace(file, content, OwnerOnly::publicFile);
  }

  private static void replace(
      Path file, Content content, Function<Path, FileAttribute<?>[]> attributes)
      throws IOException {
    var temporary = file.resolveSibling(file.getFileName() + ".new");
    // Removes a link that somebody may have placed under this name.
    Files.deleteIfExists(temporary);
    try {
      try (var channel =
          FileChannel.open(
              temporary,
              Set.of(
                  StandardOpenOption.CREATE_NEW,
                  StandardOpenOption.WRITE,
                  LinkOption.NOFOLLOW_LINKS),
              attributes.apply(temporary))) {
        var out = new BufferedOutputStream(Channels.newOutputStream(channel));
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      Files.move(
          temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
      flushName(file);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  /// Flushes the directory of a file, which holds its name, to disk. Otherwise a new or replaced
  /// file may be lost at a power failure. On systems that cannot open directories, this does
  /// nothing.
  ///
  /// @param file that was created or renamed
  /// @throws IOException if the disk fails
  public static void flushName(Path file) throws IOException {
    var directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      return;
    }
    FileChannel opened;
    try {
      opened = FileChannel.open(directory, StandardOpenOption.READ);
    } catch (IOException _) {
      return;
    }
    try (opened) {
      opened.force(true);
    }
  }
}
