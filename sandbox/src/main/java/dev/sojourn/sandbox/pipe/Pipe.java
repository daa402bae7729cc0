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

  /// Writes messages together, so that the reader wakes only once; may block while the other side
  /// does not read.
  ///
  /// @param messages the messages; at least one
  /// @throws IOException if the pipe is broken
  public void send(FromWorker... messages) throws IOException {
    var all = FromWorkerCodec.encode(messages[0]);
    for (int i = 1; i < messages.length; i++) {
      var next = FromWorkerCodec.encode(messages[i]);
      all = ByteBuffer.allocate(all.remaining() + next.remaining()).put(all).put(next).flip();
    }
    frames.write(all);
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
