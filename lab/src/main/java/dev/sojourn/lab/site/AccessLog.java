package dev.sojourn.lab.site;

import dev.sojourn.lab.result.ServerResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;

/// The access log of the web server: one line for each answer, with time, method, target, status,
/// bytes of the request and bytes of the answer.
public final class AccessLog implements AutoCloseable {
  private static final int REQUEST_BYTES = 4;
  private static final int ANSWER_BYTES = 5;

  private final Writer out;
  private final InstantSource clock;

  /// Begins a log.
  AccessLog(Path file, InstantSource clock) throws IOException {
    this.clock = clock;
    this.out = Files.newBufferedWriter(file);
  }

  /// Adds an answer. Several threads may call.
  ///
  /// @param request method and target, without spaces but the one between them
  synchronized void add(String request, int status, long requestBytes, long answerBytes)
      throws IOException {
    out.write(
        clock.instant() + " " + request + " " + status + " " + requestBytes + " " + answerBytes);
    out.write('\n');
  }

  /// Writes out what is kept in memory.
  @Override
  public synchronized void close() throws IOException {
    out.close();
  }

  /// Sums a log up.
  ///
  /// @param file of a server that has ended
  /// @return its sums; nothing where there is no log
  /// @throws IOException if it cannot be read
  public static ServerResult sum(Path file) throws IOException {
    if (!Files.exists(file)) {
      return ServerResult.NONE;
    }
    long requests = 0;
    long received = 0;
    long sent = 0;
    try (var lines = Files.lines(file)) {
      for (var line : (Iterable<String>) lines::iterator) {
        var words = line.split(" ", -1);
        requests++;
        received += Long.parseLong(words[REQUEST_BYTES]);
        sent += Long.parseLong(words[ANSWER_BYTES]);
      }
    }
    return new ServerResult(requests, received, sent);
  }
}
