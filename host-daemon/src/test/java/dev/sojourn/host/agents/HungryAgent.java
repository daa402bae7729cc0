package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;
import java.util.ArrayList;

/// Fills the heap of its worker until the worker ends, in steps too small for a check.
public final class HungryAgent implements Agent {
  @Override
  public Next visit(Visit visit) {
    var all = new ArrayList<int[]>();
    while (visit.starts().size() < 1_000) {
      all.add(new int[10_000]);
    }
    return Next.onward(visit.starts().subList(0, all.size()));
  }
}
