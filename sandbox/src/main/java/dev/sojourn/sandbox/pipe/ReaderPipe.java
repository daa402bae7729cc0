package dev.sojourn.sandbox.pipe;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ViewReader;
import java.io.EOFException;
import java.io.IOException;

/// One end of a pipe between a reader and its caller, after the reader's first message on its
/// [Pipe]. The caller sends one order, then reads its reply. Only one thread at a time may use it.
public final class ReaderPipe implements AutoCloseable {
  private static final int ORDER = 21;
  private static final int DONE = 91;
  private static final int TOO_SLOW = 92;
  private static final int FAILED = 93;
  private static final int ORDER_BYTES = 96 << 20;
  private static final int REASON_BYTES = 16 << 10;

  private final FrameChannel frames;

  /// Continues a pipe.
  ///
  /// @param pipe a pipe from which only a worker's first message was read
  public ReaderPipe(Pipe pipe) {
    this.frames = pipe.frames();
  }

  /// Sends an order; may block while the reader does not read.
  ///
  /// @param order the order
  /// @throws IOException if the pipe is broken
  // Both ends of the pipe come from the same build.
  @SuppressWarnings("EnumOrdinal")
  public void send(ReadOrder order) throws IOException {
    var source = order.source();
    frames.write(
        new FieldWriter(source.body().length + 1024)
            .int32(order.wanted().ordinal())
            .int32(order.cpuMillis())
            .text(source.url().toString())
            .fields(source.fields())
            .blob(source.body())
            .frame(ORDER, 0));
  }

  /// Waits for the next order.
  ///
  /// @return the order
  /// @throws PipeException if the other side broke the rules
  /// @throws EOFException if the other side closed its end
  /// @throws IOException if the pipe is broken
  // Both ends of the pipe come from the same build.
  @SuppressWarnings("EnumOrdinal")
  public ReadOrder readOrder() throws IOException {
    var in = new FieldReader(frames.read(type -> only(type, ORDER, ORDER_BYTES)).body());
    int wanted = in.int32();
    if (wanted < 0 || wanted >= ReadOrder.Wanted.values().length) {
      throw new PipeException("view: " + wanted);
    }
    int cpuMillis = in.int32();
    var url = PageUrl.parse(in.text()).orElseThrow(() -> new PipeException("a page without a URL"));
    var source = new ViewReader.Source(url, in.fields(), in.blob());
    in.end();
    return new ReadOrder(ReadOrder.Wanted.values()[wanted], cpuMillis, source);
  }

  private static int only(int type, int expected, int most) throws PipeException {
    if (type != expected) {
      throw new PipeException("message of type " + type + " (expected: " + expected + ")");
    }
    return most;
  }

  /// Sends a reply; may block while the caller does not read.
  ///
  /// @param reply the reply
  /// @throws IOException if the pipe is broken
  public void send(ReadReply reply) throws IOException {
    frames.write(
        switch (reply) {
          case ReadReply.Done(var octets) ->
              new FieldWriter(octets.length).octets(octets).frame(DONE, 0);
          case ReadReply.TooSlow _ -> new FieldWriter(0).frame(TOO_SLOW, 0);
          case ReadReply.Failed(var reason) -> new FieldWriter(128).text(reason).frame(FAILED, 0);
        });
  }

  /// Waits for the reply to the last order.
  ///
  /// @return the reply of a process that may be hostile
  /// @throws PipeException if the reader broke the rules
  /// @throws EOFException if the reader closed its end
  /// @throws IOException if the pipe is broken
  public ReadReply readReply() throws IOException {
    var frame = frames.read(ReaderPipe::maxReplyBytes);
    if (frame.type() == DONE) {
      return new ReadReply.Done(frame.body());
    }
    var in = new FieldReader(frame.body());
    ReadReply reply =
        switch (frame.type()) {
          case TOO_SLOW -> new ReadReply.TooSlow();
          default -> new ReadReply.Failed(in.text());
        };
    in.end();
    return reply;
  }

  private static int maxReplyBytes(int type) throws PipeException {
    return switch (type) {
      case DONE -> PageView.MAX_BYTES;
      case TOO_SLOW -> 0;
      case FAILED -> REASON_BYTES;
      default -> throw new PipeException("message of type " + type + " (expected: 91 to 93)");
    };
  }

  @Override
  public void close() throws IOException {
    frames.close();
  }
}
