package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.admission.Admission;
import dev.sojourn.sandbox.admission.Admitted;
import dev.sojourn.sandbox.admission.RefusedException;
import java.util.LinkedHashMap;
import java.util.Map;

/// The verdicts on code that this worker checked, by digest. It keeps the eight that were used
/// last.
///
/// A verdict is kept only in this process, which has only one version of the rules. An agent that
/// changes a verdict harms neither another signer's code nor its own code in another worker.
public final class AdmissionCache {
  private static final int MAX_KEPT = 8;

  private final Map<String, Verdict> kept = new LinkedHashMap<>(16, 0.75f, true);

  /// Creates an empty cache.
  public AdmissionCache() {}

  private sealed interface Verdict {
    record In(Admitted code) implements Verdict {}

    record Out(RefusedException why) implements Verdict {}
  }

  /// Admits a jar, or uses the earlier verdict on it.
  ///
  /// @param digest the jar's digest, which the caller guarantees
  /// @param jar the code
  /// @return the code that may be loaded
  /// @throws RefusedException if the jar or a class breaks a rule
  public Admitted admit(String digest, byte[] jar) throws RefusedException {
    return switch (verdict(digest, jar)) {
      case Verdict.In(var code) -> code;
      case Verdict.Out(var why) -> throw why;
    };
  }

  private Verdict verdict(String digest, byte[] jar) {
    synchronized (kept) {
      var known = kept.get(digest);
      if (known != null) {
        return known;
      }
    }
    var verdict = verdict(jar);
    synchronized (kept) {
      kept.put(digest, verdict);
      if (kept.size() > MAX_KEPT) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
    return verdict;
  }

  private static Verdict verdict(byte[] jar) {
    try {
      return new Verdict.In(Admission.admit(jar));
    } catch (RefusedException e) {
      return new Verdict.Out(e);
    }
  }
}
