package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.parcel.VisitState;
import java.util.Optional;
import java.util.function.Predicate;

/// An agent that returned home from a visit that is over. Its findings stay at the host until they
/// are collected or disposed of.
///
/// @param agent the package of the dispatch, without code and with the state of the last
///   checkpoint; its passport is the one that this owner signed
/// @param state how the visit ended; empty if the host does not say
public record RetractedAgent(AgentPackage agent, Optional<VisitState> state) {

  /// Reads the agent in an answer; empty if there is none, or an unexpected one.
  static Optional<RetractedAgent> of(AtpResponse response, Predicate<AgentPackage> isExpected) {
    return switch (new PackageReader(PackageLimits.DEFAULT).read(response.body())) {
      case PackageReading.Garbled _ -> Optional.empty();
      case PackageReading.Read(var agent) ->
          Optional.of(agent)
              .filter(isExpected)
              .map(
                  home ->
                      new RetractedAgent(
                          home,
                          response
                              .headers()
                              .first(AtpHeaders.VISIT_STATE)
                              .flatMap(VisitState::of)
                              .filter(VisitState::isFinal)));
    };
  }
}
