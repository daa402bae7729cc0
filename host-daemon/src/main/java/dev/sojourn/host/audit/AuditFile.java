package dev.sojourn.host.audit;

import dev.sojourn.base.file.AtomicFile;
import dev.sojourn.base.file.OwnerOnly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The segment to which the log adds lines. Used by one thread only.
final class AuditFile implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private final Optional<Object> identity;
  private long bytes;
  private boolean hasRest;

  private AuditFile(Path path, FileChannel channel, Optional<Object> identity, long bytes) {
    this.path = path;
    this.channel = channel;
    this.identity = identity;
    this.bytes = bytes;
  }

  /// Opens a segment after its complete lines, and cuts off the octets after them.
  static AuditFile open(Path path, long bytes) throws IOException {
    var channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
            OwnerOnly.file(path));
    try {
      channel.truncate(bytes).position(bytes);
      AtomicFile.flushName(path);
      return new AuditFile(path, channel, identity(there(path)), bytes);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  Path path() {
    return path;
  }

  long bytes() {
    return bytes;
  }

  /// Whether the file was removed, replaced or shortened: lines added to it would be lost, or
  /// follow a gap. Costs one query to the file system.
  boolean isGone() throws IOException {
    try {
      var there = there(path);
      return !identity(there).equals(identity) || there.size() < bytes;
    } catch (NoSuchFileException _) {
      return true;
    }
  }

  private static BasicFileAttributes there(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  /// Empty on systems without file keys; an open file cannot be removed there.
  private static Optional<Object> identity(BasicFileAttributes attributes) {
    return Optional.ofNullable(attributes.fileKey());
  }

  /// Adds all lines, or none.
  void add(List<byte[]> lines, boolean isFlushed) throws IOException {
    var octets = new ByteArrayOutputStream();
    for (var line : lines) {
      octets.writeBytes(line);
      octets.write('\n');
    }
    var buffer = ByteBuffer.wrap(octets.toByteArray());
    if (hasRest) {
      cut();
    }
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      if (isFlushed) {
        channel.force(false);
      }
    } catch (IOException e) {
      hasRest = true;
      try {
        cut();
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    bytes += octets.size();
  }

  /// Removes the octets of a failed write. If the disk fails again, the next attempt starts with
  /// this step: lines after such octets would break the chain.
  private void cut() throws IOException {
    channel.truncate(bytes).position(bytes);
    hasRest = false;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
