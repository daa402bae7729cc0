package dev.sojourn.dispatcher.crawl;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;

/// An agent that reads its first page again and again until a message of its owner ends it.
public final class WaitingAgent implements Agent, TakesMessages {
  private int heard;
  private boolean isReported;

  @Override
  public String message(String text) {
    heard++;
    isReported = text.equals("end");
    return heard + ": " + text;
  }

  @Override
  public Next visit(Visit visit) {
    while (!isReported) {
      visit.fetch(visit.starts().getFirst());
      visit.checkpoint();
    }
    return Next.done();
  }
}
