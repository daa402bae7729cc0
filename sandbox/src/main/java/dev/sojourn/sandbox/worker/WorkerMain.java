package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.confine.ResourceLimits;
import dev.sojourn.sandbox.confine.SeccompPolicy;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.start.ProcessWall;
import dev.sojourn.sandbox.worker.state.StateCodec;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The program of a worker process. Its arguments are the limits that it sets for itself (memory in
/// MiB, and threads or 0) and the path of its socket. When the socket closes, the process ends.
public final class WorkerMain {
  private static final long MIB = 1L << 20;

  /// The exit code if this program itself fails: EX_SOFTWARE of sysexits.h.
  private static final int FAULT = 70;

  private final Pipe pipe;
  private final AdmissionCache admissionCache = new AdmissionCache();
  private final LoaderPrefetch guests = new LoaderPrefetch();
  private final StateCodec.Stock codecs = new StateCodec.Stock();
  private final Map<Integer, VisitThread> visits = new ConcurrentHashMap<>();
  private final Watchdog watchdog = new Watchdog(visits.values());

  private WorkerMain(Pipe pipe) {
    this.pipe = pipe;
  }

  /// Runs a worker until its socket closes.
  ///
  /// @param arguments the MiB, the threads, and the path of the socket
  /// @throws IOException if the socket cannot be connected
  public static void main(String[] arguments) throws IOException {
    var process = SeccompPolicy.prepare();
    var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    channel.connect(UnixDomainSocketAddress.of(arguments[2]));
    var limits =
        new ResourceLimits(Long.parseLong(arguments[0]) * MIB, Integer.parseInt(arguments[1]));
    int status = FAULT;
    try (var pipe = new Pipe(channel)) {
      new WorkerMain(pipe).run(process, limits);
    } catch (IOException _) {
      status = 1; // The other side ended or broke the rules; no receiver for a report is left.
    } finally {
      // Visits may still run without reacting; they must not delay the end.
      Runtime.getRuntime().halt(status);
    }
  }

  private void run(SeccompPolicy process, ResourceLimits limits) throws IOException {
    var walls = new ArrayList<>(Warmup.run());
    var watching = new Thread(watchdog, "watchdog");
    watching.setDaemon(true);
    codecs.fill();
    handle(new ToWorker.Stop(0, "stop", "warmup")); // Links the switch over messages.
    walls.add(ProcessWall.raise(process, limits));
    watching.start();
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
      case ToWorker.Page _, ToWorker.Detail _, ToWorker.Changes _, ToWorker.Usage _ -> {
        var visit = visits.get(message.visit());
        if (visit != null) {
          visit.answer(message);
        }
      }
    }
  }

  private void begin(ToWorker.Begin begin) {
    var visit = new VisitThread(begin, pipe, admissionCache, guests, codecs, visits);
    visits.put(begin.visit(), visit);
    watchdog.wake();
    visit.start();
  }
}
