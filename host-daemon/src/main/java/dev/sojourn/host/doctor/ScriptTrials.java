package dev.sojourn.host.doctor;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.Digest;
import dev.sojourn.filter.ScopeRules;
import dev.sojourn.page.view.PageView;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.Confinement;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Tries hostile workers: programs that follow a script in place of a worker. They represent an
/// agent that passed all walls inside the worker, so they run without confinement.
final class ScriptTrials {
  /// Makes the test of namespaces fail, because the program would not find its files inside them.
  private static final String UNCONFINED = "case \" $* \" in *' -version '*) exit 1 ;; esac\n";

  private final Corpus corpus;
  private final Trials trials;
  private final Path folder;
  private final SandboxSettings settings;

  ScriptTrials(Corpus corpus, Trials trials, Path folder, SandboxSettings settings) {
    this.corpus = corpus;
    this.trials = trials;
    this.folder = folder;
    this.settings = settings;
  }

  /// Tries an attack.
  ///
  /// @param reader reads the pages, since there are no honest readers beside such a worker
  AttackResult attempt(ViewReader reader, Attack attack) throws IOException, InterruptedException {
    var home = Files.createTempDirectory(folder, "worker");
    layOut(home, new String(attack.content(), StandardCharsets.UTF_8));
    var own =
        settings
            .withJavaHome(home)
            .withoutStartCache()
            .withPool(settings.pool().withBounds(1, 1).withSpares(0))
            .withDeadlines(
                settings.deadlines().start(), Duration.ofSeconds(3), Duration.ofMillis(300))
            .withConfinement(Confinement.OFFERED);
    try (var sandbox = ProcessSandbox.open(own)) {
      return trials.attempt(sandbox, reader, "script", attack);
    }
  }

  /// Creates a Java home whose `bin/java` follows the script.
  private void layOut(Path home, String script) throws IOException {
    var bin = Files.createDirectory(home.resolve("bin"));
    var file = home.resolve("script");
    Files.writeString(file, script);
    var classPath =
        Stream.of(
                corpus.jar(),
                placeOf(Sandbox.class),
                placeOf(PageUrl.class),
                placeOf(PageView.class),
                placeOf(Digest.class),
                placeOf(ScopeRules.class))
            .map(path -> path.toAbsolutePath().toString())
            .collect(Collectors.joining(File.pathSeparator));
    var words =
        List.of(
            settings.places().javaHome().resolve("bin").resolve("java").toString(),
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            classPath,
            Corpus.SCRIPTED_WORKER,
            file.toString());
    var java = bin.resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + UNCONFINED + "exec " + quoted(words) + " \"$@\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
  }

  private static String quoted(List<String> words) {
    return words.stream()
        .map(word -> "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }

  private static Path placeOf(Class<?> type) throws IOException {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException(Arrays.toString(new Object[] {type, e.getMessage()}), e);
    }
  }
}
