package dev.sojourn.host.daemon;

import java.util.ArrayDeque;
import java.util.Deque;

/// The resources opened while the daemon starts. If a later step fails, they are closed again.
final class CloseStack {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    opened.push(resource);
    return resource;
  }

  /// Closes all resources, the last one first. Further failures are added to the given failure.
  void closeAll(Exception failure) {
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        failure.addSuppressed(e);
      }
    }
  }
}
