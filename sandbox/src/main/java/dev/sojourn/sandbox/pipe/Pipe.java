package dev.sojourn.sandbox.pipe;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;

/// One end of a pipe between a worker and its caller. Only one thread may read; any thread may
/// write.
public final class Pipe implements AutoCloseable {
  private final FrameChannel frames;

  /// Creates an end of a pipe.
  ///
  /// @param channel a connected channel in blocking mode, which the pipe closes
  public Pipe(ByteChannel channel) {
    this.frames = new FrameChannel(channel);
  }

  /// {@return the frames, for another language after the first message}
  FrameChannel frames() {
    return frames;
  }

  /// Writes a message; may block while the other side does not read.
  ///
  /// @param message the message
  /// @throws IOException if the pipe is broken
  public void send(ToWorker message) throws IOException {
    frames.write(ToWorkerCodec.encode(message));
  }

  /// Writes a message; may block while the other side does not read.
  ///
  /// @param message the message
  /// @throws IOException if the pipe is broken
  public void send(FromWorker message) throws IOException {
    frames.write(FromWorkerCodec.encode(message));
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
    frames.write(
        ByteBuffer.allocate(one.remaining() + other.remaining()).put(one).put(other).flip());
  }

  /// Waits for the next message of a worker.
  ///
  /// @return the message
  /// @throws PipeException if the worker broke the rules
  /// @throws EOFException if the worker closed its end
  /// @throws IOException if the pipe is broken
  public FromWorker readFromWorker() throws IOException {
    var frame = frames.read(FromWorkerCodec::maxBytes);
    return FromWorkerCodec.decode(frame.type(), frame.visit(), frame.body());
  }

  /// Waits for the next message to a worker.
  ///
  /// @return the message
  /// @throws PipeException if the other side broke the rules
  /// @throws EOFException if the other side closed its end
  /// @throws IOException if the pipe is broken
  public ToWorker readToWorker() throws IOException {
    var frame = frames.read(ToWorkerCodec::maxBytes);
    return ToWorkerCodec.decode(frame.type(), frame.visit(), frame.body());
  }

  @Override
  public void close() throws IOException {
    frames.close();
  }
}
