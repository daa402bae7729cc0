package dev.sojourn.host.metrics;

import java.util.List;
import java.util.Optional;

/// The health of a daemon at one moment, as `/readyz` says it.
///
/// @param obstacle why no agents are taken in, one clause; empty if they are
/// @param remarks what the operator should look at all the same, a sentence each
public record Health(Optional<String> obstacle, List<String> remarks) {
  /// Copies the list.
  public Health {
    remarks = List.copyOf(remarks);
  }
}
