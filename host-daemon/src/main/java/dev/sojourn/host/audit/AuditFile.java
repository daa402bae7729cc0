package dev.sojourn.host.audit;

import dev.sojourn.base.file.OwnerOnly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/// The segment to which lines are added. For one thread.
final class AuditFile implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;
  private long bytes;

  private AuditFile(Path path, FileChannel channel, long bytes) {
    this.path = path;
    this.channel = channel;
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
      forceDirectory(path);
    } catch (IOException e) {
      channel.close();
      throw e;
    }
    return new AuditFile(path, channel, bytes);
  }

  Path path() {
    return path;
  }

  long bytes() {
    return bytes;
  }

  /// Adds lines, all of them or none.
  void add(List<byte[]> lines, boolean isFlushed) throws IOException {
    var octets = new ByteArrayOutputStream();
    for (var line : lines) {
      octets.writeBytes(line);
      octets.write('\n');
    }
    var buffer = ByteBuffer.wrap(octets.toByteArray());
    try {
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      if (isFlushed) {
        channel.force(false);
      }
    } catch (IOException e) {
      channel.truncate(bytes).position(bytes);
      throw e;
    }
    bytes += octets.size();
  }

  void force() throws IOException {
    channel.force(false);
  }

  /// The name of a new file is on disk with its directory. Some systems do not open directories.
  private static void forceDirectory(Path file) {
    var directory = file.toAbsolutePath().getParent();
    if (directory == null) {
      return;
    }
    try (var opened = FileChannel.open(directory, StandardOpenOption.READ)) {
      opened.force(true);
    } catch (IOException e) {
      System.getLogger(AuditFile.class.getName())
          .log(System.Logger.Level.DEBUG, "A directory is not flushed: {0}", e.toString());
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
