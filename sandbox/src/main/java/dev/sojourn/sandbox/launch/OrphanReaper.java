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

/// A small process beside this one, which outlives it for a moment. It ends the processes that this
/// one leaves behind, and deletes the directories of its sockets.
///
/// The kernel kills most of them: each asks to be killed when its parent ends. That has a gap. A
/// process has no parent to lose before it has asked, and `bwrap` runs as two processes: the second
/// waits for the first to map its users. If the first is killed then, the second waits for ever,
/// and no process is left that could end it.
///
/// So the reaper reads a pipe. The kernel closes the other end whenever this process ends, however
/// it does. The reaper then kills each process whose command line bears the mark of one of its
/// directories, until there is none. A worker that was taken over can forge its command line, but
/// such a worker has long asked to die with its parent. A process that comes to its mark later than
/// the reaper looks finds no socket, and so ends by itself.
///
/// The reaper ignores the signals of a terminal and of a service manager. If it is killed too, the
/// reaper of the next sandbox does its work. May be used by any thread.
public final class OrphanReaper implements AutoCloseable {
  private static final Logger LOG = System.getLogger(OrphanReaper.class.getName());
  private static final String SCRIPT = "orphan-reaper.sh";
  private static final String MARK = "-Dsojourn.sandbox=";
  private static final int END_SECONDS = 10;

  private final Optional<Process> process;

  private OrphanReaper(Optional<Process> process) {
    this.process = process;
  }

  /// {@return a reaper without directories; without `sh` on the machine, one that never acts}
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

  /// {@return the option that marks a Java process, and the command that wraps it, as belonging to
  /// a directory}
  ///
  /// @param directory of the sandbox
  public static List<String> mark(Path directory) {
    return List.of(MARK + directory + "/");
  }

  /// Adds a directory. To be called before it is made, so that there is no time at which it would
  /// be left.
  ///
  /// @param directory the directory that is deleted, and whose processes are ended, with this
  ///   process
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

  /// Ends a process that has not come up, and those that it has started so far. Ending only the
  /// first may leave the second process of `bwrap`.
  ///
  /// @param starting the process
  public static void end(Process starting) {
    starting.descendants().forEach(ProcessHandle::destroyForcibly);
    starting.destroyForcibly();
  }

  /// Has it end the remaining processes now, and waits for that, for ten seconds at most.
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
