package dev.sojourn.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.session.ProcessSandbox;
import dev.sojourn.testing.OwnProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// A real worker seen from outside, and the demands on it.
@EnabledOnOs(OS.LINUX)
class WorkerConfinementIT {
  @TempDir private Path directory;

  @Test
  void runsAgentsOnlyBehindAFilterWithoutFilesStreamsOrEnvironment() throws Exception {
    try (var sandbox =
        ProcessSandbox.open(
            SandboxSettings.defaults().withBounds(1, 1, 64).withDirectory(directory))) {
      var desk = RecordingServices.ofNothingSlowly();
      var visiting = sandbox.start(Orders.endless("signer"), desk);
      await().atMost(Duration.ofSeconds(60)).until(() -> !desk.lines.isEmpty());
      assertConfined(javaOf(OwnProcesses.below(directory)));
      visiting.stop("seen");
      assertThat(visiting.await()).isInstanceOf(VisitEnd.Stopped.class);
      var wall = sandbox.walls().walls().get(3);
      assertThat(wall.name()).isEqualTo("process");
      assertThat(wall.state())
          .isEqualTo(
              sandbox.missing().isEmpty()
                  ? SandboxWalls.State.IN_FORCE
                  : SandboxWalls.State.PARTIAL);
      assertThat(wall.detail())
          .startsWith("its system calls are filtered")
          .endsWith(sandbox.missing());
    }
  }

  @Test
  void readsPagesOnlyBehindTheSameFilter() throws Exception {
    try (var sandbox =
        ProcessSandbox.open(
            SandboxSettings.defaults().withBounds(1, 1, 64).withDirectory(directory))) {
      var page = ReadPage.of(PageUrl.parse("http://a/").orElseThrow(), Map.of(), "<title>A");
      var source =
          new ViewReader.Source(page.url(), Map.of(), "<title>A".getBytes(StandardCharsets.UTF_8));
      assertThat(sandbox.reader().view(source).octets()).isEqualTo(page.view().octets());
      var reader = javaOf(OwnProcesses.below(directory));
      assertThat(OwnProcesses.commandLine(reader)).contains("ReaderMain");
      assertConfined(reader);
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () ->
                OwnProcesses.below(directory)
                    .noneMatch(
                        process -> OwnProcesses.commandLine(process).contains("ReaderMain")));
  }

  private static void assertConfined(ProcessHandle java) throws IOException {
    var process = Path.of("/proc/" + java.pid());
    for (var task : list(process.resolve("task"))) {
      assertThat(Files.readString(task.resolve("status")))
          .contains("NoNewPrivs:\t1", "Seccomp:\t2");
    }
    for (var descriptor : list(process.resolve("fd"))) {
      var target = Files.readSymbolicLink(descriptor).toString();
      boolean read = target.endsWith(".jar") || target.endsWith("/lib/modules");
      assertThat(read || target.matches("/dev/(null|u?random)|(socket|anon_inode):.*"))
          .as(target)
          .isTrue();
    }
    assertThat(Files.readString(process.resolve("environ")))
        .matches("(MALLOC_ARENA_MAX=2\0|LC_ALL=C\\.UTF-8\0|PWD=/\0){2,3}");
    assertThat(Files.readString(process.resolve("limits")))
        .containsPattern("Max core file size +0 +0 ")
        .containsPattern("Max file size +0 +0 ")
        .containsPattern("Max open files +64 +64 ")
        .doesNotContainPattern("Max address space +unlimited")
        .doesNotContainPattern("Max data size +unlimited");
  }

  /// The worker's own process; in namespaces it is not the child of the process that started it.
  private static ProcessHandle javaOf(Stream<ProcessHandle> processes) {
    return processes
        .filter(p -> p.info().command().orElse("").endsWith("/java"))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(Namespaces.Kind.class)
  void diesWithTheThreadThatStartedItHoweverDeafItIs(Namespaces.Kind kind) throws Exception {
    assumeThat(works(kind)).as("%s works here", kind).isTrue();
    var started = new AtomicReference<ConfinedProcess>();
    var all = new ArrayList<ProcessHandle>();
    Thread.ofPlatform()
        .start(
            () -> {
              var process = start(new Namespaces(kind, ""));
              all.add(process.handle());
              process.handle().descendants().forEach(all::add);
              started.set(process);
            })
        .join();
    try (var _ = started.get()) {
      int between =
          switch (kind) {
            case OWN_ROOT, OWN_NETWORK -> 1;
            case NONE -> 0;
          };
      assertThat(all).hasSize(1 + between);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }
  }

  @ParameterizedTest
  @EnumSource(value = Namespaces.Kind.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void hasNamespacesOfItsOwn(Namespaces.Kind kind) throws Exception {
    assumeThat(works(kind)).as("%s works here", kind).isTrue();
    try (var process = start(new Namespaces(kind, ""))) {
      assertThat(process.attempt("echo a")).isEqualTo("a");
      var worker = javaOf(process.handle().descendants());
      var own = Path.of("/proc/self/ns");
      var theirs = Path.of("/proc/" + worker.pid() + "/ns");
      for (var name : List.of("net", "pid", "ipc", "uts", "user", "mnt")) {
        assertThat(Files.readSymbolicLink(theirs.resolve(name)))
            .isNotEqualTo(Files.readSymbolicLink(own.resolve(name)));
      }
      if (kind == Namespaces.Kind.OWN_ROOT) {
        var root = Path.of("/proc/" + worker.pid() + "/root");
        assertThat(root.resolve("home")).doesNotExist();
        assertThat(root.resolve("etc/passwd")).doesNotExist();
        var self = root.resolve("proc/self");
        assertThat(list(root.resolve("proc"))).containsExactly(self);
        assertThat(list(self))
            .containsExactlyInAnyOrder(
                self.resolve("exe"), self.resolve("fd"), self.resolve("status"));
      }
      for (var task : list(Path.of("/proc/" + worker.pid() + "/task"))) {
        assertThat(Files.readString(task.resolve("status")).lines())
            .filteredOn(line -> line.startsWith("Cap") || line.startsWith("NoNewPrivs"))
            .containsExactlyInAnyOrder(
                "CapInh:\t0000000000000000",
                "CapPrm:\t0000000000000000",
                "CapEff:\t0000000000000000",
                "CapBnd:\t0000000000000000",
                "CapAmb:\t0000000000000000",
                "NoNewPrivs:\t1");
      }
      // Outside of the namespaces the worker has another number, so its own must be let through.
      assertThat(process.attempt("threads")).isEqualTo("ran 50");
      assertThat(process.attempt("raw SOCKET 1 1 0")).isEqualTo("-1");
    }
  }

  @Test
  void isRefusedWhenItDoesNotSayThatItIsConfined() throws Exception {
    var settings =
        SandboxSettings.defaults()
            .withJavaHome(FakeWorker.home(directory, "ready", "begin", "started"))
            .withBounds(1, 1, 64);
    try (var sandbox = ProcessSandbox.open(settings)) {
      var end =
          sandbox.start(Orders.of(AgentSource.visiting("")), RecordingServices.ofNothing()).await();
      assertThat(end).isInstanceOf(VisitEnd.WorkerEnded.class);
      assertThat(((VisitEnd.WorkerEnded) end).reason())
          .contains("it is not confined as it must be: it does not say that it is");
    }
  }

  /// The owner of an agent is a stranger here; what a failed start says names files.
  @Test
  void reportsTheOwnerOfAnAgentNoPathOfTheHostWhenItCannotBeStarted() throws Exception {
    var nowhere = SandboxSettings.defaults().withJavaHome(directory.resolve("no-java"));
    var broken = SandboxSettings.defaults().withJavaHome(noJava());
    for (var settings : List.of(nowhere, broken)) {
      try (var sandbox = ProcessSandbox.open(settings.withBounds(1, 1, 64))) {
        var end =
            sandbox
                .start(Orders.of(AgentSource.visiting("")), RecordingServices.ofNothing())
                .await();
        assertThat(((VisitEnd.WorkerEnded) end).reason())
            .isEqualTo("a worker did not start; the log of the host says why");
      }
    }
  }

  /// A program in the place of Java that prints the places of files, and ends.
  private Path noJava() throws IOException {
    var bin = Files.createDirectories(directory.resolve("home/bin"));
    Files.writeString(bin.resolve("java"), "#!/bin/sh\necho \"$0: cannot open $*\"\nexit 1\n");
    Files.setPosixFilePermissions(
        bin.resolve("java"), PosixFilePermissions.fromString("rwxr-xr-x"));
    return directory.resolve("home");
  }

  @Test
  void isRefusedWithoutNamespacesWhereTheyAreDemanded() throws Exception {
    // There are none for a Java runtime that does not run in them, as this fake one.
    var settings =
        SandboxSettings.defaults()
            .withConfinement(Confinement.ISOLATED)
            .withJavaHome(FakeWorker.home(directory, "ready"));
    assertThatThrownBy(() -> ProcessSandbox.open(settings))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("namespaces");
  }

  private static boolean works(Namespaces.Kind kind) throws InterruptedException {
    return new Namespaces(kind, "")
        .failure(SandboxSettings.defaults().places().javaHome(), List.of())
        .isEmpty();
  }

  private ConfinedProcess start(Namespaces namespaces) {
    try {
      return ConfinedProcess.start(directory, namespaces, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Path> list(Path path) throws IOException {
    try (var files = Files.list(path)) {
      return files.toList();
    }
  }
}
