package dev.sojourn.host.metrics;

import dev.sojourn.base.text.HeaderText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A request for health or metrics. Its body is ignored.
///
/// @param method as `GET`
/// @param path without the query
/// @param host the `Host` field; empty without one, as in a probe with HTTP/1.0
record MetricsRequest(String method, String path, Optional<String> host) {
  private static final int MAX_HEAD_BYTES = 16 << 10;
  private static final int MAX_REST_BYTES = 64 << 10;
  private static final Duration HEAD_TIME = Duration.ofSeconds(10);
  private static final Duration REST_TIME = Duration.ofMillis(500);

  /// Reads a request.
  ///
  /// @return the request; empty if it is malformed or too long
  /// @throws IOException if the connection ends before the complete head, or the head takes too
  ///   long
  static Optional<MetricsRequest> read(Socket socket) throws IOException {
    long until = System.nanoTime() + HEAD_TIME.toNanos();
    var in = socket.getInputStream();
    var head = new ByteArrayOutputStream();
    var buffer = new byte[4 << 10];
    while (head.size() <= MAX_HEAD_BYTES) {
      int count = read(socket, in, buffer, until);
      if (count < 0) {
        throw new IOException("the request broke off");
      }
      head.write(buffer, 0, count);
      var text = head.toString(StandardCharsets.ISO_8859_1).replace("\r\n", "\n");
      int end = text.indexOf("\n\n");
      if (end >= 0) {
        return of(text.substring(0, end).lines().toList());
      }
    }
    return Optional.empty();
  }

  private static int read(Socket socket, InputStream in, byte[] buffer, long until)
      throws IOException {
    long millis = Duration.ofNanos(until - System.nanoTime()).toMillis();
    if (millis <= 0) {
      throw new SocketTimeoutException("the request took too long");
    }
    socket.setSoTimeout((int) millis);
    return in.read(buffer);
  }

  private static Optional<MetricsRequest> of(List<String> lines) {
    var words = lines.isEmpty() ? List.<String>of() : HeaderText.words(lines.getFirst(), 4);
    var hosts =
        lines.stream()
            .skip(1)
            .filter(line -> line.regionMatches(true, 0, "host:", 0, 5))
            .map(line -> HeaderText.strip(line.substring(5)))
            .toList();
    boolean isRequest =
        words.size() == 3
            && words.get(1).startsWith("/")
            && words.get(2).startsWith("HTTP/1.")
            && hosts.size() <= 1;
    return isRequest
        ? Optional.of(
            new MetricsRequest(
                words.getFirst(), words.get(1).split("\\?", 2)[0], hosts.stream().findFirst()))
        : Optional.empty();
  }

  /// Waits until the client has read the answer: closing with unread octets would reset the
  /// connection.
  static void awaitEnd(Socket socket) throws IOException {
    socket.shutdownOutput();
    long until = System.nanoTime() + REST_TIME.toNanos();
    var buffer = new byte[4 << 10];
    int rest = 0;
    for (int count = 0; count >= 0 && rest < MAX_REST_BYTES; rest += count) {
      count = read(socket, socket.getInputStream(), buffer, until);
    }
  }
}
