package dev.sojourn.sandbox.pipe;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.util.HexFormat;

/// A channel that reads what was written to it.
final class MemoryChannel implements ByteChannel {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private int read;

  /// A channel with these bytes.
  static MemoryChannel of(String hex) {
    var channel = new MemoryChannel();
    channel.write(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
    return channel;
  }

  String hex() {
    return HexFormat.of().formatHex(written.toByteArray());
  }

  @Override
  public int read(ByteBuffer target) {
    var all = written.toByteArray();
    if (read == all.length) {
      return -1;
    }
    int count = Math.min(target.remaining(), all.length - read);
    target.put(all, read, count);
    read += count;
    return count;
  }

  @Override
  public int write(ByteBuffer source) {
    int count = source.remaining();
    while (source.hasRemaining()) {
      written.write(source.get());
    }
    return count;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
