package dev.sojourn.atp.journey;

import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.Messages;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The owner's check of a journey. Each stay must be at a host that the owner knows, with the code
/// and the state that were sent. Its statement must cover exactly the parcels that came home.
///
/// The owner compares the statements with the owner's own records. Only facts that no one but the
/// host can know, for example which pages were read, are trusted.
public final class JourneyVerifier {

  private final Optional<TrustList> hosts;

  /// Creates a verifier.
  ///
  /// @param hosts the trusted hosts
  public JourneyVerifier(TrustList hosts) {
    this(Optional.of(hosts));
  }

  private JourneyVerifier(Optional<TrustList> hosts) {
    this.hosts = hosts;
  }

  /// {@return a verifier that compares the signed content, but accepts any signer}
  public static JourneyVerifier ofAnyHost() {
    return new JourneyVerifier(Optional.empty());
  }

  /// The owner's record of one stay.
  ///
  /// @param codeDigest digest of the code that was sent
  /// @param nonce of the passport for this stay
  /// @param stateIn digest of the state that was sent along
  /// @param stateOut digest of the state that came back; empty if the owner did not request it, and
  ///   then not compared
  /// @param findings the chain over the parcels that came home; empty if the owner did not receive
  ///   them, and then not compared
  public record Stay(
      Digest codeDigest,
      String nonce,
      Optional<Digest> stateIn,
      Optional<Digest> stateOut,
      Optional<Digest> findings) {

    /// Creates the record of a stay whose parcels came home.
    ///
    /// @param codeDigest of the code that was sent
    /// @param nonce of the passport
    /// @param stateIn of the state that was sent along
    /// @param stateOut of the state that came back
    /// @param findings the chain over the parcels
    public Stay(
        Digest codeDigest,
        String nonce,
        Optional<Digest> stateIn,
        Optional<Digest> stateOut,
        Digest findings) {
      this(codeDigest, nonce, stateIn, stateOut, Optional.of(findings));
    }
  }

  /// The outcome of the check.
  public sealed interface Outcome {

    /// Every stay matches the owner's records.
    ///
    /// @param statements of the hosts, oldest first
    record Holds(List<HopStatement> statements) implements Outcome {
      /// Copies the list.
      public Holds {
        statements = List.copyOf(statements);
      }
    }

    /// A stay does not match the owner's records.
    ///
    /// @param hop the first such stay
    /// @param sentence the expected value and the value found
    record Broken(int hop, String sentence) implements Outcome {}
  }

  /// Checks a complete journey, or the last part of a journey.
  ///
  /// @param agentId the agent of the journey
  /// @param first number of the first stay, from 0
  /// @param previous digest of the statement before it; empty if there is none, or if the log did
  ///   not travel along
  /// @param stays the owner's record of each stay
  /// @param log the signed statements, oldest first
  /// @return the statements, or the first fault found
  public Outcome verify(
      String agentId, int first, Optional<Digest> previous, List<Stay> stays, List<Envelope> log) {
    long made = log.stream().filter(JourneyVerifier::isStay).count();
    if (made != stays.size() || (stays.isEmpty() && !log.isEmpty())) {
      return new Outcome.Broken(
          first + (int) Math.min(made, stays.size()),
          "The hop log has %s, and the journey %s."
              .formatted(Messages.count(made, "statement"), Messages.count(stays.size(), "stay")));
    }
    var statements = new ArrayList<HopStatement>();
    for (int i = 0; i < log.size(); i++) {
      int hop = first + i;
      var envelope = log.get(i);
      if (!isSigned(envelope)) {
        return new Outcome.Broken(
            hop, "Statement %d of the hop log is not signed by a host known here.".formatted(hop));
      }
      try {
        var entry = HopLogEntry.read(envelope);
        var before = i == 0 ? previous : Optional.of(log.get(i - 1).digest());
        var stay = stays.get(Math.min(statements.size(), stays.size() - 1));
        var fault = fault(agentId, hop, before, stay, envelope, entry);
        if (fault.isPresent()) {
          return new Outcome.Broken(
              hop, "Statement %d of the hop log %s.".formatted(hop, fault.get()));
        }
        if (entry instanceof HopStatement statement) {
          statements.add(statement);
        }
      } catch (JsonException e) {
        return new Outcome.Broken(
            hop, "Statement %d of the hop log is malformed: %s".formatted(hop, e.getMessage()));
      }
    }
    return new Outcome.Holds(statements);
  }

  private static boolean isStay(Envelope entry) {
    return !entry.payloadType().equals(OnwardStatement.PAYLOAD_TYPE);
  }

  private boolean isSigned(Envelope envelope) {
    return hosts
        .map(trust -> HopLogCheck.isSignedByTrusted(envelope, trust))
        .orElseGet(() -> HopLogCheck.isStatement(envelope));
  }

  private static Optional<String> fault(
      String agentId,
      int hop,
      Optional<Digest> previous,
      Stay stay,
      Envelope envelope,
      HopLogEntry entry) {
    return Stream.of(
            HopLogCheck.misplaced(agentId, hop, previous, entry),
            HopLogCheck.misattributed(stay.codeDigest(), stay.nonce(), envelope, entry),
            entry instanceof HopStatement statement
                ? unlike(stay, statement).stream()
                : Stream.<String>empty())
        .flatMap(faults -> faults)
        .findFirst();
  }

  private static Optional<String> unlike(Stay stay, HopStatement statement) {
    if (!statement.stateIn().equals(stay.stateIn())) {
      return Optional.of("says that the agent came with another state than it was sent with");
    }
    if (stay.stateOut().isPresent() && !statement.stateOut().equals(stay.stateOut())) {
      return Optional.of("says that the agent left with another state than came back");
    }
    if (stay.findings().isPresent() && !stay.findings().get().equals(statement.findings())) {
      return Optional.of("speaks of other findings than came home");
    }
    return Optional.empty();
  }
}
