package dev.sojourn.crawl.visits;

import dev.sojourn.agent.Scope;
import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.util.Optional;

/// The pages that earlier rounds of a crawl know, as a new visit is given them. May be used by any
/// thread.
@FunctionalInterface
public interface EarlierPages {
  /// {@return the state with which an agent begins; empty if it is to read everything anew}
  ///
  /// @param scope of the visit
  /// @param hasValidators whether the pages are fetched over HTTP
  /// @throws IOException if the known pages cannot be read
  Optional<Bytes> state(Scope scope, boolean hasValidators) throws IOException;
}
