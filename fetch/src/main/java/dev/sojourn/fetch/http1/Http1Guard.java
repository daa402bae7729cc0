package dev.sojourn.fetch.http1;

import dev.sojourn.fetch.answer.AnswerAllowance;
import dev.sojourn.fetch.answer.AnswerHead;
import dev.sojourn.fetch.answer.AnswerLength;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/// Stands between a server and the client's HTTP/1.1. It reads the head of each answer before the
/// client does, and bounds what the client does not bound. It replaces the head by one that the
/// client cannot stumble over (see [AnswerHead]). The client reads no further than to the end of an
/// answer.
///
/// A server sends more than it said, as a length that is counted in characters does, or gives up a
/// connection with a status of 408. Read as the next answer, that would be another page's. RFC
/// 9112, 9.2 has a client close such a connection, so no request is written on one.
///
/// Used by one thread at a time: the exchange that has the connection.
public final class Http1Guard {
  /// Bound while a connection is looked at: its socket then gives what has come, and waits for
  /// nothing.
  public static final ScopedValue<Boolean> LOOKING = ScopedValue.newInstance();

  private static final int PIECE_BYTES = 8 * 1024;
  private static final int FIRST_FINAL_STATUS = 200;
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;

  private final Http1Input in;
  private final Supplier<? extends AnswerAllowance> payer;
  private final HeadRules rules;
  private final InputStream answers = new Answers();
  private final OutputStream requests;
  private State state = State.NEW;

  private enum State {
    /// No request was made.
    NEW,
    /// A request was made, and its answer has not begun.
    ASKED,
    /// The body of an answer is read.
    BODY,
    /// An answer was read to its end.
    ENDED,
    /// The connection serves no more.
    FAILED
  }

  /// Makes the guard of a connection.
  ///
  /// @param in from the server, without TLS
  /// @param out to the server
  /// @param payer of the exchange that has the connection
  /// @param rules for heads
  public Http1Guard(
      InputStream in,
      OutputStream out,
      Supplier<? extends AnswerAllowance> payer,
      HeadRules rules) {
    this.in = new Http1Input(in);
    this.payer = payer;
    this.rules = rules;
    this.requests = new Requests(out);
  }

  /// {@return the answers for the client}
  public InputStream answers() {
    return answers;
  }

  /// {@return takes the requests of the client}
  public OutputStream requests() {
    return requests;
  }

  private final class Requests extends FilterOutputStream {
    Requests(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int octet) throws IOException {
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int from, int count) throws IOException {
      if (state != State.ASKED) {
        begin();
      }
      out.write(octets, from, count);
    }

    private void begin() throws IOException {
      if (state != State.NEW && (state != State.ENDED || hasUnasked())) {
        state = State.FAILED;
        throw new BrokenAnswerException(
            Fault.CLOSED, "the site sent something before it was asked");
      }
      state = State.ASKED;
    }
  }

  private boolean hasUnasked() throws IOException {
    if (in.hasMore()) {
      return true;
    }
    try {
      // A connection that has ended takes no request either.
      var _ = ScopedValue.where(LOOKING, true).call(in::fill);
      return true;
    } catch (SocketTimeoutException _) {
      return false;
    }
  }

  private final class Answers extends InputStream {
    private final byte[] piece = new byte[PIECE_BYTES];
    private ByteBuffer ready = ByteBuffer.allocate(0);
    private Http1Body body = new Http1Body(in, rules, 0);

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] octets, int from, int count) throws IOException {
      while (!ready.hasRemaining()) {
        switch (state) {
          case ASKED -> ready = guarded(this::head);
          case BODY -> ready = guarded(this::more);
          case NEW, ENDED -> {
            return -1;
          }
          case FAILED ->
              throw new BrokenAnswerException(Fault.CLOSED, "the connection was given up");
        }
      }
      int some = Math.min(count, ready.remaining());
      ready.get(octets, from, some);
      return some;
    }

    private ByteBuffer guarded(Reading reading) throws IOException {
      boolean isWhole = false;
      try {
        var read = reading.read();
        isWhole = true;
        return read;
      } finally {
        state = isWhole ? state : State.FAILED;
      }
    }

    private ByteBuffer head() throws IOException {
      var answer = Http1Head.read(in, rules);
      while (answer.head().status() < FIRST_FINAL_STATUS) {
        payer.get().addInterim();
        payer.get().check();
        answer = Http1Head.read(in, rules);
      }
      long length = length(answer.head());
      body = new Http1Body(in, rules, length);
      state = body.isOver() ? State.ENDED : State.BODY;
      return text(clean(answer, length));
    }

    private long length(AnswerHead head) throws BrokenAnswerException {
      return switch (head.status()) {
        case NO_CONTENT, NOT_MODIFIED -> 0;
        default ->
            rules.isFramingNeeded() || AnswerHead.isPage(head.status())
                ? AnswerLength.of(head)
                : AnswerLength.TO_THE_END;
      };
    }

    private static String clean(Http1Head answer, long length) {
      var head = new StringBuilder("HTTP/1.1 200 OK\r\n");
      for (var field : answer.head().marked()) {
        head.append(field.name()).append(':').append(field.value()).append("\r\n");
      }
      if (length == AnswerLength.CHUNKED) {
        head.append("Transfer-Encoding: chunked\r\n");
      } else if (length >= 0) {
        head.append("Content-Length: ").append(length).append("\r\n");
      }
      boolean isLast = length == AnswerLength.TO_THE_END || !answer.isReusable();
      return head.append(isLast ? "Connection: close\r\n\r\n" : "\r\n").toString();
    }

    private ByteBuffer more() throws IOException {
      int read = body.read(piece);
      state = body.isOver() ? State.ENDED : State.BODY;
      if (read < 0) {
        return text(body.isChunked() ? "0\r\n\r\n" : "");
      }
      if (body.isChunked()) {
        var size = Integer.toHexString(read) + "\r\n";
        return ByteBuffer.allocate(size.length() + read + 2)
            .put(text(size))
            .put(piece, 0, read)
            .put(text("\r\n"))
            .flip();
      }
      return ByteBuffer.wrap(piece, 0, read);
    }

    private static ByteBuffer text(String text) {
      return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private interface Reading {
    ByteBuffer read() throws IOException;
  }
}
