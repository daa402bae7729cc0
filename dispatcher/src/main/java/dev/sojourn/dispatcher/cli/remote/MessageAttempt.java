package dev.sojourn.dispatcher.cli.remote;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.text.Messages;
import java.io.IOException;

/// The outcome of one attempt to give a message to an agent.
///
/// @param outcome the outcome of the attempt
/// @param text the answer of the agent, or the reason why there is none; a host can have written
///   either
record MessageAttempt(Outcome outcome, String text) {

  /// The outcome of a message.
  enum Outcome {
    /// The agent got the message, and answered.
    ANSWERED("answered", true),
    /// The agent is of a kind that takes no messages.
    NOT_TAKEN("takes no messages", true),
    /// The agent is parked, and waits for no message.
    NOT_AWAITED("waits for no message", true),
    /// The host has no such agent any more.
    GONE("gone", true),
    /// The host refused the message, and would refuse it again.
    REFUSED("refused", false),
    /// The agent did not read the message in time, or the answer was lost. The agent may have the
    /// message, so a second attempt could deliver it twice.
    UNANSWERED("unanswered", false),
    /// The agent runs at home, in another program.
    AT_HOME("at home", false),
    /// The host could not be reached.
    AWAY("host away", false),
    /// The agent is on its way to another host.
    MOVING("moving", false),
    /// The visit has not begun, or it has ended and another visit may follow.
    NOT_RUNNING("not running", false),
    /// The host has no room for the message now.
    BUSY("host busy", false),
    /// The time was over before the turn of the agent came.
    NOT_TRIED("not tried", false);

    private final String word;
    private final boolean isForGood;

    Outcome(String word, boolean isForGood) {
      this.word = word;
      this.isForGood = isForGood;
    }

    /// The word that users read.
    @JsonValue
    String word() {
      return word;
    }

    /// Whether this agent needs no further attempt, not even in a later run.
    boolean isForGood() {
      return isForGood;
    }

    /// Whether the agent certainly did not get the message, and may soon be ready for it.
    boolean isToBeTriedAgain() {
      return switch (this) {
        case AWAY, MOVING, NOT_RUNNING, BUSY, NOT_TRIED -> true;
        case ANSWERED, NOT_TAKEN, NOT_AWAITED, GONE, REFUSED, UNANSWERED, AT_HOME -> false;
      };
    }
  }

  /// Makes an attempt. The message is sent once.
  static MessageAttempt make(RemoteOptions.Asking remote, AgentUri agent, String message)
      throws IOException, InterruptedException {
    try {
      var answer =
          remote.ask(
              agent.host(), RetryPolicy.NEVER, host -> host.message(agent.agentId(), message));
      return switch (answer) {
        case Answer.Given<String>(var said, _) -> new MessageAttempt(Outcome.ANSWERED, said);
        case Answer.Refused<String>(var problem, _) -> refused(remote, agent, problem);
        case Answer.Unreachable<String>(var reason, var wire) ->
            // Without a connection no message was sent.
            new MessageAttempt(
                wire.sent() == 0 ? Outcome.AWAY : Outcome.UNANSWERED,
                Messages.withoutStop(reason) + ".");
      };
    } catch (CommandException e) {
      return new MessageAttempt(Outcome.REFUSED, String.valueOf(e.getMessage()));
    }
  }

  private static MessageAttempt refused(
      RemoteOptions.Asking remote, AgentUri agent, Problem problem)
      throws IOException, InterruptedException {
    var outcome =
        switch (problem.code()) {
          case "messages-not-taken" -> Outcome.NOT_TAKEN;
          case "agent-unknown" -> Outcome.GONE;
          case "agent-leaving" -> Outcome.MOVING;
          case "message-unanswered" -> Outcome.UNANSWERED;
          case "too-busy", "crowded", "limit-spent" -> Outcome.BUSY;
          case "agent-not-running" -> standing(remote, agent);
          default ->
              problem.status() == AtpStatus.SERVICE_UNAVAILABLE ? Outcome.BUSY : Outcome.REFUSED;
        };
    return new MessageAttempt(outcome, Messages.withoutStop(problem.detail()) + ".");
  }

  /// The outcome for an agent that does not run.
  private static Outcome standing(RemoteOptions.Asking remote, AgentUri agent)
      throws IOException, InterruptedException {
    var answer = remote.ask(agent.host(), RetryPolicy.NEVER, host -> host.status(agent.agentId()));
    if (!(answer instanceof Answer.Given<VisitStatus>(var status, _))) {
      return Outcome.NOT_RUNNING;
    }
    return switch (status.state()) {
      case PARKED -> Outcome.NOT_AWAITED;
      case LEAVING, MOVED -> Outcome.MOVING;
      case WAITING, RUNNING, FINISHED, DENIED, STOPPED, KILLED, FAILED -> Outcome.NOT_RUNNING;
    };
  }
}
