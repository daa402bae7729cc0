package dev.sojourn.host.control;

import dev.sojourn.host.rules.TrustDecisions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// The one way to change the operator's decisions about signers while the daemon runs. A decision
/// holds at once for agents that come, and visits that it no longer allows end, whatever the disk
/// takes.
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

  /// A change that is in use.
  ///
  /// @param ended how many visits were ended, each for some of them; complete when that is known
  /// @param unkept why it is not on disk, one clause; empty if it is
  record Changed(List<CompletableFuture<Integer>> ended, Optional<String> unkept) {
    /// Copies the list.
    public Changed {
      ended = List.copyOf(ended);
    }
  }

  /// {@return the decisions of this moment}
  TrustDecisions decisions();

  /// Changes the decisions in use, has all visits judged anew, and then changes them on disk. What
  /// the disk does not take is tried again.
  ///
  /// @param change to be made
  /// @return what came of it
  /// @throws IOException if there are too many decisions; nothing has changed then
  Changed decide(Change change) throws IOException;
}
