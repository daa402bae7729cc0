package dev.sojourn.visit.warc;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/// Reads a file of gzip members (RFC 1952). WARC files have one member for each record. A read ends
/// at the end of a member, so that the start of each record is known. Memory is bounded by two
/// buffers, also with long heads and many empty members. Confined to one thread.
///
/// ```
/// member  1f 8b 08 flags, 6 bytes | extra | name 0 | comment 0 | crc16 | deflated | crc32 | size
/// ```
final class GzipMembers implements ReadableByteChannel {
  private static final short MAGIC = (short) 0x8b1f;
  private static final int DEFLATED = 8;
  private static final int HEAD_BYTES = 10;
  private static final int TAIL_BYTES = 8;
  private static final int CRC16_FLAG = 2;
  private static final int EXTRA_FLAG = 4;
  private static final int NAME_FLAG = 8;
  private static final int COMMENT_FLAG = 16;
  private static final int BUFFER_BYTES = 8 * 1024;

  private final FileChannel file;
  private final HeadMeter meter;
  private final ByteBuffer in =
      ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN).flip();

  /// Uses memory outside the heap.
  private final Inflater inflater = new Inflater(true);

  private boolean isInMember;
  private long start;

  /// @param file the file, at the start of a member
  /// @param meter limits the heads of records
  GzipMembers(FileChannel file, HeadMeter meter) throws IOException {
    this.file = file;
    this.meter = meter;
    this.start = file.position();
  }

  /// {@return the start of the member of the last read}
  long start() {
    return start;
  }

  @Override
  public int read(ByteBuffer to) throws IOException {
    try {
      int count = 0;
      while (count == 0 && to.hasRemaining()) {
        if (!isInMember && !hasNext()) {
          return PlainBytes.ended(to, -1);
        }
        count = meter.take(inflate(to));
      }
      return count;
    } catch (DataFormatException _) {
      throw new ZipException("it is no gzip");
    }
  }

  /// Decompresses until the buffer is full or the member ends.
  private int inflate(ByteBuffer to) throws IOException, DataFormatException {
    int begin = to.position();
    while (to.hasRemaining() && !inflater.finished()) {
      if (inflater.needsInput()) {
        require(1);
        inflater.setInput(in.array(), in.position(), in.remaining());
      } else if (inflater.needsDictionary()) {
        throw new ZipException("it is no gzip");
      }
      int made = inflater.inflate(to.array(), to.arrayOffset() + to.position(), to.remaining());
      to.position(to.position() + made);
      in.position(in.limit() - inflater.getRemaining());
    }
    if (inflater.finished()) {
      tail();
    }
    return to.position() - begin;
  }

  private void tail() throws IOException {
    require(TAIL_BYTES);
    in.position(in.position() + TAIL_BYTES);
    if (in.getInt(in.position() - Integer.BYTES) != (int) inflater.getBytesWritten()) {
      throw new ZipException("a gzip member has another size than it says");
    }
    inflater.reset();
    isInMember = false;
  }

  /// Reads the head of a member. Returns whether there was a member.
  private boolean hasNext() throws IOException {
    start = file.position() - in.remaining();
    if (!in.hasRemaining() && !fill()) {
      return false;
    }
    require(HEAD_BYTES);
    int at = in.position();
    if (in.getShort(at) != MAGIC || in.get(at + 2) != DEFLATED) {
      throw new ZipException("no gzip member begins here");
    }
    int flags = in.get(at + 3);
    in.position(at + HEAD_BYTES);
    if ((flags & EXTRA_FLAG) != 0) {
      require(2);
      skip(Short.toUnsignedInt(in.getShort()));
    }
    if ((flags & NAME_FLAG) != 0) {
      skipText();
    }
    if ((flags & COMMENT_FLAG) != 0) {
      skipText();
    }
    if ((flags & CRC16_FLAG) != 0) {
      skip(2);
    }
    isInMember = true;
    return true;
  }

  private void skip(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      require(1);
      var _ = in.get();
    }
  }

  private void skipText() throws IOException {
    do {
      require(1);
    } while (in.get() != 0);
  }

  private void require(int bytes) throws IOException {
    while (in.remaining() < bytes) {
      if (!fill()) {
        throw new EOFException("the file ends within a gzip member");
      }
    }
  }

  /// Reads more of the file. Returns whether the file has not ended.
  private boolean fill() throws IOException {
    try {
      return file.read(in.compact()) >= 0;
    } finally {
      in.flip();
    }
  }

  /// Frees the memory of the inflater. Must be the last call.
  void end() {
    inflater.end();
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  @Override
  public void close() throws IOException {
    end();
    file.close();
  }
}
