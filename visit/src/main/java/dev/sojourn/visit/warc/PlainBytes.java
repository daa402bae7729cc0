package dev.sojourn.visit.warc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/// Reads a file that is not compressed, with a limit for heads.
///
/// @param file the file
/// @param meter limits the heads of records
record PlainBytes(FileChannel file, HeadMeter meter) implements SeekableByteChannel {
  @Override
  public int read(ByteBuffer to) throws IOException {
    return ended(to, meter.take(file.read(to)));
  }

  /// Clears the rest of the buffer at the end of a file. The library examines its buffer once more
  /// after the end, and would read old bytes as further records, endlessly.
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
