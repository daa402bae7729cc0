package dev.sojourn.visit.combine;

import dev.sojourn.sandbox.AgentPart;
import java.io.IOException;

/// The agents that are to be combined, in their order. Each is read when its turn comes, since all
/// of them together may be more than fits into memory.
public interface CombinationParts {

  /// {@return how many there are}
  int size();

  /// {@return an agent with its state}
  ///
  /// @param number from 0
  /// @throws IOException if it cannot be read
  AgentPart part(int number) throws IOException;
}
