package dev.sojourn.lab.site;

import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import dev.sojourn.lab.result.ServerResult;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;

/// The access log of the web server, with one line for each answer: time, method, target, status,
/// bytes of request and answer, and media type.
public final class AccessLog implements AutoCloseable {
  private static final int METHOD = 1;
  private static final int TARGET = 2;
  private static final int STATUS = 3;
  private static final int REQUEST_BYTES = 4;
  private static final int ANSWER_BYTES = 5;
  private static final int MEDIA_TYPE = 6;
  private static final String HTML = "text/html";

  private final Writer out;
  private final InstantSource clock;

  /// Begins a log.
  AccessLog(Path file, InstantSource clock) throws IOException {
    this.clock = clock;
    this.out = Files.newBufferedWriter(file);
  }

  /// Adds an answer. Thread-safe.
  ///
  /// @param request of the client
  /// @param reply the answer
  synchronized void add(RequestHead request, SiteFiles.Reply reply) throws IOException {
    out.write(
        "%s %s %s %d %d %d %s%n"
            .formatted(
                clock.instant(),
                request.method(),
                request.target(),
                reply.status(),
                request.length(),
                reply.length(),
                reply.mediaType()));
    // The log is read while the server runs, at the end of each round.
    out.flush();
  }

  /// Writes buffered lines, and closes the file.
  @Override
  public synchronized void close() throws IOException {
    out.close();
  }

  /// Sums several logs.
  ///
  /// @param files logs of servers that have ended, or handle no request at the moment
  /// @return the sums; zero without logs
  /// @throws IOException if a log cannot be read
  public static ServerResult sum(List<Path> files) throws IOException {
    var sum = ServerResult.NONE;
    for (var file : files) {
      if (Files.exists(file)) {
        sum = sum.plus(sum(file));
      }
    }
    return sum;
  }

  private static ServerResult sum(Path file) throws IOException {
    long requests = 0;
    long received = 0;
    long sent = 0;
    var pages = FingerprintTable.plain();
    try (var lines = Files.lines(file)) {
      for (var line : (Iterable<String>) lines::iterator) {
        var words = line.split(" ", -1);
        requests++;
        received += Long.parseLong(words[REQUEST_BYTES]);
        sent += Long.parseLong(words[ANSWER_BYTES]);
        if (isPage(words)) {
          pages.add(Fingerprint.of(words[TARGET]));
        }
      }
    }
    return new ServerResult(requests, received, sent, pages.size());
  }

  private static boolean isPage(String[] words) {
    return words[METHOD].equals("GET")
        && words[STATUS].equals("200")
        && words[MEDIA_TYPE].replace(";", "").equals(HTML);
  }
}
