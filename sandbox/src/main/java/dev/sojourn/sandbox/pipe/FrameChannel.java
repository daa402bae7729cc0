package dev.sojourn.sandbox.pipe;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/// Frames over a connected channel. Only one thread may read; any thread may write, always a whole
/// frame.
///
/// ```
///  0        4      5        9
///  +--------+------+--------+---------- - -
///  | length | type | visit  | fields
///  +--------+------+--------+---------- - -
///           '---- length bytes ----- - - --'
/// ```
///
/// After the header of a frame, the reader checks its size against the limit of its type.
final class FrameChannel implements AutoCloseable {
  /// The bytes of length, type and number of the visit.
  static final int HEADER_BYTES = 9;

  private static final int READ_BUFFER_BYTES = 64 << 10;
  private static final int WRITE_BYTES = 256 << 10;

  private final ByteChannel channel;
  private final Object writing = new Object();
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(READ_BUFFER_BYTES).flip();

  FrameChannel(ByteChannel channel) {
    this.channel = channel;
  }

  /// One frame.
  ///
  /// @param body the fields, of at most the bytes that its type allows
  record Frame(int type, int visit, byte[] body) {}

  /// The limits of frames.
  interface Limits {
    /// Returns the most bytes of the fields.
    ///
    /// @throws PipeException if there is no such type
    int maxBytes(int type) throws PipeException;
  }

  /// Waits for the next frame.
  Frame read(Limits limits) throws IOException {
    int length = readInt();
    int type = readByte();
    int most = limits.maxBytes(type);
    int visit = readInt();
    return new Frame(type, visit, readBody(length, most));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  void write(ByteBuffer frame) throws IOException {
    synchronized (writing) {
      // The JDK copies all bytes of a write into memory outside the heap and keeps that memory for
      // the thread. Without parts, that would be 16 MiB for a state.
      int end = frame.limit();
      while (frame.position() < end) {
        frame.limit(Math.min(end, frame.position() + WRITE_BYTES));
        channel.write(frame);
      }
    }
  }

  private byte[] readBody(int length, int most) throws IOException {
    int size = length - (HEADER_BYTES - 4);
    if (size < 0 || size > most) {
      throw new PipeException("message of " + size + " bytes (expected: at most " + most + ")");
    }
    var body = new byte[size];
    int have = Math.min(size, incoming.remaining());
    incoming.get(body, 0, have);
    var rest = ByteBuffer.wrap(body, have, size - have);
    while (rest.hasRemaining()) {
      if (rest.remaining() >= READ_BUFFER_BYTES) {
        if (channel.read(rest) < 0) {
          throw new EOFException("closed in the middle of a message");
        }
      } else {
        fill(1);
        int part = Math.min(rest.remaining(), incoming.remaining());
        incoming.get(body, rest.position(), part);
        rest.position(rest.position() + part);
      }
    }
    return body;
  }

  private int readInt() throws IOException {
    fill(4);
    return incoming.getInt();
  }

  private int readByte() throws IOException {
    fill(1);
    return incoming.get() & 0xff;
  }

  private void fill(int count) throws IOException {
    if (incoming.remaining() >= count) {
      return;
    }
    incoming.compact();
    try {
      while (incoming.position() < count) {
        if (channel.read(incoming) < 0) {
          throw new EOFException("closed");
        }
      }
    } finally {
      incoming.flip();
    }
  }
}
