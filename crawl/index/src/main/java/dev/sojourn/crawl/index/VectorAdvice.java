package dev.sojourn.crawl.index;

import java.util.logging.Level;
import java.util.logging.Logger;

/// Keeps Lucene from advising every user, on standard error, to start Java with an incubating
/// module. The module would only speed up vector searches, which this program does not make.
final class VectorAdvice {
  /// Held, since a logger without a reference forgets its level.
  private static final Logger ADVISER =
      Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

  private VectorAdvice() {}

  /// To be called before Lucene is first used.
  static void silence() {
    ADVISER.setLevel(Level.SEVERE);
  }
}
