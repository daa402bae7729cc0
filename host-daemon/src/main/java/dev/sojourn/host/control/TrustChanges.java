package dev.sojourn.host.control;

import dev.sojourn.host.rules.TrustDecisions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The only way to change the operator's decisions about signers while the daemon runs. A decision
/// applies to new agents at once and ends visits that it no longer allows, even if the disk fails.
public interface TrustChanges {

  /// A change of the decisions.
  @FunctionalInterface
  interface Change {
    /// {@return the decisions after the change}
    ///
    /// @param before the current decisions
    /// @throws IOException if there is no room for another decision
    TrustDecisions of(TrustDecisions before) throws IOException;
  }

  /// A change that is in use.
  ///
  /// @param ended the numbers of ended visits, one future for each group of visits
  /// @param unkept the reason why the change is not on disk, one clause; empty if it is on disk
  record Changed(List<CompletableFuture<Integer>> ended, Optional<String> unkept) {
    /// Copies the list.
    public Changed {
      ended = List.copyOf(ended);
    }
  }

  /// {@return the current decisions}
  TrustDecisions decisions();

  /// Changes the decisions in use, checks all visits against them, and then writes them to disk. A
  /// failed write is repeated.
  ///
  /// @param change the change
  /// @return the result of the change
  /// @throws IOException if there are too many decisions; nothing has changed then
  Changed decide(Change change) throws IOException;
}
