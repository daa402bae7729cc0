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

/// The segment to which lines are added. For one thread.
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

  /// Opens a segment behind its whole lines, and cuts off what lies behind them.
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

  /// Whether somebody has removed, replaced or shortened the file: what is added to it is lost, or
  /// stands behind a hole. Costs one question to the file system.
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

  /// Empty on systems that have none; there an open file cannot be removed.
  private static Optional<Object> identity(BasicFileAttributes attributes) {
    return Optional.ofNullable(attributes.fileKey());
  }

  /// Adds lines, all of them or none.
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

  /// Takes away the rest of lines that could not be written. If the disk fails again, the next
  /// attempt begins with it: lines behind a rest would break the chain.
  private void cut() throws IOException {
    channel.truncate(bytes).position(bytes);
    hasRest = false;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
