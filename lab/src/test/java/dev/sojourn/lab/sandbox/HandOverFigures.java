package dev.sojourn.lab.sandbox;

import static org.awaitility.Awaitility.await;

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
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// From an order to the first word of its agent: new code in a spare, its admission included, and
/// the signer's next visit. Processors that were idle for a while wake slowly, so both ways are
/// measured.
final class HandOverFigures {
  private static final double MOST_MILLIS = 2;
  private static final double MOST_OF_NEARLY_ALL_MILLIS = 5;
  private static final Duration RESTED = Duration.ofMillis(300);
  private static final Duration AWAKE = Duration.ofMillis(20);

  /// Longer than from a visit to the next of its signer, and not so long that workers pile up.
  private static final Duration KEPT = Duration.ofSeconds(8);

  private static final long LOOK_NANOS = 200_000;
  private static final int RESTED_ROUNDS = 100;
  private static final int RESTED_WARM = 10;
  private static final int BATCH = 6;
  private static final int BATCHES = 16;
  private static final int LATER_VISITS = 400;
  private static final int LATER_WARM = 100;

  private final SandboxSettings settings;

  /// @param settings with a finished start cache
  HandOverFigures(SandboxSettings settings) {
    this.settings = settings;
  }

  List<Figure> measure() throws IOException, InterruptedException {
    var figures = new ArrayList<Figure>();
    var jar = GuestCode.jar(Greets.class, false, "greets");
    rested(figures, jar);
    awake(figures, jar);
    later(figures, jar);
    return figures;
  }

  private Sandbox open(int spares) throws IOException {
    var all = settings.withBounds(2 * BATCH, 1, settings.heapMiB());
    return ProcessSandbox.open(all.withPool(all.pool().withSpares(spares).withIdle(KEPT)));
  }

  private void rested(List<Figure> figures, byte[] jar) throws IOException, InterruptedException {
    var fresh = new ArrayList<Double>();
    var next = new ArrayList<Double>();
    try (var sandbox = open(2)) {
      for (int i = 0; i < RESTED_ROUNDS; i++) {
        rest(sandbox, 2);
        fresh.add(millis(sandbox, "signer " + i, jar));
        rest(sandbox, 2); // Otherwise it shares the processors with the start of another.
        next.add(millis(sandbox, "signer " + i, jar));
      }
    }
    var when = ", after 0.3 s in which nothing happened";
    add(figures, "new code in a spare" + when, fresh.subList(RESTED_WARM, fresh.size()), false);
    add(figures, "the signer's next visit" + when, next.subList(RESTED_WARM, next.size()), true);
  }

  /// Several spares in turn: none is started as long as orders follow each other within 100 ms. The
  /// first of each turn finds the processors idle, and does not count.
  private void awake(List<Figure> figures, byte[] jar) throws IOException, InterruptedException {
    var fresh = new ArrayList<Double>();
    var next = new ArrayList<Double>();
    for (int batch = 0; batch < BATCHES; batch++) {
      try (var sandbox = open(BATCH)) {
        rest(sandbox, BATCH);
        var first = turn(sandbox, jar);
        rest(sandbox, BATCH);
        var second = turn(sandbox, jar);
        if (batch > 0) {
          fresh.addAll(first.subList(1, BATCH));
          next.addAll(second.subList(1, BATCH));
        }
      }
    }
    var when = ", 20 ms after another";
    add(figures, "new code in a spare" + when, fresh, false);
    add(figures, "the signer's next visit" + when, next, true);
  }

  private static List<Double> turn(Sandbox sandbox, byte[] jar) throws InterruptedException {
    var millis = new ArrayList<Double>();
    for (int i = 0; i < BATCH; i++) {
      millis.add(millis(sandbox, "signer " + i, jar));
      pause(AWAKE);
    }
    return millis;
  }

  /// A worker whose own code has been compiled by now.
  private void later(List<Figure> figures, byte[] jar) throws IOException, InterruptedException {
    var millis = new ArrayList<Double>();
    try (var sandbox = open(0)) {
      for (int i = 0; i < LATER_VISITS; i++) {
        millis.add(millis(sandbox, "signer", jar));
        pause(AWAKE);
      }
    }
    add(
        figures,
        "the signer's visits from the " + LATER_WARM + "th on, 20 ms after another",
        millis.subList(LATER_WARM, LATER_VISITS),
        true);
  }

  private static void rest(Sandbox sandbox, int spares) throws InterruptedException {
    awaitSpares(sandbox, spares);
    pause(RESTED);
    awaitSpares(sandbox, spares);
  }

  /// Stays idle for a while, since idleness is measured here.
  static void pause(Duration time) {
    await().atMost(time.plusMinutes(1)).pollDelay(time).until(() -> true);
  }

  /// Waits until this many spares are ready.
  static void awaitSpares(Sandbox sandbox, int spares) throws InterruptedException {
    long begun = System.nanoTime();
    while (sandbox.workers().spare() < spares) {
      LockSupport.parkNanos(LOOK_NANOS);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      if (System.nanoTime() - begun > Duration.ofMinutes(1).toNanos()) {
        throw new IllegalStateException(
            "spares: " + sandbox.workers().spare() + " (expected: " + spares + ")");
      }
    }
  }

  private static double millis(Sandbox sandbox, String signer, byte[] jar)
      throws InterruptedException {
    var heard = new AtomicLong();
    var desk =
        new SilentDesk(
            () -> new PageReply.Missing(404, "nothing is here"), _ -> heard.set(System.nanoTime()));
    var limits = Visits.limits(Duration.ofMinutes(1), Duration.ofMinutes(1));
    var order = Visits.order(signer, jar, Greets.class.getName(), "/once", limits);
    long begun = System.nanoTime();
    var end = sandbox.start(order, desk).await();
    if (!(end instanceof VisitEnd.Finished)) {
      throw new IllegalStateException(end + " (expected: finished)");
    }
    return (heard.get() - begun) / 1e6;
  }

  private static void add(List<Figure> figures, String who, List<Double> all, boolean held) {
    var millis = all.stream().mapToDouble(Double::doubleValue).toArray();
    var what = "order to first word: " + who;
    double low = Figure.at(millis, 0);
    double high = Figure.at(millis, 1);
    double nearlyAll = Figure.at(millis, 0.99);
    var nearly = what + ", 99 of 100";
    figures.add(
        held
            ? WorkerFigures.atMost(what, "ms", millis, MOST_MILLIS)
            : WorkerFigures.of(what, "ms", millis));
    figures.add(
        held
            ? Figure.atMost(
                "workers", nearly, "ms", nearlyAll, low, high, MOST_OF_NEARLY_ALL_MILLIS)
            : Figure.of("workers", nearly, "ms", nearlyAll, low, high));
  }
}
