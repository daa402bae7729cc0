package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.combine.Combines;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.worker.state.StateCodec;
import java.util.List;

/// One step of a combination: an agent receives others of its class, or reports at the end. The
/// others are decoded one by one, so at most two agents are in memory.
final class CombinationVisit {
  private CombinationVisit() {}

  /// Makes the step.
  ///
  /// @param parts the other agents; empty at the end
  static Next run(Agent agent, List<AgentPart> parts, StateCodec codec, GuestVisit visit)
      throws RefusedException {
    if (!(agent instanceof Combines<?> untyped)) {
      throw new RefusedException(
          agent.getClass().getName() + " does not combine (expected: it implements Combines)");
    }
    // If the agent declares another class, its own code throws a ClassCastException.
    @SuppressWarnings("unchecked")
    var combines = (Combines<Agent>) untyped;
    for (var part : parts) {
      combines.combine(codec.read(part.state(), agent.getClass()), part.territory(), visit);
    }
    if (parts.isEmpty()) {
      combines.combined(visit);
    }
    return Next.done();
  }
}
