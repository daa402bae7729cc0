package dev.sojourn.visit.combine;

import dev.sojourn.agent.Scope;
import dev.sojourn.base.Bytes;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.VisitTally;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/// The agent into which other agents are combined.
///
/// @param signer the signer of the agents, as a key id
/// @param code the agent's program
/// @param productToken the crawler's name
/// @param parameters the owner's parameters, by name
/// @param limits the limits of its report. Earlier steps have less time and fewer findings, and the
///   findings of all steps count together
public record CombiningAgent(
    String signer,
    VisitOrder.Code code,
    String productToken,
    Map<String, String> parameters,
    VisitLimits limits) {
  /// A scope on a site that does not exist (RFC 2606), since no page is read.
  static final Scope NOWHERE = Scope.site("http://combination.invalid");

  /// The longest time of a step. Its states have up to 16 MiB, some seconds of work for an agent
  /// that reads each item once. A step that takes longer is repeated with one agent at a time.
  private static final Duration STEP = Duration.ofMinutes(1);

  private static final Duration STEP_CPU = Duration.ofSeconds(30);

  /// Copies the map.
  public CombiningAgent {
    parameters = Map.copyOf(parameters);
  }

  /// The order for one step.
  VisitOrder order(CombinationProgress before, List<AgentPart> parts) {
    var state = before.state().map(Bytes::toArray);
    var inputs =
        new VisitOrder.Inputs(productToken, List.of(), NOWHERE, 1, parameters).combining(parts);
    return new VisitOrder(
        signer, "combination", code, state, inputs, limits(before, parts.isEmpty()));
  }

  /// The largest number of findings after a step. A step may add half of the remaining findings, so
  /// that a forged agent leaves enough for the others and the report.
  long mostFindings(CombinationProgress before) {
    long left = Math.max(0, limits.findings() - before.findings());
    return before.findings() + (left + 1) / 2;
  }

  /// @param isReport whether it is the last step, which is not repeated
  private VisitLimits limits(CombinationProgress before, boolean isReport) {
    return new VisitLimits(
        isReport ? limits.wallClock() : shorter(STEP, limits.wallClock()),
        isReport ? limits.cpu() : shorter(STEP_CPU, limits.cpu()),
        limits.allocatedBytes(),
        1,
        1,
        isReport ? limits.findings() : Math.max(1, mostFindings(before)),
        limits.findingBytes(),
        limits.outputBytes(),
        1,
        limits.stateBytes(),
        limits.logLines(),
        1,
        limits.checkpointEvery());
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /// The usage before a step: findings of earlier steps count; time and other usage start at zero
  /// in each step.
  static VisitTally spent(CombinationProgress progress) {
    var none = VisitTally.NONE;
    return new VisitTally(none.time(), 0, 0, 0, progress.findings(), none.spending());
  }
}
