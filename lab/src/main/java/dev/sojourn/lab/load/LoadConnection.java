package dev.sojourn.lab.load;

import dev.sojourn.atp.Problem;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// One connection that sends requests, several at a time if required, and reads their answers.
/// Confined to one thread.
final class LoadConnection implements AutoCloseable {
  private static final int BUFFER_BYTES = 16 * 1024;
  private static final Pattern PROBLEM =
      Pattern.compile(Pattern.quote(Problem.TYPE_PREFIX) + "([a-z0-9-]+)");

  private final Socket socket;
  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int next;
  private int end;
  private long received;

  LoadConnection(Socket socket) throws IOException {
    this.socket = socket;
    this.in = socket.getInputStream();
  }

  /// The outcomes of a number of requests.
  ///
  /// @param okay answers with status 100
  /// @param other answers with another status, and broken connections
  /// @param lastOther the last such answer: its first line and its problem, or how the connection
  ///   broke
  /// @param bytes sent and received
  record Score(int okay, int other, String lastOther, long bytes) {}

  /// Sends all requests, at most `depth` ahead of the answers. Sends no request after the time
  /// limit.
  ///
  /// @param until the time limit, as of [System#nanoTime]
  Score run(List<byte[]> requests, int depth, Latencies latencies, long until) {
    var sent = new ArrayDeque<Long>();
    int sending = 0;
    int okay = 0;
    int other = 0;
    long sentBytes = 0;
    var lastOther = "";
    try {
      do {
        var batch = new ByteArrayOutputStream();
        long now = System.nanoTime();
        while (sending < requests.size() && sent.size() < depth && now - until < 0) {
          batch.writeBytes(requests.get(sending++));
          sent.add(now);
        }
        sentBytes += batch.size();
        socket.getOutputStream().write(batch.toByteArray());
        while (!sent.isEmpty()) {
          var status = readAnswer();
          latencies.record(System.nanoTime() - sent.remove());
          if (status.startsWith("ATP/0.1 100")) {
            okay++;
          } else {
            other++;
            lastOther = status;
          }
          if (next == end) {
            // The next answer is not here yet, so there is time to send.
            break;
          }
        }
      } while (!sent.isEmpty() || (sending < requests.size() && System.nanoTime() - until < 0));
    } catch (IOException e) {
      other++;
      lastOther = "a connection broke: " + e.getMessage();
    }
    return new Score(okay, other, lastOther, sentBytes + received);
  }

  /// Reads one answer. Returns its first line, and the code of its problem if it has one.
  private String readAnswer() throws IOException {
    var status = readLine();
    int length = 0;
    for (var line = readLine(); !line.isEmpty(); line = readLine()) {
      var lower = line.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Integer.parseInt(lower.substring("content-length:".length()).strip());
      }
    }
    var body = new ByteArrayOutputStream();
    for (; length > 0; length--) {
      body.write(readOctet());
    }
    var problem = PROBLEM.matcher(body.toString(StandardCharsets.ISO_8859_1));
    return problem.find() ? status + ": " + problem.group(1) : status;
  }

  private String readLine() throws IOException {
    var line = new ByteArrayOutputStream();
    for (int octet = readOctet(); octet != '\n'; octet = readOctet()) {
      if (octet != '\r') {
        line.write(octet);
      }
    }
    return line.toString(StandardCharsets.ISO_8859_1);
  }

  private int readOctet() throws IOException {
    if (next == end) {
      next = 0;
      end = Math.max(0, in.read(buffer));
      received += end;
      if (end == 0) {
        throw new IOException("the host closed it");
      }
    }
    return buffer[next++] & 0xff;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
