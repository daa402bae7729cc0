package dev.sojourn.host.store;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.visit.VisitTally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An agent that was verified and is to be kept.
///
/// @param agent the package as it came
/// @param passport its verified passport
/// @param signer how the operator calls its signer
/// @param at when it came
public record Arrival(AgentPackage agent, Passport passport, String signer, Instant at) {

  /// {@return how the visit is named}
  public VisitKey key() {
    return new VisitKey(passport.ownerKeyId(), passport.agentId());
  }

  /// {@return the visit as it is on disk before it has begun}
  public KeptVisit visit() {
    return new KeptVisit(
        key(),
        new AgentPackage(agent.passport(), Optional.empty(), Optional.empty(), agent.hops()),
        passport,
        VisitStatus.waiting(),
        VisitTally.NONE,
        Instant.ofEpochMilli(at.toEpochMilli()));
  }

  /// The package without the parts that are kept apart from it.
  Bytes envelope() {
    return new AgentPackage(agent.passport(), Optional.empty(), Optional.empty(), List.of())
        .encode();
  }

  /// The same with its hop log; empty if it came without.
  Optional<Bytes> logged() {
    return agent.hops().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new AgentPackage(agent.passport(), Optional.empty(), Optional.empty(), agent.hops())
                .encode());
  }
}
