package dev.sojourn.host.metrics;

import java.util.List;
import java.util.Optional;

/// The health of a daemon at one moment, as reported by `/readyz`.
///
/// @param obstacle why no agents are admitted, as one clause; empty if they are
/// @param remarks problems for the operator that do not prevent admission, one sentence each
public record Health(Optional<String> obstacle, List<String> remarks) {
  /// Copies the list.
  public Health {
    remarks = List.copyOf(remarks);
  }
}
