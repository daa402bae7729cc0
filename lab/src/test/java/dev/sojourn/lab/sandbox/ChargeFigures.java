package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.Burdens;
import dev.sojourn.lab.sandbox.guest.Greets;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitEnd;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Processor time that a worker takes for each that its visit is charged: the collector works on a
/// thread of its own. The fuller the heap, the less has to be allocated for a collection.
final class ChargeFigures {
  private static final Duration WALL_CLOCK = Duration.ofSeconds(10);
  private static final Duration CPU = Duration.ofSeconds(3);
  private static final Duration SETTLED = Duration.ofSeconds(2);

  /// What is kept of a heap of 256 MiB.
  private record Kept(String what, String path) {}

  private static final List<Kept> KEPT =
      List.of(
          new Kept("nothing", "/0/0"),
          new Kept("100 MB", "/750/1000"),
          new Kept("200 MB", "/1500/1000"),
          new Kept("220 MB", "/1700/1000"));

  List<Figure> measure() throws IOException, InterruptedException {
    var figures = new ArrayList<Figure>();
    for (var kept : KEPT) {
      double times = times(kept.path);
      figures.add(
          Figure.of(
              "charge",
              "processor time of a worker for each of its visit, which makes garbage and keeps "
                  + kept.what,
              "times",
              times,
              times,
              times));
    }
    return figures;
  }

  private static double times(String path) throws IOException, InterruptedException {
    try (var sandbox = Sandbox.open(SandboxSettings.defaults())) {
      var _ = cpu(sandbox, GuestCode.jar(Greets.class, false, "charge"), Greets.class, "/once");
      HandOverFigures.pause(SETTLED);
      var before = ofWorkers();
      var charged =
          cpu(sandbox, GuestCode.jar(Burdens.class, false, "charge"), Burdens.class, path);
      return (double) ofWorkers().minus(before).toNanos() / charged.toNanos();
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
