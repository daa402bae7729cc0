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

/// Guards the client's HTTP/1.1 against a server. It reads the head of each answer before the
/// client does, and adds the limits that the client lacks. It replaces the head by one that cannot
/// confuse the client (see [AnswerHead]). The client cannot read beyond the end of an answer.
///
/// A server may send more than its length says, for example if it counts characters, or send status
/// 408 before it closes. The client would read those octets as the answer for the next page. So no
/// request is written on such a connection (RFC 9112, 9.2).
///
/// Used by one thread at a time: the exchange that has the connection.
public final class Http1Guard {
  /// Bound during a check of a connection: the socket then returns only octets that have come, and
  /// does not wait.
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
    /// The connection had no request yet.
    NEW,
    /// A request was written, and the head of its answer was not read.
    ASKED,
    /// The client reads the body of an answer.
    BODY,
    /// An answer was read to its end.
    ENDED,
    /// The connection can no longer be used.
    FAILED
  }

  /// Makes the guard of a connection.
  ///
  /// @param in the input from the server, without TLS
  /// @param out the output to the server
  /// @param payer gives the allowance of the exchange that has the connection
  /// @param rules the rules for heads
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

  /// {@return the input that the client reads}
  public InputStream answers() {
    return answers;
  }

  /// {@return the output that the client writes to}
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
      // An ended connection counts too: it takes no request.
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
