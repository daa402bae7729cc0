package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.Burdens;
import dev.sojourn.lab.sandbox.guest.Greets;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The processor time that a worker takes for each second that its visit is charged, since the
/// collector works on a thread of its own. The fuller the heap, the less has to be allocated for a
/// collection. Also the most that a worker takes for one visit, however full its heap: its caller
/// ends the visit.
final class ChargeFigures {
  private static final Duration WALL_CLOCK = Duration.ofMinutes(2);
  private static final Duration CPU = Duration.ofSeconds(3);

  /// Three times the budget, 5 s, and the time until the next look and the stop.
  private static final double MOST_SECONDS = 3 * 3 + 5 + 2;

  private static final Duration SETTLED = Duration.ofSeconds(2);

  /// The kept part of a heap of 256 MiB.
  private record Kept(String what, String path) {}

  private static final List<Kept> KEPT =
      List.of(
          new Kept("nothing", "/0/0"),
          new Kept("100 MB", "/750/1000"),
          new Kept("200 MB", "/1500/1000"),
          new Kept("220 MB", "/1700/1000"),
          new Kept("233 MB", "/1770/30000"));

  List<Figure> measure() throws IOException, InterruptedException {
    var figures = new ArrayList<Figure>();
    double most = 0;
    for (var kept : KEPT) {
      var use = use(kept.path);
      double times = (double) use.taken.toNanos() / use.charged.toNanos();
      figures.add(
          Figure.of(
              "charge",
              "processor time of a worker for each of its visit, which makes garbage and keeps "
                  + kept.what,
              "times",
              times,
              times,
              times));
      most = Math.max(most, (double) use.taken.toMillis() / 1_000);
    }
    figures.add(
        Figure.atMost(
            "charge",
            "most processor time of a worker for one of these visits, of " + CPU.toSeconds() + " s",
            "s",
            most,
            most,
            most,
            MOST_SECONDS));
    return figures;
  }

  /// The figures of a visit.
  ///
  /// @param taken by its worker's process
  /// @param charged to it, by the worker
  private record Use(Duration taken, Duration charged) {}

  private static Use use(String path) throws IOException, InterruptedException {
    try (var sandbox = ProcessSandbox.open(SandboxSettings.defaults())) {
      var _ = cpu(sandbox, GuestCode.jar(Greets.class, false, "charge"), Greets.class, "/once");
      HandOverFigures.pause(SETTLED);
      var before = ofWorkers();
      var charged =
          cpu(sandbox, GuestCode.jar(Burdens.class, false, "charge"), Burdens.class, path);
      return new Use(ofWorkers().minus(before), charged);
    }
  }

  private static Duration cpu(Sandbox sandbox, byte[] jar, Class<?> entry, String path)
      throws InterruptedException {
    var desk = new SilentDesk(() -> new PageReply.Missing(404, "nothing is here"), _ -> {});
    var limits = Visits.limits(WALL_CLOCK, CPU);
    var visiting = sandbox.start(Visits.order("signer", jar, entry.getName(), path, limits), desk);
    var end = visiting.await();
    if (!(end instanceof VisitEnd.Finished || end instanceof VisitEnd.Stopped)) {
      throw new IllegalStateException(end + " (expected: finished or stopped)");
    }
    return visiting.spending().cpu();
  }

  private static Duration ofWorkers() {
    return ProcessHandle.current()
        .descendants()
        .flatMap(process -> process.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }
}
