package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/// The bytes of a file that is not compressed, whose heads have a limit.
///
/// @param file is not closed with it
/// @param meter of heads
record PlainBytes(FileChannel file, HeadMeter meter) implements SeekableByteChannel {
  @Override
  public int read(ByteBuffer to) throws IOException {
    return ended(to, meter.take(file.read(to)));
  }

  /// The library looks at its buffer once more behind the end of a file. It would take earlier
  /// bytes that are left there for further records, again and again.
  static int ended(ByteBuffer buffer, int count) {
    if (count < 0) {
      for (int i = buffer.position(); i < buffer.limit(); i++) {
        buffer.put(i, (byte) 0);
      }
    }
    return count;
  }

  @Override
  public long position() throws IOException {
    return file.position();
  }

  @Override
  public SeekableByteChannel position(long to) throws IOException {
    var _ = file.position(to);
    return this;
  }

  @Override
  public long size() throws IOException {
    return file.size();
  }

  @Override
  public int write(ByteBuffer from) {
    throw new NonWritableChannelException();
  }

  @Override
  public SeekableByteChannel truncate(long size) {
    throw new NonWritableChannelException();
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
