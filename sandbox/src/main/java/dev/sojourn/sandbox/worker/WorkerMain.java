package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The program of a worker process. Its one argument is the name of the socket on which it is
/// expected; when that socket closes, the process ends.
public final class WorkerMain {
  private final Pipe pipe;
  private final CodeShelf shelf = new CodeShelf();
  private final Map<Integer, VisitThread> visits = new ConcurrentHashMap<>();

  private WorkerMain(Pipe pipe) {
    this.pipe = pipe;
  }

  /// Runs a worker until its socket closes.
  ///
  /// @param arguments the socket's name
  /// @throws IOException if the socket cannot be connected
  public static void main(String[] arguments) throws IOException {
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(arguments[0]));
    int status = 0;
    try (var pipe = new Pipe(channel)) {
      new WorkerMain(pipe).run();
    } catch (IOException _) {
      status = 1; // The other side is gone or broke the rules; there is nobody to tell.
    } finally {
      // Visits may be under way and deaf; nothing of theirs may delay the end.
      Runtime.getRuntime().halt(status);
    }
  }

  private void run() throws IOException {
    var walls = Rehearsal.run();
    var watchdog = new Thread(new Watchdog(visits.values()), "watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
    pipe.send(new FromWorker.Ready(walls));
    while (true) {
      handle(pipe.readToWorker());
    }
  }

  private void handle(ToWorker message) {
    switch (message) {
      case ToWorker.Begin begin -> begin(begin);
      case ToWorker.Stop(var number, var limit, var reason) -> {
        var visit = visits.get(number);
        if (visit != null) {
          visit.stop(limit, reason);
        }
      }
      case ToWorker.Message mail -> {
        var visit = visits.get(mail.visit());
        if (visit != null) {
          visit.post(mail);
        }
      }
      case ToWorker.Content _, ToWorker.Refused _, ToWorker.Missing _ -> {
        var visit = visits.get(message.visit());
        if (visit != null) {
          visit.answer(message);
        }
      }
    }
  }

  private void begin(ToWorker.Begin begin) {
    var visit = new VisitThread(begin, pipe, shelf, () -> visits.remove(begin.visit()));
    visits.put(begin.visit(), visit);
    visit.start();
  }
}
