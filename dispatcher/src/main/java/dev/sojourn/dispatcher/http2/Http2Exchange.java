package dev.sojourn.dispatcher.http2;

import dev.sojourn.dispatcher.body.SentBody;
import java.io.IOException;
import java.util.List;
import org.apache.hc.core5.http.Header;

/// One request and its answer, for the thread that asks. It blocks its caller; only [#expire] may
/// be called by another thread.
public final class Http2Exchange implements AutoCloseable {
  private final Http2Connection connection;
  private final Http2Connection.Waiter waiter;

  Http2Exchange(Http2Connection connection, Http2Connection.Waiter waiter) {
    this.connection = connection;
    this.waiter = waiter;
  }

  /// Sends the request as soon as the server takes a further one.
  ///
  /// @param fields all of them, pseudo-header fields first; those marked as sensitive are not kept
  ///   in the table of the connection
  /// @throws NotProcessedException if the connection takes no more requests
  /// @throws IOException if it is not sent
  /// @throws InterruptedException if the thread was interrupted
  public void send(List<Header> fields) throws IOException, InterruptedException {
    connection.send(waiter, fields);
  }

  /// {@return the head of the answer, once it is there}
  ///
  /// @throws IOException if there is none
  /// @throws InterruptedException if the thread was interrupted
  public Http2Head head() throws IOException, InterruptedException {
    connection.await(waiter, stream -> stream.head().isPresent());
    return connection.read(() -> waiter.stream().head().orElseThrow());
  }

  /// {@return the body of the answer, once it is there, or as much of it as is wanted; usable until
  /// the exchange is closed}
  ///
  /// @throws IOException if it does not come to its end
  /// @throws InterruptedException if the thread was interrupted
  public SentBody body() throws IOException, InterruptedException {
    connection.await(waiter, Http2Stream::isEnded);
    return connection.read(() -> waiter.stream().body());
  }

  /// Ends the exchange, since its time is over.
  public void expire() {
    connection.expire(waiter);
  }

  /// Lets go of the exchange; what has not come of the answer is not wanted any more. Other
  /// exchanges of the connection go on.
  @Override
  public void close() {
    connection.leave(waiter);
    // Nothing of it arrives from now on.
    waiter.stream().body().close();
  }
}
