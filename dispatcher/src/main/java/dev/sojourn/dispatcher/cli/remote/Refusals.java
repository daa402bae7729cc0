package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.client.Answer;
import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import java.nio.file.Path;

/// The explanations of a host's refusals for people at a terminal.
final class Refusals {
  private Refusals() {}

  /// {@return the requested value}
  ///
  /// @param answer the answer of the host
  /// @param agent the agent that the request was about
  /// @param key the file of the key that signed the request
  /// @throws CommandException if the host refused, or did not answer
  static <T> T given(Answer<T> answer, AgentUri agent, Path key) {
    return switch (answer) {
      case Answer.Given<T> given -> given.value();
      case Answer.Unreachable<T> none -> throw unreachable(agent, none.reason());
      case Answer.Refused<T> refused -> throw refusal(refused.problem(), agent, key);
    };
  }

  /// {@return the host's acceptance of an agent}
  ///
  /// @param outcome the outcome of the dispatch
  /// @param agent the agent that was sent
  /// @param key the file of the key that signed the agent
  /// @throws CommandException if the host did not take it, or did not answer
  static DispatchOutcome.Accepted accepted(DispatchOutcome outcome, AgentUri agent, Path key) {
    return switch (outcome) {
      case DispatchOutcome.Accepted accepted -> accepted;
      case DispatchOutcome.Refused refused -> throw refusal(refused.problem(), agent, key);
      case DispatchOutcome.Barred barred -> throw unreachable(agent, barred.reason());
      case DispatchOutcome.Unreachable none -> throw unreachable(agent, none.reason());
    };
  }

  /// {@return the refusal of a message to an agent whose visit is over, with the visit's end}
  ///
  /// @param problem the host's refusal; its detail says whether the agent had the message
  /// @param status the status of the visit, in a final state
  /// @param agent the agent that the message was for
  static CommandException over(Problem problem, VisitStatus status, AgentUri agent) {
    return new CommandException(
        ExitCode.REFUSED,
        "%s. Its visit ended as %s%s; 'sojourn visit show %s' says more."
            .formatted(
                Messages.withoutStop(problem.detail()),
                status.state().word(),
                status.reason().isEmpty() ? "" : ": " + Messages.withoutStop(status.reason()),
                agent));
  }

  private static CommandException unreachable(AgentUri agent, String reason) {
    return new CommandException(
        ExitCode.UNREACHABLE,
        Messages.withoutStop(reason)
            + "; see whether a host runs at "
            + agent.host()
            + ", and whether --timeout is long enough.");
  }

  private static CommandException refusal(Problem problem, AgentUri agent, Path key) {
    return switch (problem.code()) {
      case "agent-unknown" ->
          new CommandException(
              ExitCode.REFUSED,
              "%s has no agent %s of yours: it was never there, is disposed of, or was signed with another key than %s (--key)."
                  .formatted(agent.host(), agent.agentId(), key));
      case "agent-not-running" ->
          new CommandException(
              ExitCode.REFUSED,
              "Agent %s does not run now, so it hears nothing; 'sojourn visit show %s' says how it stands."
                  .formatted(agent.agentId(), agent));
      case "messages-not-taken" ->
          new CommandException(
              ExitCode.REFUSED,
              "Agent %s is of a kind that takes no messages; its class has to implement TakesMessages."
                  .formatted(agent.agentId()));
      case "message-unanswered" ->
          new CommandException(
              ExitCode.UNREACHABLE,
              "Agent %s did not come to the message in time, and may still get it; send it again when the agent makes checkpoints."
                  .formatted(agent.agentId()));
      case "signature-key-unknown", "signer-untrusted" ->
          new CommandException(
              ExitCode.IDENTITY,
              "%s does not trust the key %s; name another one with --key, or give %s.pub to its operator."
                  .formatted(agent.host(), key, key));
      case "host-wrong", "audience-wrong" ->
          new CommandException(
              ExitCode.IDENTITY,
              "The host does not know itself as %s; use one of its own names, or have its operator add this one (policy.names)."
                  .formatted(agent.host()));
      default -> other(problem, agent);
    };
  }

  private static CommandException other(Problem problem, AgentUri agent) {
    var code =
        switch (problem.status()) {
          case SERVICE_UNAVAILABLE -> ExitCode.UNREACHABLE;
          case INTERNAL_RECIPIENT_ERROR, NOT_IMPLEMENTED, BAD_GATEWAY -> ExitCode.FAILED;
          case OKAY, MOVED, BAD_REQUEST, FORBIDDEN, NOT_FOUND, NOT_AUTHENTICATED ->
              ExitCode.REFUSED;
        };
    var later = problem.status() == AtpStatus.SERVICE_UNAVAILABLE ? "; try again later." : ".";
    return new CommandException(
        code,
        "%s answered %s (%s)%s"
            .formatted(
                agent.host(), Messages.withoutStop(problem.detail()), problem.code(), later));
  }
}
