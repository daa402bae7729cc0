package dev.sojourn.host.store;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.visit.VisitTally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A verified agent to be stored.
///
/// @param agent the package as it arrived
/// @param passport its verified passport
/// @param signer the operator's name for its signer
/// @param at time of arrival
public record Arrival(AgentPackage agent, Passport passport, String signer, Instant at) {

  /// {@return the name of the visit}
  public VisitKey key() {
    return new VisitKey(passport.ownerKeyId(), passport.agentId());
  }

  /// {@return the visit as it is on disk before its start}
  public KeptVisit visit() {
    return new KeptVisit(
        key(),
        new AgentPackage(agent.passport(), Optional.empty(), Optional.empty(), agent.hops()),
        passport,
        VisitStatus.waiting(),
        VisitTally.NONE,
        Instant.ofEpochMilli(at.toEpochMilli()));
  }

  /// The package without code, state and hop log, which the store keeps separately.
  Bytes envelope() {
    return new AgentPackage(agent.passport(), Optional.empty(), Optional.empty(), List.of())
        .encode();
  }

  /// The package with its hop log, without code and state; empty if it has no hop log.
  Optional<Bytes> logged() {
    return agent.hops().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AgentPackage(agent.passport(), Optional.empty(), Optional.empty(), agent.hops())
                .encode());
  }
}
