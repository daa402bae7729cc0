package dev.sojourn.sandbox.pipe;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/// One end of a pipe. Only one thread may read; any thread may write, always a whole frame.
///
/// ```
///  0        4      5        9
///  +--------+------+--------+---------- - -
///  | length | type | visit  | fields
///  +--------+------+--------+---------- - -
///           '---- length bytes ----- - - --'
/// ```
///
/// After the header of a message, the reader checks its size against the limit of its type.
public final class Pipe implements AutoCloseable {
  /// The bytes of length, type and number of the visit.
  static final int HEADER_BYTES = 9;

  private static final int READ_BUFFER_BYTES = 64 << 10;
  private static final int WRITE_BYTES = 256 << 10;

  private final ByteChannel channel;
  private final Object writing = new Object();
  private final ByteBuffer incoming = ByteBuffer.allocateDirect(READ_BUFFER_BYTES).flip();

  /// Creates an end of a pipe.
  ///
  /// @param channel a connected channel in blocking mode, which the pipe closes
  public Pipe(ByteChannel channel) {
    this.channel = channel;
  }

  /// Writes a message; may block while the other side does not read.
  ///
  /// @param message the message
  /// @throws IOException if the pipe is broken
  public void send(ToWorker message) throws IOException {
    write(ToWorkerCodec.encode(message));
  }

  /// Writes a message; may block while the other side does not read.
  ///
  /// @param message the message
  /// @throws IOException if the pipe is broken
  public void send(FromWorker message) throws IOException {
    write(FromWorkerCodec.encode(message));
  }

  /// Writes two messages together, so that the reader wakes only once; may block while the other
  /// side does not read.
  ///
  /// @param first the first message
  /// @param second the second message
  /// @throws IOException if the pipe is broken
  public void send(FromWorker first, FromWorker second) throws IOException {
    var one = FromWorkerCodec.encode(first);
    var other = FromWorkerCodec.encode(second);
    write(ByteBuffer.allocate(one.remaining() + other.remaining()).put(one).put(other).flip());
  }

  /// Waits for the next message of a worker.
  ///
  /// @return the message
  /// @throws PipeException if the worker broke the rules
  /// @throws EOFException if the worker closed its end
  /// @throws IOException if the pipe is broken
  public FromWorker readFromWorker() throws IOException {
    int length = readInt();
    int type = readByte();
    int most = FromWorkerCodec.maxBytes(type);
    int visit = readInt();
    return FromWorkerCodec.decode(type, visit, readBody(length, most));
  }

  /// Waits for the next message to a worker.
  ///
  /// @return the message
  /// @throws PipeException if the other side broke the rules
  /// @throws EOFException if the other side closed its end
  /// @throws IOException if the pipe is broken
  public ToWorker readToWorker() throws IOException {
    int length = readInt();
    int type = readByte();
    int most = ToWorkerCodec.maxBytes(type);
    int visit = readInt();
    return ToWorkerCodec.decode(type, visit, readBody(length, most));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void write(ByteBuffer frame) throws IOException {
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
