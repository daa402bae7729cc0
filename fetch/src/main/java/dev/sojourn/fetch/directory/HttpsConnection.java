package dev.sojourn.fetch.directory;

import dev.sojourn.fetch.answer.AnswerLength;
import dev.sojourn.fetch.coding.ContentCodings;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import org.apache.hc.client5.http.io.ManagedHttpClientConnection;
import org.apache.hc.core5.http.ContentLengthStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpMessage;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.io.SessionInputBuffer;

/// A connection of the HTTP client that reads one HTTP/1.1 answer (RFC 9112) of bounded size. It is
/// stricter than the client's own: an answer says its length in one way, and the framing of the
/// body is bounded, too. Confined to one thread.
final class HttpsConnection extends DefaultBHttpClientConnection
    implements ManagedHttpClientConnection {

  static final int MAX_LINE = 8 * 1024;
  static final int MAX_FIELDS = 100;

  /// Heads, chunk sizes with their extensions, and trailers together.
  private static final int MAX_FRAMING = 256 * 1024;

  private static final Http1Config LIMITS =
      Http1Config.custom()
          // The client refuses a line as long as its limit, and as many fields.
          .setMaxLineLength(MAX_LINE + 1)
          .setMaxHeaderCount(MAX_FIELDS + 1)
          .setMaxEmptyLineCount(1)
          .build();

  private final Allowance allowance;

  /// @param maxBytes the longest body that is read
  HttpsConnection(int maxBytes) {
    this(maxBytes, new Allowance((long) maxBytes + MAX_FRAMING));
  }

  private HttpsConnection(int maxBytes, Allowance allowance) {
    super(
        LIMITS,
        null,
        null,
        answer -> bodyLength(answer, maxBytes),
        null,
        null,
        // The client gives its configuration to its own parser only.
        _ -> new HttpsHeadParser(LIMITS, in -> new WholeInput(in, allowance)));
    this.allowance = allowance;
  }

  @Override
  public Socket getSocket() {
    return getSocketHolder().getSocket();
  }

  @Override
  public void passivate() {
    // Each connection is used once.
  }

  @Override
  public void activate() {
    // Each connection is used once.
  }

  @Override
  protected InputStream createContentInputStream(
      long length, SessionInputBuffer buffer, InputStream in) {
    return super.createContentInputStream(
        length,
        buffer,
        length == ContentLengthStrategy.UNDEFINED
            ? new CountedInput(in, allowance)
            : new WholeInput(in, allowance));
  }

  /// The length of a body, before anything of it is taken.
  private static long bodyLength(HttpMessage answer, int maxBytes) throws FaultyAnswerException {
    if (answer instanceof HttpResponse response && response.getCode() != HttpStatus.SC_OK) {
      // The body is not read.
      return ContentLengthStrategy.UNDEFINED;
    }
    if (!ContentCodings.of(String.join(",", values(answer, "Content-Encoding"))).isEmpty()) {
      throw new FaultyAnswerException(
          "the answer is compressed, though the request did not allow it");
    }
    if (!values(answer, "Transfer-Encoding").isEmpty()
        && !values(answer, "Content-Length").isEmpty()) {
      throw new FaultyAnswerException("the answer has an unknown framing");
    }
    try {
      long length = AnswerLength.STRATEGY.determineLength(answer);
      if (length > maxBytes) {
        throw tooLong(maxBytes);
      }
      return length;
    } catch (ProtocolException e) {
      throw new FaultyAnswerException(String.valueOf(e.getMessage()));
    }
  }

  /// The fault of an answer whose body is over its limit.
  static FaultyAnswerException tooLong(int maxBytes) {
    return new FaultyAnswerException("the answer has more than " + maxBytes + " bytes");
  }

  private static List<String> values(HttpMessage answer, String name) {
    return Arrays.stream(answer.getHeaders(name)).map(Header::getValue).toList();
  }

  /// The bytes that one answer may have.
  private static final class Allowance {
    private long left;

    Allowance(long bytes) {
      this.left = bytes;
    }

    void take(int bytes) throws IOException {
      left -= bytes;
      if (left < 0) {
        throw new IOException("the answer has more than " + MAX_FRAMING + " bytes of framing");
      }
    }
  }

  /// The bytes of a connection, counted.
  private static class CountedInput extends FilterInputStream {
    private final Allowance allowance;

    CountedInput(InputStream in, Allowance allowance) {
      super(in);
      this.allowance = allowance;
    }

    @Override
    public int read() throws IOException {
      int octet = in.read();
      allowance.take(octet < 0 ? 0 : 1);
      return octet;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      int count = in.read(buffer, offset, length);
      allowance.take(Math.max(0, count));
      return count;
    }
  }

  /// The bytes of a part that states its end, so that the connection must not end before it.
  private static final class WholeInput extends CountedInput {
    WholeInput(InputStream in, Allowance allowance) {
      super(in, allowance);
    }

    @Override
    public int read() throws IOException {
      return whole(super.read());
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      return whole(super.read(buffer, offset, length));
    }

    private static int whole(int read) throws EOFException {
      if (read < 0) {
        throw new EOFException();
      }
      return read;
    }
  }
}
