package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.testing.OwnProcesses;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Workers that die, and what remains of them.
class WorkerDeathIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path directory;

  @Test
  void namesTheEndOfAVisitThatIsStoppedAndOfThoseWhoseWorkerIsKilledOrCrashes() throws Exception {
    try (var sandbox = open()) {
      stopsAVisitThatIsAskedTo(sandbox);
      endsTheVisitWhenItsWorkerIsKilledInTheMiddle(sandbox);
      endsTheVisitThatCrashesItsJvmByThatName(sandbox);
    }
  }

  private void stopsAVisitThatIsAskedTo(Sandbox sandbox) throws Exception {
    var visiting = running(sandbox);
    visiting.stop("the operator says so");
    assertThat(visiting.await())
        .isEqualTo(
            new VisitEnd.Stopped(
                "stop", "the operator says so", new CodePlace("guest.Guest", "visit", 5)));
    assertThat(workers()).hasSize(1);
  }

  private void endsTheVisitWhenItsWorkerIsKilledInTheMiddle(Sandbox sandbox) throws Exception {
    var visiting = running(sandbox);
    workers().forEach(ProcessHandle::destroyForcibly);
    assertThat(visiting.await())
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.PROCESS,
                "the worker process was killed from outside",
                CodePlace.UNKNOWN,
                true));
    var again = sandbox.start(Orders.of(AgentSource.visiting("")), RecordingServices.ofNothing());
    assertThat(again.await()).isInstanceOf(VisitEnd.Finished.class);
  }

  /// Otherwise it would lose one worker after the other, and its owner would read that no visit was
  /// to blame.
  private void endsTheVisitThatCrashesItsJvmByThatName(Sandbox sandbox) throws Exception {
    var visiting = running(sandbox);
    for (var jvm : jvms()) {
      assertThat(new ProcessBuilder("sh", "-c", "kill -SEGV " + jvm.pid()).start().waitFor())
          .isZero();
    }
    assertThat(visiting.await())
        .isEqualTo(
            new VisitEnd.WorkerEnded(
                WallName.PROCESS,
                "the worker's JVM ended with status 1, as after a crash",
                CodePlace.UNKNOWN,
                false));
  }

  /// A visit that has said something, and asks for pages without end.
  private static VisitHandle running(Sandbox sandbox) {
    var desk = RecordingServices.ofNothingSlowly();
    var visiting = sandbox.start(Orders.endless("signer"), desk);
    await().atMost(LONG).until(() -> !desk.lines.isEmpty());
    return visiting;
  }

  @Test
  void distinguishesABystanderFromTheCulprit() throws Exception {
    var place = placeOfTheCulprit(Duration.ofSeconds(3));
    if (place.equals(CodePlace.UNKNOWN)) {
      // A busy machine held the worker up too long for it to report the place of the culprit.
      place = placeOfTheCulprit(Duration.ofSeconds(20));
    }
    assertThat(place).isEqualTo(new CodePlace("guest.Guest", "visit", 8));
  }

  /// The place of an agent that cost its worker, beside another of its signer and one of another's.
  private CodePlace placeOfTheCulprit(Duration grace) throws Exception {
    var bomb =
        AgentSource.visiting(
            """
            List<Object> l = new ArrayList<>();
            for (int i = 0; i < 60; i++) { var o = new ArrayList<Object>(); o.add(l); o.add(l); l = o; }
            visit.log("up"); visit.log("" + l.hashCode());
            """);
    try (var sandbox = OpenSandbox.open(withGrace(grace))) {
      var honest = RecordingServices.ofNothingSlowly();
      var other = RecordingServices.ofNothingSlowly();
      var bystander = sandbox.start(Orders.endless("signer"), honest);
      var stranger = sandbox.start(Orders.endless("another signer"), other);
      await().atMost(LONG).until(() -> !honest.lines.isEmpty() && !other.lines.isEmpty());
      var desk = RecordingServices.ofNothing();
      var culprit = sandbox.start(Orders.of(bomb), desk);
      await().atMost(LONG).until(() -> !desk.lines.isEmpty());
      // It has long passed the last place at which it would have stopped.
      var spoke = culprit.spending().cpu();
      await()
          .atMost(LONG)
          .until(() -> culprit.spending().cpu().compareTo(spoke.plusMillis(100)) > 0);
      culprit.stop("enough");
      var reason =
          "the agent did not stop within " + grace.toMillis() + " ms after the order to stop: stop";
      var end = (VisitEnd.WorkerEnded) culprit.await();
      assertThat(end)
          .isEqualTo(new VisitEnd.WorkerEnded(WallName.METERING, reason, end.where(), false));
      assertThat(bystander.await())
          .isEqualTo(new VisitEnd.WorkerEnded(WallName.METERING, reason, CodePlace.UNKNOWN, true));
      // The visit's end answers it too, which the next wait would not show.
      assertThat(stranger.message("still there?").get(2, TimeUnit.MINUTES))
          .isEqualTo(new MessageReply.NotTaken());
      int before = other.pages.size();
      await().atMost(LONG).until(() -> other.pages.size() > before);
      stranger.stop("done");
      assertThat(stranger.await())
          .isEqualTo(
              new VisitEnd.Stopped("stop", "done", new CodePlace("guest.Guest", "visit", 5)));
      return end.where();
    }
  }

  @Test
  void givesEachSignerAWorkerThatItKeepsAlsoWhenTheDirectoryOfTheirSocketsIsCleanedAway()
      throws Exception {
    var all = OpenSandbox.settings(3, 4).withDirectory(directory);
    var settings = all.withPool(all.pool().withSpares(0));
    try (var sandbox = OpenSandbox.open(settings)) {
      for (var signer : List.of("a", "b", "a", "b", "a")) {
        var order = Orders.of(signer, AgentSource.visiting(""), Orders.limits());
        assertThat(sandbox.start(order, RecordingServices.ofNothing()).await())
            .isInstanceOf(VisitEnd.Finished.class);
        try (var files = Files.walk(directory)) {
          for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
            if (!file.equals(directory)) {
              Files.delete(file);
            }
          }
        }
      }
      assertThat(workers()).hasSize(2);
    }
    await().atMost(LONG).until(() -> workers().isEmpty());
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void endsAWorkerThatHasBeenIdle() throws Exception {
    var all = OpenSandbox.settings(2, 2).withDirectory(directory);
    var settings = all.withPool(all.pool().withIdle(Duration.ofMillis(300)));
    try (var sandbox = OpenSandbox.open(settings)) {
      var order = Orders.of(AgentSource.visiting(""));
      assertThat(sandbox.start(order, RecordingServices.ofNothing()).await())
          .isInstanceOf(VisitEnd.Finished.class);
      await().atMost(LONG).until(() -> workers().isEmpty());
    }
  }

  @Test
  void leavesNoOrphanWhenItsCallerIsKilled() throws Exception {
    var output = directory.resolve("output");
    var caller =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                absolute(System.getProperty("java.class.path")),
                Caller.class.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    await().atMost(LONG).until(() -> Files.readString(output).contains("visiting"));
    var started = caller.children().toList();
    assertThat(started).as("a worker and the reaper").hasSize(2);
    caller.destroyForcibly();
    await().atMost(LONG).until(() -> started.stream().noneMatch(ProcessHandle::isAlive));
  }

  /// A process that runs a visit until it is killed.
  static final class Caller {
    public static void main(String[] arguments) throws Exception {
      var visiting = running(OpenSandbox.open(OpenSandbox.settings(3, 4)));
      System.out.println("visiting");
      visiting.await();
    }
  }

  private Sandbox open() throws Exception {
    return OpenSandbox.open(OpenSandbox.settings(3, 4).withDirectory(directory));
  }

  private SandboxSettings withGrace(Duration grace) {
    var all = OpenSandbox.settings(3, 4).withDirectory(directory);
    return new SandboxSettings(
        all.places(),
        all.heapMiB(),
        new SandboxSettings.Deadlines(all.deadlines().start(), all.deadlines().admission(), grace),
        all.confinement(),
        all.pool(),
        all.maxWaitingMessages());
  }

  private List<ProcessHandle> workers() {
    return OwnProcesses.below(directory)
        .filter(process -> process.parent().equals(Optional.of(ProcessHandle.current())))
        .filter(ProcessHandle::isAlive)
        .filter(process -> OwnProcesses.commandLine(process).contains("WorkerMain"))
        .toList();
  }

  /// Their JVMs, which namespaces may put behind other processes.
  private List<ProcessHandle> jvms() {
    return workers().stream()
        .flatMap(worker -> Stream.concat(Stream.of(worker), worker.descendants()))
        .filter(process -> process.children().findAny().isEmpty())
        .toList();
  }

  private static String absolute(String classPath) {
    return Arrays.stream(classPath.split(File.pathSeparator, -1))
        .map(element -> Path.of(element).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
