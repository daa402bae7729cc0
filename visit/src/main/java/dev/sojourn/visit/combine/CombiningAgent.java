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

/// The agent that others are combined into.
///
/// @param signer whose agents they are, as a key id
/// @param code its program
/// @param productToken the crawler's name
/// @param parameters that its owner gives, by name
/// @param limits what its report may spend; a step before that has less time and fewer findings,
///   and the findings of all steps count together
public record CombiningAgent(
    String signer,
    VisitOrder.Code code,
    String productToken,
    Map<String, String> parameters,
    VisitLimits limits) {
  /// A site that does not exist (RFC 2606), since no page is read.
  static final Scope NOWHERE = Scope.site("http://combination.invalid");

  /// A step takes in 16 MiB of states, some seconds of work for an agent that looks at each thing
  /// once. One that takes longer is made again with fewer.
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

  /// The most findings after a step that takes agents in. It may add half of those that are left,
  /// so that a forged agent does not spend what the others and the report need.
  long mostFindings(CombinationProgress before) {
    long left = Math.max(0, limits.findings() - before.findings());
    return before.findings() + (left + 1) / 2;
  }

  /// @param isReport whether it is the last step, which is not made again
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

  /// The findings of earlier steps count; time and the rest are each step's own.
  static VisitTally spent(CombinationProgress progress) {
    var none = VisitTally.NONE;
    return new VisitTally(none.time(), 0, 0, 0, progress.findings(), none.spending());
  }
}
