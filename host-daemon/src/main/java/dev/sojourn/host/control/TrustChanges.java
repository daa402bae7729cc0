package dev.sojourn.host.control;

import dev.sojourn.host.rules.TrustDecisions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/// The one way to change the operator's decisions about signers while the daemon runs. A decision
/// holds at once for agents that come, and visits that it no longer allows end.
public interface TrustChanges {

  /// A change of the decisions.
  @FunctionalInterface
  interface Change {
    /// {@return the decisions after it}
    ///
    /// @param before those of this moment
    /// @throws IOException if there is no room for another one
    TrustDecisions of(TrustDecisions before) throws IOException;
  }

  /// {@return the decisions of this moment}
  TrustDecisions decisions();

  /// Changes the decisions on disk, then in use, and has all visits judged anew.
  ///
  /// @param change to be made
  /// @return how many visits were ended, each for some of them; complete when that is known
  /// @throws IOException if the disk does not take it; nothing has changed then
  List<CompletableFuture<Integer>> decide(Change change) throws IOException;
}
