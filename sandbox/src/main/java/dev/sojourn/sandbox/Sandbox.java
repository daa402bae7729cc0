package dev.sojourn.sandbox;

import java.io.IOException;

/// Worker processes and the visits in them. May be used by any thread.
@SuppressWarnings("DoNotCallSuggester")
public final class Sandbox implements AutoCloseable {
  private Sandbox() {}

  /// Opens a sandbox. No process is started before the first visit.
  ///
  /// @param settings how workers are started and kept
  /// @return the sandbox, to be closed by its opener
  /// @throws IOException if sockets cannot be made in the directory, or the worker's jars are not
  ///   found
  public static Sandbox open(SandboxSettings settings) throws IOException {
    throw new UnsupportedOperationException("not built yet");
  }

  /// Starts a visit. Returns at once; the visit may have to wait for a free worker.
  ///
  /// @param order the visit
  /// @param desk answers the worker
  /// @return the visit under way
  public Visiting start(VisitOrder order, VisitDesk desk) {
    throw new UnsupportedOperationException("not built yet");
  }

  /// {@return which walls stand on this machine; starts a worker to ask it}
  ///
  /// @throws IOException if no worker can be started
  /// @throws InterruptedException if the calling thread is interrupted
  public SandboxWalls walls() throws IOException, InterruptedException {
    throw new UnsupportedOperationException("not built yet");
  }

  /// Ends all visits and workers, and waits for them.
  @Override
  public void close() {}
}
