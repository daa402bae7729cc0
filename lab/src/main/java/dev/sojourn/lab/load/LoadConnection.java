package dev.sojourn.lab.load;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;

/// One connection that sends requests, several at a time if it is told so, and reads their answers.
/// Confined to one thread.
final class LoadConnection implements AutoCloseable {
  private final Socket socket;
  private final InputStream in;

  LoadConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /// What came of a number of requests.
  ///
  /// @param okay answers with 100
  /// @param other answers with another code
  /// @param lastOther the first line of the last of those
  record Score(int okay, int other, String lastOther) {}

  /// Sends all requests, never more than `depth` ahead of the answers.
  Score run(List<byte[]> requests, int depth, Latencies latencies) throws IOException {
    var sent = new ArrayDeque<Long>();
    int next = 0;
    int okay = 0;
    int other = 0;
    var lastOther = "";
    while (next < requests.size() || !sent.isEmpty()) {
      var batch = new ByteArrayOutputStream();
      while (next < requests.size() && sent.size() < depth) {
        batch.writeBytes(requests.get(next++));
        sent.add(System.nanoTime());
      }
      if (batch.size() > 0) {
        socket.getOutputStream().write(batch.toByteArray());
      }
      var status = readAnswer();
      latencies.record(System.nanoTime() - sent.remove());
      if (status.startsWith("ATP/0.1 100")) {
        okay++;
      } else {
        other++;
        lastOther = status;
      }
    }
    return new Score(okay, other, lastOther);
  }

  /// Reads one answer; gives its first line.
  private String readAnswer() throws IOException {
    var status = readLine();
    int length = 0;
    for (var line = readLine(); !line.isEmpty(); line = readLine()) {
      var lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring("content-length:".length()).strip());
      }
    }
    in.skipNBytes(length);
    return status;
  }

  private String readLine() throws IOException {
    var line = new StringBuilder();
    for (int octet = in.read(); octet != '\n'; octet = in.read()) {
      if (octet < 0) {
        throw new IOException("the host closed the connection after: " + line);
      }
      if (octet != '\r') {
        line.append((char) octet);
      }
    }
    return line.toString();
  }

  /// Sends bytes and waits for nothing.
  void send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
