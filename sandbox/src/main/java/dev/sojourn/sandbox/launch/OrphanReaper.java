package dev.sojourn.sandbox.launch;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// A small process that outlives this process for a moment. It ends the processes that remain, and
/// deletes the directories of their sockets.
///
/// The kernel kills most of them, since each asks to die with its parent. This has a gap: a parent
/// may end before the process has asked. Also, `bwrap` runs as two processes, and the second waits
/// until the first has mapped its users. If the first is killed during this time, the second waits
/// forever, and no other process can end it.
///
/// Therefore the reaper reads a pipe. The kernel closes the other end when this process ends in any
/// way. The reaper then kills all processes whose command line contains the mark of one of its
/// directories. A worker under an attacker's control can forge its command line, but has already
/// asked to die with its parent. A process that gets its mark after the reaper's search finds no
/// socket and ends.
///
/// The reaper ignores the signals of a terminal and of a service manager. If it is killed too, the
/// reaper of the next sandbox does its work. Any thread may use this class.
public final class OrphanReaper implements AutoCloseable {
  private static final Logger LOG = System.getLogger(OrphanReaper.class.getName());
  private static final String SCRIPT = "orphan-reaper.sh";
  private static final String MARK = "-Dsojourn.sandbox=";
  private static final int END_SECONDS = 10;

  private final Optional<Process> process;

  private OrphanReaper(Optional<Process> process) {
    this.process = process;
  }

  /// {@return a reaper without directories; if the machine has no `sh`, the reaper does nothing}
  public static OrphanReaper start() {
    try (var script = OrphanReaper.class.getResourceAsStream(SCRIPT)) {
      if (script == null) {
        throw new IOException("the class path has no " + SCRIPT);
      }
      var text = new String(script.readAllBytes(), StandardCharsets.UTF_8);
      var builder =
          new ProcessBuilder("sh", "-c", text, "sojourn-reaper")
              .directory(Path.of("/").toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD);
      builder.environment().keySet().retainAll(Set.of("PATH"));
      return new OrphanReaper(Optional.of(builder.start()));
    } catch (IOException e) {
      LOG.log(
          Level.WARNING,
          "If this process is killed, its sockets and workers stay until the next start: {0}",
          e.getMessage());
      return new OrphanReaper(Optional.empty());
    }
  }

  /// {@return the option that marks a Java process, and the command around it, as part of a
  /// directory's sandbox}
  ///
  /// @param directory the directory of the sandbox
  public static List<String> mark(Path directory) {
    return List.of(MARK + directory + "/");
  }

  /// Adds a directory. The caller must do this before it makes the directory, so that the directory
  /// cannot be left behind.
  ///
  /// @param directory the directory to delete with its processes when this process ends
  public void watch(Path directory) {
    process.ifPresent(running -> announce(running, directory + "/\n"));
  }

  private static void announce(Process running, String line) {
    try {
      var input = running.getOutputStream();
      input.write(line.getBytes(StandardCharsets.UTF_8));
      input.flush();
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the reaper is gone: {0}", e.getMessage());
    }
  }

  /// Ends a process that has not started completely, with its child processes. Otherwise the second
  /// process of `bwrap` might remain.
  ///
  /// @param starting the process
  public static void end(Process starting) {
    starting.descendants().forEach(ProcessHandle::destroyForcibly);
    starting.destroyForcibly();
  }

  /// Makes the reaper end the remaining processes now, and waits at most ten seconds for it.
  @Override
  public void close() {
    if (process.isEmpty()) {
      return;
    }
    var running = process.get();
    try (var _ = running.getOutputStream()) {
      LOG.log(Level.DEBUG, "the reaper ends");
    } catch (IOException e) {
      LOG.log(Level.DEBUG, "the reaper is gone: {0}", e.getMessage());
    }
    try {
      if (!running.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        LOG.log(Level.WARNING, "Some worker processes cannot be ended");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
