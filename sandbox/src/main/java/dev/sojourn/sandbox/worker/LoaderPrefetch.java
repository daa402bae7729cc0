package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.admission.Admitted;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Makes the class loaders of visits, one of them ahead, for the code of the last visit. The
/// classes of that loader are defined and linked already. To do that is most of the waiting time of
/// a visit of known code. May be used by any thread.
///
/// Each visit has a loader of its own, made ahead or not. Nothing of an agent runs in one before
/// the visit that takes it, so there is nothing in it that another visit could have left.
final class LoaderPrefetch {
  /// Nobody waits for a loader that is made ahead, and no budget pays for it; large code is not
  /// worth it.
  private static final int MAX_CODE_BYTES = 256 << 10;

  private final AtomicReference<@Nullable Ready> next = new AtomicReference<>();

  private record Ready(String digest, Guests guests) {}

  /// A loader that no visit has had yet.
  ///
  /// @param linked the agent's classes in the order of their names; empty where they are still to
  ///   be linked
  record Guests(GuestLoader loader, Optional<List<Class<?>>> linked) {
    /// The agent's classes, in the order of their names.
    List<Class<?>> classes() throws ClassNotFoundException {
      return linked.isPresent() ? linked.get() : loader.linked();
    }
  }

  /// Gives a loader: the one that was made ahead, if it is for this code.
  Guests take(String digest, Admitted code) {
    var ready = next.getAndSet(null);
    return ready != null && ready.digest().equals(digest)
        ? ready.guests()
        : new Guests(new GuestLoader(code), Optional.empty());
  }

  /// Makes a loader ahead, where there is none.
  void fill(String digest, Admitted code) {
    long bytes = code.classes().values().stream().mapToLong(octets -> octets.length).sum();
    if (bytes > MAX_CODE_BYTES || next.get() != null) {
      return;
    }
    try {
      var loader = new GuestLoader(code);
      var guests = new Guests(loader, Optional.of(loader.linked()));
      next.compareAndSet(null, new Ready(digest, guests));
    } catch (ClassNotFoundException | LinkageError _) {
      // The next visit finds out, and says so.
    }
  }
}
