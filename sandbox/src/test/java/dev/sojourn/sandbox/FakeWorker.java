package dev.sojourn.sandbox;

import static org.awaitility.Awaitility.await;

import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ReadReply;
import dev.sojourn.sandbox.pipe.ReaderPipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A worker already taken over: it follows a script of words. Its process is a shell that only
/// reports the place of its socket; a thread of the test speaks for it.
///
/// `ready`, `begin` (waits for an order), `order` (waits for that of a reader), `unread TEXT` (the
/// reply to it), `started`, `page URL`, `ask URL` (and waits for the answer), `refer URL`, `log
/// TEXT`, `finding TEXT`, `state SIZE`, `failed TEXT`, `hex BYTES`, `lie N` (claims N times, a
/// fifth of a second apart, that it takes no processor time), `many N WORD`, `close`. It then stays
/// without reading.
public final class FakeWorker {
  private static final Duration LOOK = Duration.ofMillis(5);

  private final SocketChannel channel;
  private final Pipe pipe;
  private final ReaderPipe orders;
  private int visit = 1;

  private FakeWorker(SocketChannel channel) {
    this.channel = channel;
    this.pipe = new Pipe(channel);
    this.orders = new ReaderPipe(pipe);
  }

  /// A Java home whose `bin/java` is a worker that follows the script.
  public static Path home(Path directory, String... script) throws IOException {
    return home(directory, "mkfifo '%1$s/never' 2>/dev/null; read _ < '%1$s/never'", script);
  }

  /// The same, but the process computes without end.
  public static Path busyHome(Path directory, String... script) throws IOException {
    return home(directory, "while :; do :; done", script);
  }

  private static Path home(Path directory, String rest, String... script) throws IOException {
    var bin = Files.createDirectories(directory.resolve("bin"));
    var started = Files.createFile(directory.resolve("started"));
    Files.writeString(
        bin.resolve("java"),
        """
        #!/bin/sh
        case " $* " in *' -version '*) exit 1 ;; esac # no namespaces, please
        for socket; do :; done
        echo "$$ $socket" >> '%s'
        %s
        """
            .formatted(started, rest.formatted(directory)));
    Files.setPosixFilePermissions(
        bin.resolve("java"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Thread.ofVirtual().start(() -> follow(started, List.of(script)));
    return directory;
  }

  /// Speaks for each process that starts, until the test's directory is deleted.
  private static void follow(Path started, List<String> script) {
    for (int known = 0; Files.exists(started); known++) {
      int before = known;
      await()
          .dontCatchUncaughtExceptions()
          .forever()
          .pollInterval(LOOK)
          .until(() -> !Files.exists(started) || lines(started).size() > before);
      for (var line : lines(started).stream().skip(before).limit(1).toList()) {
        var words = line.split(" ", 2);
        Thread.ofVirtual().start(() -> speak(Long.parseLong(words[0]), words[1], script));
      }
    }
  }

  /// The whole lines of a file; none if it is gone.
  private static List<String> lines(Path file) {
    try {
      var text = Files.readString(file);
      return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
    } catch (IOException _) {
      return List.of();
    }
  }

  /// Speaks until its process ends, which closes its end of the socket as that of a real one.
  private static void speak(long pid, String socket, List<String> script) {
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      var end = ProcessHandle.of(pid).orElseThrow().onExit();
      var _ = end.thenRun(() -> close(channel));
      var worker = new FakeWorker(channel);
      for (var line : script) {
        worker.follow(line);
      }
      end.join();
    } catch (Exception _) {
      // It was killed in the middle.
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void follow(String line) throws Exception {
    int blank = line.indexOf(' ');
    var word = blank < 0 ? line : line.substring(0, blank);
    var rest = blank < 0 ? "" : line.substring(blank + 1);
    switch (word) {
      case "ready" -> pipe.send(new FromWorker.Ready(List.of()));
      case "begin" -> visit = ((ToWorker.Begin) pipe.readToWorker()).visit();
      case "order" -> orders.readOrder();
      case "unread" -> orders.send(new ReadReply.Failed(rest));
      case "started" -> pipe.send(new FromWorker.Started(visit));
      case "page" -> pipe.send(new FromWorker.PageWanted(visit, rest));
      case "ahead" ->
          pipe.send(
              new FromWorker.PageWanted(
                  visit,
                  "http://127.0.0.1:8080/",
                  "",
                  -1,
                  List.of(rest.split(" ")),
                  Optional.empty(),
                  List.of()));
      case "ask" -> {
        follow("page " + rest);
        pipe.readToWorker();
      }
      case "reply" -> pipe.send(new FromWorker.Reply(visit, Integer.parseInt(rest), true, ""));
      case "refer" -> pipe.send(new FromWorker.Referral(visit, rest));
      case "log" -> pipe.send(new FromWorker.LogLine(visit, rest));
      case "finding" ->
          pipe.send(new FromWorker.Finding(visit, rest.getBytes(StandardCharsets.UTF_8)));
      case "state" -> pipe.send(new FromWorker.Checkpoint(visit, new byte[Integer.parseInt(rest)]));
      case "failed" ->
          pipe.send(
              new FromWorker.End(
                  visit, new VisitEnd.Failed(rest, new CodePlace("x\u001b[2J", "\n", -1))));
      case "lie" -> lie(Integer.parseInt(rest));
      case "hex" -> channel.write(ByteBuffer.wrap(HexFormat.of().parseHex(rest)));
      case "many" -> many(rest);
      case "close" -> channel.close();
      default -> throw new IllegalArgumentException(line);
    }
  }

  private void lie(int times) throws Exception {
    var never = new CountDownLatch(1);
    for (int i = 0; i < times; i++) {
      var _ = never.await(200, TimeUnit.MILLISECONDS);
      pipe.send(new FromWorker.Spent(visit, 0, 0));
    }
  }

  private void many(String rest) throws Exception {
    int blank = rest.indexOf(' ');
    for (int i = Integer.parseInt(rest.substring(0, blank)); i > 0; i--) {
      follow(rest.substring(blank + 1));
    }
  }
}
