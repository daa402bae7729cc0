package dev.sojourn.base.file;

import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// Reads files that a user or a configuration names, but only regular files.
///
/// Opening a named pipe may wait forever for its other end, and a device may never end. Users who
/// swap the file between check and opening harm only their own programs.
public final class RegularFile {
  private static final int TYPE_OF_FILE = 0170000;
  private static final int PIPE = 0010000;
  private static final int CHARACTER_DEVICE = 0020000;
  private static final int BLOCK_DEVICE = 0060000;
  private static final int SOCKET = 0140000;

  private RegularFile() {}

  /// Opens a file to be read.
  ///
  /// @param file an existing file
  /// @return its content; the caller closes it
  /// @throws NoSuchFileException if the file is missing
  /// @throws FileSystemException if it is not a regular file; its reason names its kind
  /// @throws IOException if it cannot be read
  public static InputStream open(Path file) throws IOException {
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    requireIfThere(file);
    return Files.newInputStream(file);
  }

  /// Reads a file.
  ///
  /// @param file an existing file
  /// @param maxBytes the most bytes of the file
  /// @return the whole content
  /// @throws FileSystemException if it is not a regular file, or larger
  /// @throws IOException if it cannot be read
  public static byte[] read(Path file, int maxBytes) throws IOException {
    try (var in = open(file)) {
      var content = in.readNBytes(maxBytes);
      if (in.read() >= 0) {
        throw new FileSystemException(
            file.toString(), null, "it has more than %,d bytes".formatted(maxBytes));
      }
      return content;
    }
  }

  /// Reads a file of text in UTF-8.
  ///
  /// @param file an existing file
  /// @param maxBytes the most bytes of the file
  /// @return the whole content
  /// @throws CharacterCodingException if it is not text in UTF-8
  /// @throws FileSystemException if it is not a regular file, or larger
  /// @throws IOException if it cannot be read
  public static String readText(Path file, int maxBytes) throws IOException {
    var content = Bytes.wrap(read(file, maxBytes)).asBuffer();
    return StandardCharsets.UTF_8.newDecoder().decode(content).toString();
  }

  /// Rejects an existing entry that is not a regular file, before other code opens or overwrites
  /// it.
  ///
  /// @param file may be missing
  /// @throws FileSystemException if it exists and is not a regular file; its reason names its kind
  public static void requireIfThere(Path file) throws FileSystemException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new FileSystemException(
          file.toString(), null, "it is " + kind(file) + ", not a regular file");
    }
  }

  private static String kind(Path file) {
    if (Files.isDirectory(file)) {
      return "a directory";
    }
    try {
      return switch ((Integer) Files.getAttribute(file, "unix:mode") & TYPE_OF_FILE) {
        case PIPE -> "a named pipe";
        case CHARACTER_DEVICE, BLOCK_DEVICE -> "a device";
        case SOCKET -> "a socket";
        default -> "something else";
      };
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
      return "something else";
    }
  }
}
