package dev.sojourn.crawl.index;

import java.util.logging.Level;
import java.util.logging.Logger;

/// Keeps Lucene from advising every user, on standard error, to start Java with an incubating
/// module. The module would only speed up vector searches, which this program does not make.
final class VectorAdvice {
  /// A strong reference, since an unreferenced logger loses its level.
  private static final Logger ADVISER =
      Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

  private VectorAdvice() {}

  /// Must be called before Lucene is first used.
  static void silence() {
    ADVISER.setLevel(Level.SEVERE);
  }
}
