package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.crawl.visits.audit.ReturnedHopLog;
import dev.sojourn.crawl.visits.audit.StayStatement;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.signature.Envelope;
import java.util.Optional;

/// The verdict on collected findings: they agree with the host's statement, they do not agree, or
/// the check is not possible.
sealed interface StatementCheck {

  /// The findings agree with the host's statement.
  ///
  /// @param isSignerKnown whether a trusted key signed the statement
  record Holds(boolean isSignerKnown) implements StatementCheck {}

  /// The findings do not agree with the host's statement.
  ///
  /// @param fault the rest of a sentence that begins with the host
  record Broken(String fault) implements StatementCheck {}

  /// The findings cannot be compared.
  ///
  /// @param why the reason, one sentence
  record Open(String why) implements StatementCheck {}

  /// {@return the verdict of the comparison}
  ///
  /// @param home the package that came home; its last statement must equal the statement of the
  ///   status
  /// @param sent its passport, which the owner signed
  /// @param status the status that the host reported with the last delivery
  /// @param chain the chain over all parcels; empty if parcels are missing here
  /// @param hosts trusted keys; if empty, the signer is not checked
  static StatementCheck of(
      AgentPackage home,
      Passport sent,
      VisitStatus status,
      Optional<ParcelChain> chain,
      Optional<KeySet> hosts) {
    if (status.statement().isEmpty()) {
      return hosts.isPresent()
          ? new Broken("it signed no statement about the visit, and --host-keys demands one.")
          : new Open("The host signed nothing about the visit.");
    }
    var said = new StayStatement(status.statement().get());
    var fault = hosts.map(said::signerFault).orElse("");
    if (!fault.isEmpty()) {
      return new Broken(fault);
    }
    if (!lastStay(home).equals(Optional.of(said.envelope()))) {
      return new Broken("it says one thing with the agent and another with its findings.");
    }
    if (chain.isEmpty()) {
      return new Open(
          "The first parcels did not come: the host says that they were collected before.");
    }
    fault = new ReturnedHopLog(home, sent, hosts).fault(chain.get().head());
    return fault.isEmpty() ? new Holds(hosts.isPresent()) : new Broken(fault);
  }

  /// The last statement about a stay. A statement that no further host took the agent may follow
  /// it.
  private static Optional<Envelope> lastStay(AgentPackage home) {
    return home.hops().reversed().stream()
        .filter(hop -> hop.payloadType().equals(HopStatement.PAYLOAD_TYPE))
        .findFirst();
  }
}
