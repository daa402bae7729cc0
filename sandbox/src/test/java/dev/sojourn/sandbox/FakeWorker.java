package dev.sojourn.sandbox;

import dev.sojourn.sandbox.pipe.CodePlace;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.io.File;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// A worker already taken over: it follows a script of words.
///
/// `ready`, `begin` (waits for an order), `started`, `page URL`, `ask URL` (and waits for the
/// answer), `refer URL`, `log TEXT`, `finding TEXT`, `state SIZE`, `failed TEXT`, `hex BYTES`,
/// `spent MILLIS` (of processor time), `spin MILLIS` (computes for so long), `many N WORD`, `deaf`
/// (stays without reading), `close`.
final class FakeWorker {
  private final SocketChannel channel;
  private final Pipe pipe;
  private int visit = 1;

  private FakeWorker(SocketChannel channel) {
    this.channel = channel;
    this.pipe = new Pipe(channel);
  }

  /// A Java home whose `bin/java` is a worker that follows the script.
  static Path home(Path directory, String... script) throws IOException {
    var bin = Files.createDirectories(directory.resolve("bin"));
    Files.write(directory.resolve("script"), List.of(script));
    var java = Path.of(System.getProperty("java.home"), "bin", "java");
    Files.writeString(
        bin.resolve("java"),
        """
        #!/bin/sh
        case " $* " in *' -version '*) exit 1 ;; esac # no namespaces, please
        exec '%s' -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp '%s' %s '%s' "$@"
        """
            .formatted(
                java,
                absolute(System.getProperty("java.class.path")),
                FakeWorker.class.getName(),
                directory.resolve("script")));
    Files.setPosixFilePermissions(
        bin.resolve("java"), PosixFilePermissions.fromString("rwxr-xr-x"));
    return directory;
  }

  /// The worker's directory is not the test's.
  private static String absolute(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator, -1))
        .map(element -> Path.of(element).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }

  public static void main(String[] arguments) throws Exception {
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(arguments[arguments.length - 1]));
    var worker = new FakeWorker(channel);
    for (var line : Files.readAllLines(Path.of(arguments[0]))) {
      worker.follow(line);
    }
    worker.follow("deaf");
  }

  private void follow(String line) throws Exception {
    int blank = line.indexOf(' ');
    var word = blank < 0 ? line : line.substring(0, blank);
    var rest = blank < 0 ? "" : line.substring(blank + 1);
    switch (word) {
      case "ready" -> pipe.send(new FromWorker.Ready(List.of()));
      case "begin" -> visit = ((ToWorker.Begin) pipe.readToWorker()).visit();
      case "started" -> pipe.send(new FromWorker.Started(visit));
      case "page" -> pipe.send(new FromWorker.PageWanted(visit, rest));
      case "ahead" ->
          pipe.send(
              new FromWorker.PageWanted(
                  visit, "http://127.0.0.1:8080/", "", -1, List.of(rest.split(" "))));
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
          pipe.send(new FromWorker.Failed(visit, rest, new CodePlace("x\u001b[2J", "\n", -1)));
      case "spent" ->
          pipe.send(
              new FromWorker.Spent(visit, TimeUnit.MILLISECONDS.toNanos(Long.parseLong(rest)), 0));
      case "spin" -> {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(rest));
        while (System.nanoTime() < end) {
          Thread.onSpinWait();
        }
      }
      case "hex" -> channel.write(ByteBuffer.wrap(HexFormat.of().parseHex(rest)));
      case "many" -> many(rest);
      case "close" -> channel.close();
      case "deaf" -> Thread.currentThread().join();
      default -> throw new IllegalArgumentException(line);
    }
  }

  private void many(String rest) throws Exception {
    int blank = rest.indexOf(' ');
    for (int i = Integer.parseInt(rest.substring(0, blank)); i > 0; i--) {
      follow(rest.substring(blank + 1));
    }
  }
}
