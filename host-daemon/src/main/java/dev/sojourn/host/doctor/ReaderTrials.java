package dev.sojourn.host.doctor;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.Bytes;
import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.launch.ClassPathJars;
import dev.sojourn.sandbox.launch.ConfinedProgram;
import dev.sojourn.sandbox.launch.SandboxDirectory;
import dev.sojourn.sandbox.launch.WorkerCommand;
import dev.sojourn.sandbox.reader.ReaderPool;
import dev.sojourn.sandbox.start.ProcessLauncher;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/// Tries pages that take over their reader. The readers are started and confined as the daemon's.
/// Their program follows the script of a page that has one.
final class ReaderTrials implements AutoCloseable {
  private static final String OTHER_TITLE = "Other";

  /// A page of another site, for the same readers.
  private static final ViewReader.Source OTHER =
      new ViewReader.Source(
          PageUrl.parse("http://other.example/").orElseThrow(),
          Map.of("Content-Type", List.of("text/html; charset=utf-8")),
          Bytes.utf8(OTHER_TITLE).toArray());

  private final Trials trials;
  private final SandboxSettings settings;
  private final SandboxDirectory directory;
  private final WorkerCommand command;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("taken-readers").factory());

  /// @throws IOException if the directory cannot be written
  ReaderTrials(Corpus corpus, Trials trials, SandboxSettings settings) throws IOException {
    this.trials = trials;
    this.settings = settings;
    this.directory = SandboxDirectory.open(settings.places().directory());
    var jars = new ArrayList<>(List.of(corpus.jar().toAbsolutePath()));
    jars.addAll(ClassPathJars.find(ConfinedProgram.READER, directory.path()));
    this.command =
        new WorkerCommand(
            ConfinedProgram.READER,
            Corpus.TAKEN_READER,
            settings.places().javaHome(),
            settings.heapMiB(),
            jars);
  }

  /// Tries an attack with readers of its own. Afterwards they must read a page of another site,
  /// unless the attack may still hold the only one of them.
  AttackResult attempt(Sandbox sandbox, String signer, Attack attack)
      throws IOException, InterruptedException {
    var launcher = new ProcessLauncher(settings, directory, command, Optional.empty(), clock);
    try (var readers = new ReaderPool(1, launcher, clock)) {
      var result = trials.attempt(sandbox, readers, signer, attack);
      if (attack.expected().outcome().equals("stopped")) {
        return result;
      }
      var after = readers.view(OTHER);
      if (after.title().equals(OTHER_TITLE)) {
        return result;
      }
      var end = new AttackEnd("failed", "", "the next page: " + after.unparsed() + after.title());
      return AttackResult.of(attack, end, false);
    }
  }

  @Override
  public void close() {
    clock.shutdownNow();
    directory.close();
  }
}
