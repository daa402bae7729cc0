package dev.sojourn.sandbox;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.sandbox.session.ProcessSandbox;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Processor time that a worker takes and charges to no visit.
@EnabledOnOs(OS.LINUX)
@Timeout(900)
class UnchargedTimeIT {
  private static final int HEAP_MIB = 256;
  private static final long MANY_FINDINGS = 1_000_000;

  /// On a busy machine a few seconds of a processor take minutes.
  private static final Duration LONG = Duration.ofMinutes(10);

  /// It fills nine tenths of a heap, but for what a worker needs itself, and then makes garbage:
  /// its collector takes some fifteen times what its own thread takes. It speaks now and then,
  /// since a worker that says nothing for 5 s is killed for that.
  private static final byte[] COLLECTS =
      AgentSource.agent(
          """
          record Found(int n) {}
          record Node(Object before) {}
          transient Object last;
          transient byte[][] kept;
          transient byte[] garbage;
          public Next visit(Visit visit) {
            visit.report(new Found(1));
            visit.checkpoint();
            for (int i = 0; i < 30_000; i++) last = new Node(last);
            kept = new byte[1_770][];
            for (int i = 0; i < kept.length; i++) kept[i] = new byte[131_000];
            for (int i = 1; ; i++) {
              garbage = new byte[1 << 14];
              if (i % 1_000 == 0) visit.report(new Found(i));
            }
          }
          """);

  private static final byte[] HONEST =
      AgentSource.agent(
          """
          record Seen(int page) {}
          public Next visit(Visit visit) {
            for (int i = 0; i < 20; i++) {
              if (visit.fetch("http://127.0.0.1:8080/" + i) instanceof Page) visit.report(new Seen(i));
            }
            return Next.done();
          }
          """);

  private static final VisitLimits SMALL = Orders.limits(LONG, Duration.ofMillis(30), 1L << 30);

  @TempDir private Path home;

  @Test
  void aVisitForWhichTheCollectorTakesManyTimesItsBudgetEndsAsCpu() throws Exception {
    var settings = SandboxSettings.defaults().withBounds(2, 2, HEAP_MIB);
    var over = new CountDownLatch(1);
    try (var sandbox = ProcessSandbox.open(settings)) {
      var small = Orders.limits(LONG, Duration.ofSeconds(2), 1L << 40);
      // A fast machine reports a thousand findings before the collector has taken 11 s.
      var limits = small.withAllowance(LONG, small.pages(), small.pageBytes(), MANY_FINDINGS);
      var ofTheSame = new HonestVisit(sandbox, "hostile", over);
      var ofAnother = new HonestVisit(sandbox, "honest", over);
      await()
          .atMost(LONG)
          .until(() -> !ofTheSame.desk.pages.isEmpty() && !ofAnother.desk.pages.isEmpty());
      var desk = RecordingServices.ofNothing();
      var visiting = sandbox.start(Orders.of("hostile", COLLECTS, limits), desk);
      var end = visiting.await();
      over.countDown();

      assertThat(end).isInstanceOf(VisitEnd.Stopped.class);
      var stopped = (VisitEnd.Stopped) end;
      assertThat(stopped.limit()).isEqualTo("cpu");
      assertThat(stopped.reason())
          .matches(
              "cpu: (1[1-9]|[2-9][0-9])[0-9]{3} ms spent, garbage collection and compilation in its"
                  + " worker included [(]allowed: 11000[)]");
      assertThat(visiting.spending().cpu()).isLessThan(limits.cpu());
      assertThat(desk.findings).startsWith("{\"n\":1}", "{\"n\":1000}");
      assertThat(desk.states).hasSize(1);
      ofTheSame.assertComplete();
      ofAnother.assertComplete();
    }
  }

  /// A visit beside, which waits at its first page until the other is over.
  private static final class HonestVisit {
    /// A small part of what the collector takes.
    private static final VisitLimits ALLOWED = Orders.limits(LONG, Duration.ofSeconds(1), 1L << 30);

    private final RecordingServices desk;
    private final VisitHandle visiting;

    HonestVisit(Sandbox sandbox, String signer, CountDownLatch over) {
      desk =
          new RecordingServices(
              url -> {
                try {
                  if (!over.await(LONG.toMinutes(), TimeUnit.MINUTES)) {
                    return new PageReply.Missing(503, "too late");
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                }
                return RecordingServices.html(url, "<p>x");
              });
      visiting = sandbox.start(Orders.of(signer, HONEST, ALLOWED), desk);
    }

    void assertComplete() throws InterruptedException {
      assertThat(visiting.await()).isInstanceOf(VisitEnd.Finished.class);
      assertThat(desk.findings).hasSize(20);
    }
  }

  /// Both at the same time, since each takes seconds.
  @Test
  void aWorkerIsHeldToWhatItsProcessTakesWhateverItSaysAndAlsoWithoutAVisit() throws Exception {
    try (var liar = taken("liar", "ready", "begin", "started", "lie 3000");
        var restless =
            taken("restless", "ready", "begin", "started", "ask http://a/", "failed x")) {
      var lying = liar.start(Orders.of("signer", HONEST, SMALL), RecordingServices.ofNothing());
      aWorkerThatGoesOnWithoutAVisitIsClosed(restless);
      assertThat(lying.await())
          .isEqualTo(
              new VisitEnd.WorkerEnded(
                  WallName.METERING,
                  "the agent did not stop within 500 ms after the order to stop: cpu",
                  CodePlace.UNKNOWN,
                  false));
    }
  }

  private void aWorkerThatGoesOnWithoutAVisitIsClosed(Sandbox restless) throws Exception {
    // Its process is looked up while the visit lasts: it may be gone as soon as that is over.
    var worker = new AtomicReference<@Nullable ProcessHandle>();
    var desk =
        new RecordingServices(
            url -> {
              worker.set(
                  ProcessHandle.current()
                      .children()
                      .filter(child -> isWorker(child, "restless"))
                      .findFirst()
                      .orElseThrow());
              return RecordingServices.html(url, "<p>x");
            });
    var order = Orders.of("signer", HONEST, SMALL);
    assertThat(restless.start(order, desk).await()).isInstanceOf(VisitEnd.Failed.class);
    var process = requireNonNull(worker.get());
    await().atMost(LONG).until(() -> !process.isAlive());
    assertThat(process.info().totalCpuDuration()).isEmpty();
  }

  /// The sandbox has its reaper beside them, which is a shell, too.
  private boolean isWorker(ProcessHandle child, String name) {
    var words = child.info().commandLine().orElse("");
    return words.contains(home.resolve(name).resolve("bin/java").toString());
  }

  private Sandbox taken(String name, String... script) throws Exception {
    var own = FakeWorker.busyHome(Files.createDirectory(home.resolve(name)), script);
    return ProcessSandbox.open(
        SandboxSettings.defaults().withJavaHome(own).withConfinement(Confinement.OFFERED));
  }
}
