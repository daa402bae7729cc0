package dev.sojourn.crawl.visits;

import dev.sojourn.agent.Scope;
import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.util.Optional;

/// The known pages of earlier rounds, for new visits. May be used by any thread.
@FunctionalInterface
public interface EarlierPages {
  /// {@return the initial state of an agent; empty if the agent has to read everything}
  ///
  /// @param scope of the visit
  /// @param hasValidators whether the pages are fetched over HTTP
  /// @throws IOException if the known pages cannot be read
  Optional<Bytes> state(Scope scope, boolean hasValidators) throws IOException;
}
