package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.SentAgents.DAWDLER;
import static dev.sojourn.host.daemon.SentAgents.DAWDLING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.testing.BrokenBwrap;
import dev.sojourn.testing.ProcessTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Daemons that end at any moment, by SIGTERM and SIGKILL in turns, leave no trace. The property
/// `ends` says how many by each kind of confinement; the profile `campaign` has more.
@EnabledOnOs(OS.LINUX)
class DaemonEndIT {
  private static final int ENDS = Integer.getInteger("ends", 2);
  private static final long SEED = Long.getLong("ends.seed", 1);

  @TempDir Path temporary;
  private final Owner owner = new Owner();
  private final Random random = new Random(SEED);
  private Path config;
  private Path files;

  /// The work of a daemon when it is ended.
  enum Moment {
    START,
    WORKERS_START,
    VISITS
  }

  @BeforeEach
  void layOut() throws IOException {
    var folder = new HostFolder(temporary);
    folder.chain(30);
    config = folder.config(List.of(owner), "");
    LentStartCache.toProgram(config);
    files = Files.createDirectory(temporary.resolve(ProcessTraces.TEMPORARY));
  }

  @AfterEach
  void closeTheOwner() {
    owner.close();
  }

  @ParameterizedTest
  @EnumSource(value = Namespaces.Kind.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void leavesNoProcessNoSocketAndNoFileWheneverItEnds(Namespaces.Kind kind) throws Exception {
    var javaHome = Path.of(System.getProperty("java.home"));
    assumeThat(new Namespaces(kind, "").failure(javaHome, List.of()))
        .as("%s works here", kind)
        .isEmpty();
    for (int end = 0; end < ENDS; end++) {
      var moment = Moment.values()[random.nextInt(Moment.values().length)];
      int millis = random.nextInt(2_000);
      boolean isKilled = end % 2 == 1;
      var noted = "end %d, %s, %d ms, killed: %s".formatted(end, moment, millis, isKilled);
      var traces = run(builder(kind), moment, millis, isKilled);
      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> assertThat(traces.found()).as(noted).isEmpty());
    }
  }

  private ProcessTraces run(ProcessBuilder builder, Moment moment, int millis, boolean isKilled)
      throws IOException, InterruptedException {
    if (moment == Moment.START) {
      var process = builder.start();
      end(process, millis, isKilled);
      return new ProcessTraces(process.pid(), temporary);
    }
    try (var daemon = DaemonProcess.start(builder)) {
      if (moment == Moment.VISITS) {
        var passport = owner.passport(daemon.address(), DAWDLING, DAWDLER);
        assertThat(owner.patient(daemon.address()).dispatch(owner.sign(passport, DAWDLING), true))
            .isInstanceOf(DispatchOutcome.Accepted.class);
      }
      end(daemon.process(), millis, isKilled);
      return new ProcessTraces(daemon.pid(), temporary);
    }
  }

  private static void end(Process process, int millis, boolean isKilled)
      throws InterruptedException {
    assertThat(process.waitFor(millis, TimeUnit.MILLISECONDS)).as("it ended by itself").isFalse();
    if (isKilled) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
  }

  /// A daemon in a session of its own, with a directory of its own for temporary files.
  private ProcessBuilder builder(Namespaces.Kind kind) throws IOException {
    var builder = DaemonProcess.builder("run", "--config", config.toString(), "--json");
    builder.command().addFirst("setsid");
    builder.redirectError(temporary.resolve("errors").toFile());
    var environment = builder.environment();
    environment.put("SOJOURN_JAVA_OPTIONS", DaemonArchive.options() + " -Djava.io.tmpdir=" + files);
    environment.keySet().removeAll(List.of("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"));
    if (kind == Namespaces.Kind.OWN_NETWORK) {
      BrokenBwrap.putBefore(builder, temporary);
    }
    return builder;
  }
}
