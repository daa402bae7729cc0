package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.admission.Admitted;
import dev.sojourn.sandbox.admission.RefusedException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/// The code admitted in this worker, by digest; the few used last are kept.
public final class CodeShelf {
  private static final int MAX_KEPT = 8;

  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Admitted> kept = new LinkedHashMap<>(16, 0.75f, true);

  /// Creates an empty shelf.
  public CodeShelf() {}

  /// Admits a jar, or says at once that it was admitted before.
  ///
  /// @param digest names the jar; the caller's word for it
  /// @param jar the code
  /// @return what may be loaded
  /// @throws RefusedException if the jar or a class breaks a rule
  public Admitted admit(String digest, byte[] jar) throws RefusedException {
    lock.lock();
    try {
      var known = kept.get(digest);
      if (known != null) {
        return known;
      }
    } finally {
      lock.unlock();
    }
    var admitted = Admission.admit(jar);
    lock.lock();
    try {
      kept.put(digest, admitted);
      if (kept.size() > MAX_KEPT) {
        kept.remove(kept.keySet().iterator().next());
      }
    } finally {
      lock.unlock();
    }
    return admitted;
  }
}
