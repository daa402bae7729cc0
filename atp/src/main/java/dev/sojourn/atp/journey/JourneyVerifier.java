package dev.sojourn.atp.journey;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The owner's check of a journey: that each stay was made by a host that the owner knows, with the
/// code and the state that were sent, and brought home exactly what came home.
///
/// The owner compares with what they know themselves; nothing in a statement is taken on trust but
/// what only the host can know, such as the pages that were read.
public final class JourneyVerifier {

  private final TrustList hosts;

  /// Creates a verifier.
  ///
  /// @param hosts whose statements count
  public JourneyVerifier(TrustList hosts) {
    this.hosts = hosts;
  }

  /// The owner's own record of one stay.
  ///
  /// @param codeDigest digest of the code that was sent
  /// @param nonce that of the passport for this stay
  /// @param stateIn digest of the state that was sent along
  /// @param stateOut digest of the state that came back; empty where none was asked for, so that it
  ///   is not compared
  /// @param findings the chain over the parcels that came home
  public record Stay(
      Digest codeDigest,
      String nonce,
      Optional<Digest> stateIn,
      Optional<Digest> stateOut,
      Digest findings) {}

  /// The outcome of the check.
  public sealed interface Outcome {

    /// Every stay is as it should be.
    ///
    /// @param statements of the hosts, oldest first
    record Holds(List<HopStatement> statements) implements Outcome {
      /// Copies the list.
      public Holds {
        statements = List.copyOf(statements);
      }
    }

    /// Something is not.
    ///
    /// @param hop the first stay that is not as it should be
    /// @param sentence what was expected and what was there
    record Broken(int hop, String sentence) implements Outcome {}
  }

  /// Checks a journey from its first stay to its last.
  ///
  /// @param agentId whose
  /// @param stays what the owner knows of each
  /// @param log one signed statement for each, oldest first
  /// @return the statements, or the first fault found
  public Outcome verify(String agentId, List<Stay> stays, List<Envelope> log) {
    if (log.size() != stays.size()) {
      return new Outcome.Broken(
          Math.min(log.size(), stays.size()),
          "The hop log has %d statements, and the journey %d stays."
              .formatted(log.size(), stays.size()));
    }
    var statements = new ArrayList<HopStatement>();
    for (int hop = 0; hop < log.size(); hop++) {
      var envelope = log.get(hop);
      if (!HopLog.isSignedByTrusted(envelope, hosts)) {
        return new Outcome.Broken(
            hop, "Statement %d of the hop log is not signed by a host known here.".formatted(hop));
      }
      try {
        var statement = HopStatement.read(envelope.payload());
        var previous = hop == 0 ? Optional.<Digest>empty() : Optional.of(log.get(hop - 1).digest());
        var fault =
            Stream.concat(
                    HopLog.misplaced(agentId, hop, previous, statement),
                    Stream.concat(
                        HopLog.misattributed(
                            stays.get(hop).codeDigest(),
                            stays.get(hop).nonce(),
                            envelope,
                            statement),
                        unlike(stays.get(hop), statement).stream()))
                .findFirst();
        if (fault.isPresent()) {
          return new Outcome.Broken(
              hop, "Statement %d of the hop log %s.".formatted(hop, fault.get()));
        }
        statements.add(statement);
      } catch (JsonException e) {
        return new Outcome.Broken(
            hop, "Statement %d of the hop log is malformed: %s".formatted(hop, e.getMessage()));
      }
    }
    return new Outcome.Holds(statements);
  }

  private static Optional<String> unlike(Stay stay, HopStatement statement) {
    if (!statement.stateIn().equals(stay.stateIn())) {
      return Optional.of("says that the agent came with another state than it was sent with");
    }
    if (stay.stateOut().isPresent() && !statement.stateOut().equals(stay.stateOut())) {
      return Optional.of("says that the agent left with another state than came back");
    }
    if (!statement.findings().equals(stay.findings())) {
      return Optional.of("says that other findings were reported than came home");
    }
    return Optional.empty();
  }
}
