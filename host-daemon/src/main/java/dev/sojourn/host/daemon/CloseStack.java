package dev.sojourn.host.daemon;

import java.util.ArrayDeque;
import java.util.Deque;

/// The resources opened while the daemon starts, closed again if a later step fails.
final class CloseStack {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    opened.push(resource);
    return resource;
  }

  /// Closes all, the last one first; a failure in it is added to the failure that led here.
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
