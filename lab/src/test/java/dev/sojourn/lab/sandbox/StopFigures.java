package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.RunsOn;
import dev.sojourn.sandbox.PageReply;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/// How long after the end of its budget a visit in a real worker is over. A poll stops loops of
/// many kinds. Calls of the JDK that no poll reaches cost the worker.
final class StopFigures {
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final double MOST_MILLIS = 50;

  private final int seeds;
  private final int callSeeds;
  private final SplittableRandom random = new SplittableRandom(7);

  /// @param seeds visits of each kind of loop, for each kind of budget
  /// @param callSeeds visits of each kind of call
  StopFigures(int seeds, int callSeeds) {
    this.seeds = seeds;
    this.callSeeds = callSeeds;
  }

  /// One visit from its order to its end.
  private record Run(double millisLate, double cpuMillis) {}

  /// The time by which a visit was late.
  private record Late(String path, double millis) {}

  List<Figure> measure() throws IOException, InterruptedException {
    var jar = GuestCode.jar(RunsOn.class, false, "stops");
    var late = new ArrayList<Late>();
    var over = new ArrayList<Late>();
    var killed = new ArrayList<Late>();
    var settings = SandboxSettings.defaults();
    double grace = settings.deadlines().grace().toMillis();
    try (var sandbox = ProcessSandbox.open(settings)) {
      run(sandbox, jar, "/loop/0", Visits.limits(Duration.ofMillis(500), LONG));
      for (int seed = 0; seed < seeds; seed++) {
        for (int kind = 0; kind < RunsOn.LOOPS; kind++) {
          var budget = Duration.ofMillis(random.nextInt(20, 150));
          var loop = "/loop/" + kind;
          var timed = run(sandbox, jar, loop, Visits.limits(budget, LONG));
          late.add(new Late(loop, timed.millisLate));
          var metered = run(sandbox, jar, loop, Visits.limits(LONG, budget));
          over.add(new Late(loop, metered.cpuMillis - budget.toMillis()));
        }
      }
      for (int seed = 0; seed < callSeeds; seed++) {
        for (int kind = 0; kind < RunsOn.CALLS; kind++) {
          var budget = Duration.ofMillis(random.nextInt(100, 300));
          var run = run(sandbox, jar, "/call/" + kind, Visits.limits(budget, LONG));
          killed.add(new Late("/call/" + kind, run.millisLate - grace));
        }
      }
    }
    var figures = new ArrayList<Figure>();
    for (boolean isDeep : new boolean[] {false, true}) {
      var code = isDeep ? "bytecode on a full stack" : "bytecode";
      figures.add(
          worst(code + ", end of the visit after its wall-clock budget", only(late, isDeep)));
      figures.add(worst(code + ", processor time beyond its budget", only(over, isDeep)));
    }
    figures.add(
        worst("calls of the JDK, end after budget and grace (" + (int) grace + " ms)", killed));
    return figures;
  }

  /// What is thrown must pass every frame, so a full stack counts apart.
  private static List<Late> only(List<Late> late, boolean isDeep) {
    var deep = "/loop/" + RunsOn.DEEP;
    return late.stream().filter(each -> each.path.equals(deep) == isDeep).toList();
  }

  private static Figure worst(String what, List<Late> late) {
    var values = late.stream().mapToDouble(Late::millis).toArray();
    var worst = late.stream().max(Comparator.comparingDouble(Late::millis)).orElseThrow();
    return Figure.atMost(
        "stops",
        "%s, worst of %d, %s (median and 99 of 100 beside it)"
            .formatted(what, values.length, worst.path),
        "ms",
        Figure.at(values, 1),
        Figure.at(values, 0.5),
        Figure.at(values, 0.99),
        MOST_MILLIS);
  }

  /// The agent's time begins right before it is made, and its first act is a word.
  private static Run run(Sandbox sandbox, byte[] jar, String path, VisitLimits limits)
      throws InterruptedException {
    var ends = new AtomicLong(System.nanoTime() + limits.wallClock().toNanos());
    var desk =
        new SilentDesk(
            () -> new PageReply.Missing(404, "nothing is here"),
            _ -> ends.set(System.nanoTime() + limits.wallClock().toNanos()));
    var visiting =
        sandbox.start(Visits.order("signer", jar, RunsOn.class.getName(), path, limits), desk);
    visiting.await();
    double late = (System.nanoTime() - ends.get()) / 1e6;
    return new Run(late, visiting.spending().cpu().toNanos() / 1e6);
  }
}
