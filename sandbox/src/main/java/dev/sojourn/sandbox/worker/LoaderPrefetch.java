package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.admission.Admitted;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A class loader that is made before the next visit, for the code of the last visit. Its classes
/// are already linked, which is most of the start time of a visit of known code. Any thread may use
/// it.
///
/// Each visit has its own loader, prepared or not. No code of an agent runs in a loader before its
/// visit, so it contains no trace of another visit.
final class LoaderPrefetch {
  /// The most code for a prepared loader, since no visit pays for its cost.
  private static final int MAX_CODE_BYTES = 256 << 10;

  private final AtomicReference<@Nullable Ready> next = new AtomicReference<>();

  private record Ready(String digest, GuestLoader loader) {}

  /// Returns the prepared loader, if it is for this code. No visit has used it.
  Optional<GuestLoader> take(String digest) {
    var ready = next.getAndSet(null);
    return ready != null && ready.digest().equals(digest)
        ? Optional.of(ready.loader())
        : Optional.empty();
  }

  /// Prepares a loader, if there is none.
  void fill(String digest, Admitted code) {
    long bytes = code.classes().values().stream().mapToLong(octets -> octets.length).sum();
    if (bytes > MAX_CODE_BYTES || next.get() != null) {
      return;
    }
    try {
      var loader = new GuestLoader(code);
      var _ = loader.linked();
      next.compareAndSet(null, new Ready(digest, loader));
    } catch (ClassNotFoundException | LinkageError _) {
      // The next visit has the same failure and reports it.
    }
  }
}
