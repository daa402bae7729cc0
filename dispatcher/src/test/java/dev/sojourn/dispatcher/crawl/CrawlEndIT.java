package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.samples.IndexingAgent;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.testing.BrokenBwrap;
import dev.sojourn.testing.ProcessTraces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Crawls whose agents visit at home, and that end at any moment, by SIGTERM and SIGKILL in turns:
/// what they leave beside what they brought home is nothing. The property `ends` says how many by
/// each kind of confinement.
@EnabledOnOs(OS.LINUX)
class CrawlEndIT {
  private static final int ENDS = Integer.getInteger("ends", 2);
  private static final long SEED = Long.getLong("ends.seed", 1);
  private static final int LATEST_MILLIS = 4_000;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(value = Namespaces.Kind.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void leavesNoProcessNoSocketAndNoFileWheneverItEnds(Namespaces.Kind kind) throws Exception {
    var javaHome = Path.of(System.getProperty("java.home"));
    assumeThat(new Namespaces(kind, "").failure(javaHome, List.of()))
        .as("%s works here", kind)
        .isEmpty();
    var files = Files.createDirectory(directory.resolve(ProcessTraces.TEMPORARY));
    var random = new Random(SEED);
    new CrawlBench(directory).owner.write(directory.resolve("owner.key"));
    try (var site = new TestSite(directory.resolve("www"), 120)) {
      site.robots("");
      for (int end = 0; end < ENDS; end++) {
        int millis = random.nextInt(LATEST_MILLIS);
        boolean isKilled = end % 2 == 1;
        var noted = "end %d, %d ms, killed: %s".formatted(end, millis, isKilled);
        var crawl = builder(kind, site, directory.resolve("out" + end), files).start();
        assertThat(crawl.waitFor(millis, TimeUnit.MILLISECONDS)).as("%s: over", noted).isFalse();
        if (isKilled) {
          crawl.destroyForcibly();
        } else {
          crawl.destroy();
        }
        assertThat(crawl.waitFor(60, TimeUnit.SECONDS)).as(noted).isTrue();
        var traces = new ProcessTraces(crawl.pid(), directory);
        await()
            .atMost(Duration.ofSeconds(60))
            .untilAsserted(() -> assertThat(traces.found()).as(noted).isEmpty());
      }
    }
  }

  /// A crawl in a session of its own, with a directory of its own for what is temporary.
  private ProcessBuilder builder(Namespaces.Kind kind, TestSite site, Path out, Path files)
      throws IOException {
    var command = new ArrayList<String>();
    command.add("setsid");
    command.add(BuiltProgram.FILE.toString());
    command.addAll(List.of("crawl", "--key", directory.resolve("owner.key").toString()));
    command.addAll(List.of("--out", out.toString(), "--delay", "100ms", site.origin() + "/"));
    var classes = IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation();
    command.addAll(List.of("--agent", classes.getPath()));
    command.addAll(List.of("--main", IndexingAgent.class.getName()));
    var builder =
        BuiltProgram.builder(command, "-Djava.io.tmpdir=" + files)
            .redirectOutput(directory.resolve("output").toFile())
            .redirectError(directory.resolve("errors").toFile());
    builder.environment().keySet().removeAll(List.of("RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"));
    if (kind == Namespaces.Kind.OWN_NETWORK) {
      BrokenBwrap.putBefore(builder, directory);
    }
    return builder;
  }
}
