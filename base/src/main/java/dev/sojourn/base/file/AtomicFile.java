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

/// Replaces files as a whole: a reader sees the old content or the new one, also after a crash.
public final class AtomicFile {
  private AtomicFile() {}

  /// The content of a file.
  @FunctionalInterface
  public interface Content {

    /// Writes all of it.
    ///
    /// @param out buffered; its caller closes it
    /// @throws IOException if it cannot be written; the file stays as it was
    void writeTo(OutputStream out) throws IOException;
  }

  /// Writes a file that only its owner may read, in place of one that may be there.
  ///
  /// The content is first written, and flushed to disk, under the same name with `.new` behind it.
  ///
  /// @param file the file
  /// @param content its new content
  /// @throws IOException if that failed; the file has its old content then, or the new one if only
  ///   its name could not be flushed
  public static void replace(Path file, Content content) throws IOException {
    replace(file, content, OwnerOnly::file);
  }

  /// Does the same with a file that everybody may read, as far as the umask allows.
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
    // Never through a link that lies in wait under this name.
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

  /// Flushes the name of a file, which is in its directory, to disk. Without that, a new file or a
  /// replaced content may be gone after a loss of power. Some systems do not open directories;
  /// there it does nothing.
  ///
  /// @param file that was made or renamed
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
