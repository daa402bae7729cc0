package dev.sojourn.identity.key;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.file.RegularFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.UUID;

/// Reads small files with keys, up to a limit, and writes them atomically.
final class KeyFiles {

  private static final int MAX_BYTES = 256 * 1024;

  private KeyFiles() {}

  static Bytes read(Path file) throws IOException {
    try (var in = RegularFile.open(file)) {
      byte[] octets = in.readNBytes(MAX_BYTES + 1);
      if (octets.length > MAX_BYTES) {
        throw new IOException(file + " is larger than a file of keys (" + MAX_BYTES + " bytes)");
      }
      return Bytes.wrap(octets);
    }
  }

  /// Rejects a file that its group or others may read, if the file system has such permissions.
  static void requirePrivate(Path file) throws IOException {
    RegularFile.requireIfThere(file);
    OwnerOnly.require(file);
  }

  /// Uses a hard link, since it fails if the name exists; a rename would overwrite the file.
  static void writeNew(Path file, Bytes content, boolean secret) throws IOException {
    if (Files.exists(file)) {
      throw new FileAlreadyExistsException(file.toString());
    }
    var target = file.toAbsolutePath();
    var directory = target.getParent();
    var temporary = target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID());
    try {
      try (var channel =
          FileChannel.open(
              temporary,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              secret ? OwnerOnly.file(target) : OwnerOnly.publicFile(target))) {
        var buffer = content.asBuffer();
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
        channel.force(true);
      }
      Files.createLink(target, temporary);
    } finally {
      Files.deleteIfExists(temporary);
    }
    if (directory != null) {
      try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }
}
