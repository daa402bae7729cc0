package dev.sojourn.corpus;

import dev.sojourn.agent.Next;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/// A worker that an agent has already taken over: after its first order, it follows a script, then
/// stays without reading.
///
/// Words: `page URL`, `ask URL` (waits for the answer), `tell URL` (logs the answer and finishes),
/// `refer URL`, `log TEXT`, `finding TEXT`, `state SIZE`, `spent CPU BYTES`, `stopping LIMIT`,
/// `failed TEXT`, `started`, `ready`, `hex BYTES`, `deep LEVELS`, `many N WORD`, `silent`, `close`,
/// `exit STATUS`.
public final class ScriptedWorker {
  private final SocketChannel channel;
  private final Pipe pipe;
  private int visit = 1;

  private ScriptedWorker(SocketChannel channel) {
    this.channel = channel;
    this.pipe = new Pipe(channel);
  }

  /// Runs a script.
  ///
  /// @param arguments the script's file, then the arguments of a worker, ending with the socket's
  ///   name
  /// @throws Exception if the other side is gone
  public static void main(String[] arguments) throws Exception {
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(arguments[arguments.length - 1]));
    var worker = new ScriptedWorker(channel);
    worker.pipe.send(new FromWorker.Ready(List.of()));
    worker.visit = ((ToWorker.Begin) worker.pipe.readToWorker()).visit();
    worker.pipe.send(new FromWorker.Started(worker.visit));
    for (var line : Files.readAllLines(Path.of(arguments[0]))) {
      worker.follow(line);
    }
    worker.follow("silent");
  }

  private void follow(String line) throws IOException, InterruptedException {
    int blank = line.indexOf(' ');
    var word = blank < 0 ? line : line.substring(0, blank);
    var rest = blank < 0 ? "" : line.substring(blank + 1);
    switch (word) {
      case "ready" -> pipe.send(new FromWorker.Ready(List.of()));
      case "started" -> pipe.send(new FromWorker.Started(visit));
      case "page" -> pipe.send(new FromWorker.PageWanted(visit, rest));
      case "ask" -> {
        follow("page " + rest);
        var _ = pipe.readToWorker();
      }
      case "tell" -> announce(rest);
      case "refer" -> pipe.send(new FromWorker.Referral(visit, rest));
      case "log" -> pipe.send(new FromWorker.LogLine(visit, rest));
      case "finding" -> finding(rest);
      case "deep" -> {
        int levels = Integer.parseInt(rest);
        finding("{\"a\":" + "[".repeat(levels) + "]".repeat(levels) + "}");
      }
      case "state" -> pipe.send(new FromWorker.Checkpoint(visit, new byte[Integer.parseInt(rest)]));
      case "spent" -> {
        var numbers = rest.split(" ", 2);
        pipe.send(
            new FromWorker.Spent(visit, Long.parseLong(numbers[0]), Long.parseLong(numbers[1])));
      }
      case "stopping" -> pipe.send(new FromWorker.Stopping(visit, rest, rest, CodePlace.UNKNOWN));
      case "failed" -> end(new VisitEnd.Failed(rest + "\u001b[2J", CodePlace.UNKNOWN));
      case "hex" -> channel.write(ByteBuffer.wrap(HexFormat.of().parseHex(rest)));
      case "many" -> many(rest);
      case "close" -> channel.close();
      case "exit" -> Runtime.getRuntime().halt(Integer.parseInt(rest));
      case "silent" -> Thread.currentThread().join();
      default -> throw new IllegalArgumentException(line);
    }
  }

  private void announce(String url) throws IOException, InterruptedException {
    follow("page " + url);
    var answer = String.valueOf(pipe.readToWorker());
    pipe.send(new FromWorker.LogLine(visit, answer.substring(0, Math.min(900, answer.length()))));
    end(new VisitEnd.Finished(new byte[0], Next.done()));
  }

  private void end(VisitEnd.Reported end) throws IOException {
    pipe.send(new FromWorker.End(visit, end));
  }

  private void finding(String json) throws IOException {
    pipe.send(new FromWorker.Finding(visit, json.getBytes(StandardCharsets.UTF_8)));
  }

  private void many(String rest) throws IOException, InterruptedException {
    int blank = rest.indexOf(' ');
    for (int i = Integer.parseInt(rest.substring(0, blank)); i > 0; i--) {
      follow(rest.substring(blank + 1));
    }
  }
}
