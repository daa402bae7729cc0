package dev.sojourn.crawl.visits;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// The last robots.txt of each site of a crawl. When a method returns, what it took is durable. May
/// be used by any thread.
public interface KeptRules {

  /// Keeps the last answer of a site in place of an earlier one.
  ///
  /// @param site its number
  /// @param rules the answer
  /// @throws IOException if it cannot be kept
  void keep(int site, StoredRules rules) throws IOException;

  /// Keeps since when a site cannot be reached; without effect if no answer is kept.
  ///
  /// @param site its number
  /// @param since when that began; empty while it answers
  /// @throws IOException if it cannot be kept
  void keepUnreachable(int site, Optional<Instant> since) throws IOException;

  /// {@return the last answer of a site; empty if none is kept}
  ///
  /// @param site its number
  /// @throws IOException if it cannot be read
  Optional<StoredRules> of(int site) throws IOException;
}
