package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.admission.Admitted;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A class loader that is made ahead of the next visit, for the code of the last one. Its classes
/// are defined and linked already, which is most of the waiting time of a visit of known code. May
/// be used by any thread.
///
/// Each visit has a loader of its own, made ahead or not. No code of an agent runs in one before
/// the visit that takes it, so no trace of another visit is in it.
final class LoaderPrefetch {
  /// A loader that is made ahead is charged to no visit, so it is not made for large code.
  private static final int MAX_CODE_BYTES = 256 << 10;

  private final AtomicReference<@Nullable Ready> next = new AtomicReference<>();

  private record Ready(String digest, GuestLoader loader) {}

  /// Gives the loader that was made ahead, if it is for this code. No visit has had it.
  Optional<GuestLoader> take(String digest) {
    var ready = next.getAndSet(null);
    return ready != null && ready.digest().equals(digest)
        ? Optional.of(ready.loader())
        : Optional.empty();
  }

  /// Makes a loader ahead, if there is none.
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
      // The next visit meets the same failure, and reports it.
    }
  }
}
