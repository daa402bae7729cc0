package dev.sojourn.crawl.visits.audit;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.journey.HopLogEntry;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.HostPlaces;
import dev.sojourn.atp.journey.JourneyRoute;
import dev.sojourn.atp.journey.JourneyVerifier;
import dev.sojourn.atp.journey.JourneyVerifier.Stay;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustedSigner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The hop log of an agent that came home, checked against its passport and its state. The last
/// statement is from the host that returned the agent. The owner vouches for the statements up to
/// the number in the passport, and the signing hosts vouch for the others.
///
/// @param home the package that came home, with at least one statement
/// @param sent its passport, which the owner signed
/// @param hosts trusted keys; if empty, the signer is not checked
public record ReturnedHopLog(AgentPackage home, Passport sent, Optional<KeySet> hosts) {

  /// {@return the fault, as the rest of a sentence that begins with the host; empty if there is
  /// none}
  ///
  /// @param findings the chain over the parcels that came home
  public String fault(Digest findings) {
    var log = home.hops();
    // If the owner keeps the log, the agent was sent without it.
    boolean cameWithout = log.size() == 1 && sent.previousHop().isEmpty();
    boolean isWhole =
        cameWithout
            || (log.size() > sent.hop()
                && before(log, sent.hop()).equals(sent.previousHop())
                && isChained(log));
    if (!isWhole) {
      return "its hop log is not the one that the passport names.";
    }
    var ours = cameWithout ? log : log.subList(sent.hop(), log.size());
    try {
      var stays = new ArrayList<Stay>();
      var stateIn = sent.stateDigest();
      var all = ours.stream().filter(ReturnedHopLog::isStay).toList();
      for (var earlier : all.subList(0, Math.max(0, all.size() - 1))) {
        stays.add(stay(stateIn, Optional.empty()));
        stateIn = HopStatement.read(earlier.payload()).stateOut();
      }
      stays.add(stay(stateIn, Optional.of(findings)));
      var fault = StayStatement.fault(verifier(), sent, stays, ours);
      if (!fault.isEmpty()) {
        return fault;
      }
      // The owner does not know which key belongs to which address. So only the order of the stops
      // is checked.
      var strayed = JourneyRoute.fault(sent, ours, sent.hop(), HostPlaces.ANYWHERE);
      if (strayed.isPresent()) {
        return "its hop log is broken: " + strayed.get();
      }
      return isStateThatWasSigned(log.getLast())
          ? ""
          : "its statement speaks of another state than came home.";
    } catch (JsonException e) {
      return "its hop log is malformed: " + e.getMessage();
    }
  }

  /// Whether an entry is about a stay. The other entries record how the agent continued its
  /// journey.
  private static boolean isStay(Envelope entry) {
    return entry.payloadType().equals(HopStatement.PAYLOAD_TYPE);
  }

  private JourneyVerifier verifier() {
    return hosts
        .map(
            keys ->
                new JourneyVerifier(id -> keys.find(id).map(key -> new TrustedSigner("host", key))))
        .orElseGet(JourneyVerifier::ofAnyHost);
  }

  private Stay stay(Optional<Digest> stateIn, Optional<Digest> findings) {
    return new Stay(sent.codeDigest(), sent.nonce(), stateIn, Optional.empty(), findings);
  }

  private boolean isStateThatWasSigned(Envelope last) throws JsonException {
    return HopLogEntry.read(last).stateOut().equals(home.state().map(Digest::of));
  }

  private static Optional<Digest> before(List<Envelope> log, int hop) {
    return hop == 0 ? Optional.empty() : Optional.of(log.get(hop - 1).digest());
  }

  /// Whether each statement has the right number and names the statement before it.
  private static boolean isChained(List<Envelope> log) {
    for (int i = 0; i < log.size(); i++) {
      try {
        var statement = HopLogEntry.read(log.get(i));
        if (statement.hop() != i || !statement.previous().equals(before(log, i))) {
          return false;
        }
      } catch (JsonException _) {
        return false;
      }
    }
    return true;
  }
}
