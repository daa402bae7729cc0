package dev.sojourn.kit;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.TakesMessages;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.WakeConditions;
import dev.sojourn.agent.parameter.Default;
import java.time.Duration;

/// An agent to be tested: it counts the messages that it heard, and stays for more.
public final class AnsweringAgent implements Agent, TakesMessages {
  private final Options options;
  private int heard;

  /// Its parameters.
  public record Options(
      @Default("false") boolean isDeaf, @Default("false") boolean staysForPages) {}

  public AnsweringAgent(Options options) {
    this.options = options;
  }

  @Override
  public String message(String text) {
    heard++;
    if (text.equals("fail")) {
      throw new IllegalStateException("as it was asked to");
    }
    return text + " " + heard;
  }

  @Override
  public Next visit(Visit visit) {
    visit.log(String.valueOf(visit.cause()));
    if (!options.isDeaf()) {
      visit.checkpoint();
    }
    var tomorrow = visit.now().plus(Duration.ofDays(1));
    return Next.park(
        options.staysForPages()
            ? WakeConditions.byChange().orAt(tomorrow)
            : WakeConditions.byMessage());
  }
}
