package dev.sojourn.dispatcher.http2;

import dev.sojourn.dispatcher.body.SentBody;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;

/// One exchange on a connection: what came of its answer so far. It takes no more of a body than is
/// wanted. Guarded by the lock of the connection.
final class Http2Stream {
  private final ExchangeMeter meter;
  private final SentBody body;
  private final Runnable changed;
  private final long begunNanos = System.nanoTime();
  private int id;
  private Optional<Http2Head> head = Optional.empty();
  private OptionalLong length = OptionalLong.empty();
  private long arrived;
  private int uncredited;
  private boolean isEnded;
  private Optional<IOException> failure = Optional.empty();
  private long touchedNanos = begunNanos;

  /// @param meter pays for its bytes
  /// @param body takes the body as it comes
  /// @param changed wakes its caller
  Http2Stream(ExchangeMeter meter, SentBody body, Runnable changed) {
    this.meter = meter;
    this.body = body;
    this.changed = changed;
  }

  /// Takes the fields of a head, of an interim head or of trailers.
  ///
  /// @throws IOException if the answer may not have them; that costs this exchange only
  void fields(List<Header> fields, boolean isLast) throws IOException {
    if (head.isPresent()) {
      if (!isLast) {
        throw broken("its answer has two heads");
      }
      end();
      return;
    }
    var read = Http2Fields.head(fields);
    if (read.status() < 200) {
      if (isLast || read.status() == 101) {
        throw broken("its answer has the status " + read.status());
      }
      meter.addInterim();
      return;
    }
    length = Http2Fields.contentLength(read);
    head = Optional.of(read);
    if (isLast) {
      end();
    }
    changed.run();
  }

  /// Takes a part of the body.
  ///
  /// @return whether nothing more of it is wanted
  /// @throws IOException if the answer may not have it; that costs this exchange only
  boolean data(ByteBuffer octets, boolean isLast) throws IOException {
    if (head.isEmpty()) {
      throw broken("its answer has a body before its head");
    }
    arrived += octets.remaining();
    if (length.isPresent() && arrived > length.getAsLong()) {
      throw broken("its body is longer than its Content-Length");
    }
    body.add(octets.array(), octets.arrayOffset() + octets.position(), octets.remaining());
    if (isLast || body.isTruncated()) {
      end();
    }
    return isEnded;
  }

  private void end() throws ConnectionClosedException {
    if (!body.isTruncated() && length.isPresent() && arrived < length.getAsLong()) {
      throw new ConnectionClosedException("the body ends early");
    }
    isEnded = true;
    changed.run();
  }

  /// {@return the bytes of the window to give back, 0 while they are few}
  int credit(int flowBytes, int enough) {
    uncredited += flowBytes;
    int credit = uncredited >= enough ? uncredited : 0;
    uncredited -= credit;
    return credit;
  }

  /// Ends the exchange without an answer, unless it has ended already.
  void fail(IOException cause) {
    if (!isEnded && failure.isEmpty()) {
      failure = Optional.of(cause);
      changed.run();
    }
  }

  /// Ends the exchange because the connection has ended.
  void fail() {
    fail(
        head.isPresent()
            ? new ConnectionClosedException("the connection ends early")
            : new NotProcessedException("it closed the connection without an answer"));
  }

  void requireAlive() throws IOException {
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  void touch(long nanos) {
    touchedNanos = nanos;
  }

  long touchedNanos() {
    return touchedNanos;
  }

  long begunNanos() {
    return begunNanos;
  }

  boolean isSent() {
    return id != 0;
  }

  int id() {
    return id;
  }

  void id(int given) {
    id = given;
  }

  ExchangeMeter meter() {
    return meter;
  }

  Optional<Http2Head> head() {
    return head;
  }

  boolean isOver() {
    return isEnded || failure.isPresent();
  }

  boolean isEnded() {
    return isEnded;
  }

  SentBody body() {
    return body;
  }

  private static Http2Exception broken(String clause) {
    return new Http2Exception(Http2ErrorCode.PROTOCOL_ERROR, clause);
  }
}
