package dev.sojourn.visit.combine;

import dev.sojourn.sandbox.AgentPart;
import java.io.IOException;

/// The agents to combine, in order. Each agent is read only when it is needed, since all agents
/// together may not fit into memory.
public interface CombinationParts {

  /// {@return the number of agents}
  int size();

  /// {@return an agent with its state}
  ///
  /// @param number the number of the agent, from 0
  /// @throws IOException if the agent cannot be read
  AgentPart part(int number) throws IOException;
}
