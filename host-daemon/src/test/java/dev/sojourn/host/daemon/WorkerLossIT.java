package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.agents.HungryAgent;
import dev.sojourn.host.agents.WalkingAgent;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.session.ProcessSandbox;
import dev.sojourn.testing.OwnProcesses;
import dev.sojourn.visit.RoutePolicy;
import dev.sojourn.visit.VisitGate;
import dev.sojourn.visit.VisitJournal;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitResult;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.VisitTally;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Workers that get SIGKILL in each phase of their lives. The visit goes on from the last
/// checkpoint and brings home every page once, and no process or file is left behind.
class WorkerLossIT {
  private static final String SITE = "http://site.example";
  private static final int PAGES = 12;
  private static final List<String> ALL =
      IntStream.range(0, PAGES).mapToObj(i -> SITE + "/" + i).toList();

  /// A kill that meets the next worker while it starts costs a cache, but no other test's.
  @TempDir private Path cache;

  @TempDir private Path directory;
  private final AtomicInteger kills = new AtomicInteger();

  /// The time at which the worker of a visit is killed. A worker that is killed before it is ready
  /// costs the cache. It is started again without one, and the visit does not hear of it. So these
  /// have no cache.
  enum Phase {
    START,
    SPARE,
    HAND_OVER,
    FIRST_PAGE,
    MIDDLE,
    BEFORE_CHECKPOINT_IS_KEPT,
    AFTER_CHECKPOINT_IS_KEPT,
    LAST_CHECKPOINT,
    IDLE
  }

  @AfterEach
  void nothingIsLeft() {
    patiently().until(() -> OwnProcesses.below(directory).noneMatch(ProcessHandle::isAlive));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void goesOnInAnotherWorkerWhereItsFirstIsKilledAtItsStart() throws Exception {
    try (var sandbox = ProcessSandbox.open(settings().withDirectory(directory))) {
      Thread.ofVirtual()
          .start(() -> patiently().pollInterval(Duration.ofMillis(2)).until(this::killOnce));
      assertGoesOn(sandbox, Phase.START);
    }
  }

  @Test
  void goesOnInAnotherWorkerWhereTheSpareThatWasMeantForItIsKilled() throws Exception {
    var all = settings().withDirectory(directory);
    try (var sandbox = ProcessSandbox.open(all.withPool(all.pool().withSpares(1)))) {
      sandbox.walls();
      assertHasTheCompilersThatTheUserGave();
      patiently().until(this::killOnce);
      assertGoesOn(sandbox, Phase.SPARE);
    }
  }

  private void assertHasTheCompilersThatTheUserGave() {
    var given = System.getenv().getOrDefault("SOJOURN_JAVA_OPTIONS", "");
    var workers = new ArrayList<String>();
    patiently()
        .until(
            () -> {
              OwnProcesses.below(directory)
                  .map(OwnProcesses::commandLine)
                  .filter(line -> line.contains("worker.WorkerMain"))
                  .forEach(workers::add);
              return !workers.isEmpty();
            });
    assertThat(workers)
        .allMatch(
            line ->
                line.contains("-XX:TieredStopAtLevel=1")
                    == given.contains("-XX:TieredStopAtLevel=1"));
  }

  @Test
  void goesOnInAnotherWorkerWhereTheIdleOneOfItsSignerIsKilled() throws Exception {
    try (var sandbox = open()) {
      assertThat(visit(sandbox, WalkingAgent.class, new Recorder(Phase.IDLE)).outcome())
          .isInstanceOf(VisitOutcome.Finished.class);
      patiently().until(this::killOnce);
      assertGoesOn(sandbox, Phase.IDLE);
    }
  }

  @Test
  void goesOnInAnotherWorkerAndBringsEveryPageHomeOnce() throws Exception {
    try (var sandbox = open()) {
      for (var phase : EnumSet.range(Phase.FIRST_PAGE, Phase.LAST_CHECKPOINT)) {
        kills.set(0);
        assertGoesOn(sandbox, phase);
      }
      // This kill is the last, since it may meet the worker while it starts, which costs the cache.
      kills.set(0);
      assertGoesOn(sandbox, Phase.HAND_OVER);
    }
  }

  private void assertGoesOn(Sandbox sandbox, Phase phase) throws Exception {
    var recorder = new Recorder(phase);
    var result = visit(sandbox, WalkingAgent.class, recorder);
    assertThat(result.outcome()).as(phase.name()).isInstanceOf(VisitOutcome.Finished.class);
    assertThat(kills).as("the worker was killed: %s", phase).hasPositiveValue();
    assertThat(recorder.found).as(phase.name()).containsExactlyElementsOf(ALL);
    assertThat(result.tally().findings()).as(phase.name()).isEqualTo(PAGES);
  }

  @Test
  void endsByNameWhenItsWorkerIsKilledAgainAndAgain() throws Exception {
    try (var sandbox = open()) {
      var recorder = new Recorder(Phase.FIRST_PAGE);
      recorder.always = true;
      var result = visit(sandbox, WalkingAgent.class, recorder);
      assertThat(result.outcome()).isInstanceOf(VisitOutcome.WorkerLost.class);
      assertThat(result.outcome().reason())
          .isEqualTo(
              "the worker process was killed from outside, the last of 4 workers that were tried");
      assertThat(kills).hasValue(4);
    }
  }

  @Test
  void honestVisitsAreCompleteBesideOnesOfTheirSignerThatFillTheHeapTimeAndAgain()
      throws Exception {
    try (var sandbox = open();
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var recorder = new Recorder(Phase.IDLE);
      recorder.heldBack = new CountDownLatch(2);
      var honest = threads.submit(() -> visit(sandbox, WalkingAgent.class, recorder));
      patiently().until(() -> recorder.begun.get() > 0);
      // The first of them takes the honest one's worker along, the other not even its own twice.
      for (int i = 0; i < 2; i++) {
        var hungry = visit(sandbox, HungryAgent.class, new Recorder(Phase.IDLE)).outcome();
        assertThat(hungry).isInstanceOf(VisitOutcome.WorkerLost.class);
        assertThat(hungry.reason()).isEqualTo("the worker ran out of memory");
      }
      assertThat(honest.get().outcome()).isInstanceOf(VisitOutcome.Finished.class);
      assertThat(recorder.found).containsExactlyElementsOf(ALL);
      assertThat(recorder.begun).as("lost once").hasValue(2);
    }
  }

  private static ConditionFactory patiently() {
    return await().atMost(Duration.ofMinutes(1));
  }

  private Sandbox open() throws IOException {
    LentStartCache.to(cache);
    return ProcessSandbox.open(settings().withDirectory(directory).withStartCache(cache));
  }

  private static SandboxSettings settings() {
    var usual = SandboxSettings.defaults();
    return usual.withConfinement(Confinement.OFFERED).withBounds(3, 4, usual.heapMiB());
  }

  private VisitResult visit(Sandbox sandbox, Class<?> agent, Recorder recorder)
      throws IOException, InterruptedException {
    var jar = AgentJar.of(agent.getName(), "dev.sojourn.host.agents.PageSeen");
    var scope = Scope.site(SITE);
    var order =
        new VisitOrder(
            "signer",
            agent.getSimpleName(),
            new VisitOrder.Code(
                Digest.of(Bytes.wrap(jar.toArray())).hex(), jar.toArray(), agent.getName()),
            Optional.empty(),
            new VisitOrder.Inputs("TestBot", List.of(SITE + "/0"), scope, 1),
            limits());
    var gate = new VisitGate(scope, "TestBot", RobotsTxt::allowAll, new RoutePolicy.OverHttp());
    return new VisitRunner(sandbox, InstantSource.system())
        .run(order, VisitTally.NONE, gate, recorder, recorder);
  }

  private static VisitLimits limits() {
    var usual = VisitLimits.defaults();
    return new VisitLimits(
        Duration.ofMinutes(2),
        usual.cpu(),
        usual.allocatedBytes(),
        usual.pages(),
        usual.pageBytes(),
        usual.findings(),
        usual.findingBytes(),
        usual.outputBytes(),
        usual.referrals(),
        usual.stateBytes(),
        usual.logLines(),
        usual.messages(),
        Duration.ZERO);
  }

  /// Kills all workers there are; says whether there was one.
  private boolean kill() {
    var found =
        OwnProcesses.below(directory)
            .filter(p -> p.info().command().orElse("").endsWith("/java"))
            .filter(p -> OwnProcesses.commandLine(p).contains("worker.WorkerMain"))
            .toList();
    found.forEach(ProcessHandle::destroyForcibly);
    return !found.isEmpty() && kills.incrementAndGet() > 0;
  }

  private boolean killOnce() {
    return kills.get() > 0 || kill();
  }

  /// A site of pages that link to the next, and the journal of a visit there, which kills the
  /// worker when its phase comes.
  private final class Recorder implements ContentSource, VisitJournal {
    private final Phase phase;
    private final ConcurrentLinkedQueue<String> found = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private boolean always;
    private CountDownLatch heldBack = new CountDownLatch(0);

    Recorder(Phase phase) {
      this.phase = phase;
    }

    private void reached(Phase now) {
      if (phase == now && (always || kills.get() == 0)) {
        patiently().until(WorkerLossIT.this::kill);
      }
    }

    @Override
    public void begun(VisitHandle visiting) {
      begun.incrementAndGet();
      heldBack.countDown();
      // The visit gets its worker when this returns.
      Thread.ofVirtual().start(() -> reached(Phase.HAND_OVER));
    }

    @Override
    public Content read(PageUrl url) throws InterruptedException {
      int number = Integer.parseInt(url.path().substring(1));
      if (number == 0) {
        reached(Phase.FIRST_PAGE);
      } else if (number == PAGES / 2) {
        assertThat(heldBack.await(1, TimeUnit.MINUTES)).isTrue();
        reached(Phase.MIDDLE);
      }
      var next = number + 1 < PAGES ? "<a href='/" + (number + 1) + "'>next</a>" : "the end";
      var html = "<!DOCTYPE html><html><head><title>" + number + "</title></head><body>" + next;
      return new Content.Found(
          url,
          200,
          Map.of("Content-Type", List.of("text/html; charset=utf-8")),
          html.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void commit(VisitProgress progress) {
      if (found.size() == PAGES / 2) {
        reached(Phase.BEFORE_CHECKPOINT_IS_KEPT);
      }
      keep(progress.lines());
      if (found.size() == PAGES / 2) {
        reached(Phase.AFTER_CHECKPOINT_IS_KEPT);
      } else if (found.size() == PAGES) {
        reached(Phase.LAST_CHECKPOINT);
      }
    }

    @Override
    public void end(VisitResult result) {
      keep(result.lastLines());
    }

    private void keep(List<ParcelLine> lines) {
      for (var line : lines) {
        if (line instanceof ParcelLine.Finding finding) {
          var json = finding.json();
          found.add(json.substring(json.indexOf(SITE), json.indexOf('"', json.indexOf(SITE))));
        }
      }
    }
  }
}
