package dev.sojourn.lab.process;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;

/// A process that ends at the latest when this process ends.
public final class ChildProcess implements AutoCloseable {
  private static final Duration TIME_TO_END = Duration.ofSeconds(5);
  private static final Duration TIME_TO_END_AT_EXIT = Duration.ofMillis(2_500);
  private static final Duration TIME_TO_DIE = Duration.ofSeconds(2);

  private final Process process;
  private final Thread atExit;

  private ChildProcess(Process process) {
    this.process = process;
    this.atExit = new Thread(() -> end(TIME_TO_END_AT_EXIT), "end-" + process.pid());
  }

  /// Starts a process.
  ///
  /// @param builder of the process
  /// @return the process; the caller must close it
  /// @throws IOException if it cannot be started, or this process is ending
  public static ChildProcess start(ProcessBuilder builder) throws IOException {
    var child = new ChildProcess(builder.start());
    try {
      Runtime.getRuntime().addShutdownHook(child.atExit);
    } catch (IllegalStateException e) {
      child.end(Duration.ZERO);
      throw new IOException("no process is started while this one ends", e);
    }
    return child;
  }

  /// {@return the process}
  public Process process() {
    return process;
  }

  /// Ends the process: requests its end, and kills it after five seconds. Descendants that remain
  /// are also killed.
  @Override
  public void close() {
    end(TIME_TO_END);
    try {
      Runtime.getRuntime().removeShutdownHook(atExit);
    } catch (IllegalStateException _) {
      // The virtual machine is ending, so the hook has run or will run.
    }
  }

  /// Ends the process in the same way as [#close()].
  ///
  /// @param atMost the longest time for it to end without force
  void end(Duration atMost) {
    // Lists the descendants first: after the end of their parent, they have another parent.
    var descendants = new HashSet<>(process.descendants().toList());
    process.destroy();
    try {
      var _ = process.waitFor(atMost);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    process.descendants().forEach(descendants::add);
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
    // A killed process remains for a moment.
    process.onExit().completeOnTimeout(process, TIME_TO_DIE.toMillis(), MILLISECONDS).join();
  }
}
