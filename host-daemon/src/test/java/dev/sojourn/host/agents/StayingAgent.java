package dev.sojourn.host.agents;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.VisitCause;
import dev.sojourn.agent.WakeConditions;
import java.time.Duration;

/// Stays until its owner asks it to end, and reports why it was called and which pages changed.
public final class StayingAgent implements Agent, TakesMessages {
  private int calls;
  private boolean isReported;
  private boolean isShort;

  @Override
  public String message(String text) {
    isReported = text.equals("end");
    isShort = text.equals("a moment");
    return calls + ": " + text;
  }

  @Override
  public Next visit(Visit visit) {
    calls++;
    var cause =
        switch (visit.cause()) {
          case VisitCause.Start _ -> "start";
          case VisitCause.Arrival(var from) -> "arrival" + from;
          case VisitCause.Resumption _ -> "resumption";
          case VisitCause.Combination _ -> "combination";
          case VisitCause.Wake(var by) -> "wake " + by;
        };
    visit.report(new Reported(cause, "call " + calls));
    if (visit.changes() instanceof PageChanges.Reported noted) {
      noted.pages().forEach(page -> visit.report(new Reported(page.url(), page.kind().name())));
    }
    visit.checkpoint();
    if (isReported) {
      return Next.done();
    }
    var until = WakeConditions.byMessage().orByChange();
    if (isShort) {
      isShort = false;
      return Next.park(until.orAt(visit.now().minus(Duration.ofSeconds(1))));
    }
    return Next.park(until);
  }
}
