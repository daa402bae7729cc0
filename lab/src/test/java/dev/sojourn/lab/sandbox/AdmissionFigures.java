package dev.sojourn.lab.sandbox;

import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// The cost of admitting the sample agents. It is measured by itself, in a process like a worker.
/// It is also measured in a visit to a warm worker, from the order to the agent's first request for
/// a page.
final class AdmissionFigures {
  static final String SAMPLE = "dev.sojourn.samples.IndexingAgent";

  private static final double MOST_MILLIS = 20;
  private static final double MOST_CACHED_MILLIS = 0.1;

  private final int processes;
  private final int visits;

  /// @param processes in which a first admission is measured
  /// @param visits with new code, and as many with known code
  AdmissionFigures(int processes, int visits) {
    this.processes = processes;
    this.visits = visits;
  }

  List<Figure> measure() throws Exception {
    var first = new double[processes];
    var later = new double[processes];
    var cached = new double[processes];
    for (int i = 0; i < processes; i++) {
      var noted = WorkerLike.run(true, AdmissionFork.class);
      first[i] = Double.parseDouble(noted[0]);
      later[i] = Double.parseDouble(noted[1]);
      cached[i] = Double.parseDouble(noted[2]);
    }
    var fresh = new double[visits];
    var known = new double[visits];
    var sample = Class.forName(SAMPLE);
    try (var sandbox = ProcessSandbox.open(SandboxSettings.defaults())) {
      millisToFirstPage(sandbox, GuestCode.jar(sample, true, "warm"));
      for (int i = 0; i < visits; i++) {
        var jar = GuestCode.jar(sample, true, "new" + i);
        fresh[i] = millisToFirstPage(sandbox, jar);
        known[i] = millisToFirstPage(sandbox, jar);
      }
    }
    return List.of(
        held(
            "sample agents admitted, in a process that admitted others before", later, MOST_MILLIS),
        held("admitted before", cached, MOST_CACHED_MILLIS),
        open("sample agents admitted, as the second code of a process that did not warm up", first),
        open("order to first request for a page, new code, warm worker", fresh),
        open("order to first request for a page, known code, warm worker", known));
  }

  private static Figure held(String what, double[] millis, double most) {
    return Figure.atMost(
        "admission",
        what,
        "ms",
        Figure.at(millis, 0.5),
        Figure.at(millis, 0),
        Figure.at(millis, 1),
        most);
  }

  private static Figure open(String what, double[] millis) {
    return Figure.of(
        "admission",
        what,
        "ms",
        Figure.at(millis, 0.5),
        Figure.at(millis, 0),
        Figure.at(millis, 1));
  }

  private static double millisToFirstPage(Sandbox sandbox, byte[] jar)
      throws IOException, InterruptedException {
    var asked = new AtomicLong();
    var desk =
        new SilentDesk(
            () -> {
              asked.compareAndSet(0, System.nanoTime());
              return new PageReply.Missing(404, "nothing is here");
            },
            _ -> {});
    var limits = Visits.limits(Duration.ofMinutes(1), Duration.ofMinutes(1));
    var order = Visits.order("signer", jar, SAMPLE, "/", limits);
    long begun = System.nanoTime();
    var end = sandbox.start(order, desk).await();
    if (!(end instanceof VisitEnd.Finished)) {
      throw new IllegalStateException(end + " (expected: finished)");
    }
    return (asked.get() - begun) / 1e6;
  }
}
