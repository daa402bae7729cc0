package dev.sojourn.fetch.http1;

import dev.sojourn.fetch.answer.AnswerHeads;
import dev.sojourn.fetch.answer.AnswerLength;
import dev.sojourn.fetch.http2.AnswerHead;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.BasicHttpTransportMetrics;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.ChunkedInputStream;
import org.apache.hc.core5.http.impl.io.ContentLengthInputStream;
import org.apache.hc.core5.http.impl.io.IdentityInputStream;
import org.apache.hc.core5.http.impl.io.SessionInputBufferImpl;
import org.apache.hc.core5.http.io.HttpMessageParser;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

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

  private static final int MAX_LINE_CHARS = 32 * 1024;
  private static final int MAX_FIELDS = 200;

  /// The most characters of all fields of a head; the client takes 256 KiB.
  private static final int MAX_HEAD_CHARS = 128 * 1024;

  private static final int BUFFER_BYTES = 8 * 1024;
  private static final int MIN_CHUNK_BYTES = 512;

  private static final Http1Config LIMITS =
      Http1Config.custom().setMaxLineLength(MAX_LINE_CHARS).setMaxHeaderCount(MAX_FIELDS).build();

  private final InputStream in;
  private final Supplier<? extends AnswerAllowance> payer;
  private final SessionInputBufferImpl buffer =
      new SessionInputBufferImpl(
          new BasicHttpTransportMetrics(), BUFFER_BYTES, MIN_CHUNK_BYTES, MAX_LINE_CHARS, null);
  private final HttpMessageParser<ClassicHttpResponse> heads = AnswerHeads.readers(LIMITS).create();
  private final InputStream answers = new Answers();
  private final OutputStream requests;
  private State state = State.NEW;
  private Optional<Body> body = Optional.empty();

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

  /// The body that follows a head.
  ///
  /// @param in without its framing
  /// @param length in octets; a negative one is a [ContentLengthStrategy]'s
  private record Body(InputStream in, long length) {
    boolean isChunked() {
      return length == ContentLengthStrategy.CHUNKED;
    }
  }

  /// Makes the guard of a connection.
  ///
  /// @param in from the server, without TLS
  /// @param out to the server
  /// @param payer of the exchange that has the connection
  public Http1Guard(InputStream in, OutputStream out, Supplier<? extends AnswerAllowance> payer) {
    this.in = in;
    this.payer = payer;
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
        throw new NoHttpResponseException("the site sent something before it was asked");
      }
      state = State.ASKED;
    }
  }

  private boolean hasUnasked() throws IOException {
    if (buffer.hasBufferedData()) {
      return true;
    }
    try {
      // A connection that has ended takes no request either.
      return ScopedValue.where(LOOKING, true).call(() -> buffer.fillBuffer(in)) != 0;
    } catch (SocketTimeoutException _) {
      return false;
    }
  }

  private final class Answers extends InputStream {
    private final byte[] piece = new byte[BUFFER_BYTES];
    private ByteBuffer ready = ByteBuffer.allocate(0);
    private long left;

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
          case FAILED -> throw new NoHttpResponseException("the connection was given up");
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
      } catch (HttpException e) {
        throw new BrokenAnswerException(String.valueOf(e.getMessage()));
      } finally {
        state = isWhole ? state : State.FAILED;
      }
    }

    private ByteBuffer head() throws IOException, HttpException {
      var answer = heads.parse(buffer, in);
      while (answer.getCode() < HttpStatus.SC_SUCCESS) {
        payer.get().addInterim();
        payer.get().check();
        answer = heads.parse(buffer, in);
      }
      if (answer.getVersion().greaterEquals(HttpVersion.HTTP_2)) {
        throw new BrokenAnswerException(
            "its answer is of a version that was not asked for: " + answer.getVersion());
      }
      boolean isBare =
          answer.getCode() == HttpStatus.SC_NO_CONTENT
              || answer.getCode() == HttpStatus.SC_NOT_MODIFIED;
      long length = isBare ? 0 : AnswerLength.STRATEGY.determineLength(answer);
      body = Optional.of(body(length));
      left = length;
      state = length == 0 ? State.ENDED : State.BODY;
      return text(clean(answer, length));
    }

    private Body body(long length) {
      return new Body(
          length == ContentLengthStrategy.CHUNKED
              ? new ChunkedInputStream(buffer, in, LIMITS)
              : length < 0
                  ? new IdentityInputStream(buffer, in)
                  : new ContentLengthInputStream(buffer, in, length),
          length);
    }

    private static String clean(ClassicHttpResponse answer, long length) throws IOException {
      var head = new StringBuilder("HTTP/1.1 200 OK\r\n");
      for (var field : new AnswerHead(answer.getCode(), AnswerHeads.fields(answer)).marked()) {
        head.append(field.name()).append(':').append(field.value()).append("\r\n");
      }
      if (head.length() > MAX_HEAD_CHARS) {
        throw new MessageConstraintException("head");
      }
      if (length == ContentLengthStrategy.CHUNKED) {
        head.append("Transfer-Encoding: chunked\r\n");
      } else if (length >= 0) {
        head.append("Content-Length: ").append(length).append("\r\n");
      }
      boolean isLast =
          (length < 0 && length != ContentLengthStrategy.CHUNKED)
              || !AnswerHeads.isReusable(answer)
              || !DefaultConnectionReuseStrategy.INSTANCE.keepAlive(
                  null, answer, HttpCoreContext.create());
      return head.append(isLast ? "Connection: close\r\n\r\n" : "\r\n").toString();
    }

    private ByteBuffer more() throws IOException {
      var current = body.orElseThrow();
      int read = current.in().read(piece);
      if (read < 0) {
        state = State.ENDED;
        return text(current.isChunked() ? "0\r\n\r\n" : "");
      }
      if (current.isChunked()) {
        var size = Integer.toHexString(read) + "\r\n";
        return ByteBuffer.allocate(size.length() + read + 2)
            .put(text(size))
            .put(piece, 0, read)
            .put(text("\r\n"))
            .flip();
      }
      left -= read;
      state = left == 0 ? State.ENDED : State.BODY;
      return ByteBuffer.wrap(piece, 0, read);
    }

    private static ByteBuffer text(String text) {
      return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private interface Reading {
    ByteBuffer read() throws IOException, HttpException;
  }

  /// An answer that is not HTTP/1.1. Without a stack trace: a server can cause it.
  private static final class BrokenAnswerException extends IOException {
    private static final long serialVersionUID = 1;

    BrokenAnswerException(String clause) {
      super(clause);
    }

    @Override
    public Throwable fillInStackTrace() {
      return this;
    }
  }
}
