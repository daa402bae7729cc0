package dev.sojourn.atp.agent;

import dev.sojourn.atp.Digest;
import dev.sojourn.atp.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The check of a hop log against the passport it came with.
///
/// The owner vouches for the stays before the passport was made: it names the digest of the last of
/// them, and the chain does the rest. Later stays are vouched for by hosts, whose signatures must
/// be of keys that are trusted here.
final class HopLog {

  private HopLog() {}

  /// What came of the check.
  sealed interface Outcome {

    /// The log holds.
    ///
    /// @param statements the statements, oldest first
    record Holds(List<HopStatement> statements) implements Outcome {
      public Holds {
        statements = List.copyOf(statements);
      }
    }

    /// The log does not hold.
    ///
    /// @param sentence why
    record Broken(String sentence) implements Outcome {}
  }

  static Outcome check(Passport passport, List<Envelope> hops, TrustList hosts) {
    if (hops.isEmpty()) {
      return passport.previousHop().isEmpty()
          ? new Outcome.Holds(List.of())
          : new Outcome.Broken("The passport names a hop log, and none came with it.");
    }
    if (hops.size() < passport.hop()) {
      return new Outcome.Broken(
          "The hop log has %d statements, and the passport speaks of %d."
              .formatted(hops.size(), passport.hop()));
    }
    Optional<Digest> vouchedFor =
        passport.hop() == 0 ? Optional.empty() : Optional.of(hops.get(passport.hop() - 1).digest());
    if (!vouchedFor.equals(passport.previousHop())) {
      return new Outcome.Broken("The hop log is not the one that the passport names.");
    }
    var statements = new ArrayList<HopStatement>();
    Optional<Digest> previous = Optional.empty();
    for (int i = 0; i < hops.size(); i++) {
      var envelope = hops.get(i);
      if (i >= passport.hop() && !isSignedByTrusted(envelope, hosts)) {
        return new Outcome.Broken(
            "Statement %d of the hop log is not signed by a host trusted here.".formatted(i));
      }
      try {
        var statement = HopStatement.read(envelope.payload());
        if (!isAbout(passport, statement, i) || !statement.previous().equals(previous)) {
          return new Outcome.Broken(
              "Statement %d of the hop log belongs to another journey.".formatted(i));
        }
        statements.add(statement);
      } catch (JsonException e) {
        return new Outcome.Broken(
            "Statement %d of the hop log is malformed: %s".formatted(i, e.getMessage()));
      }
      previous = Optional.of(envelope.digest());
    }
    return new Outcome.Holds(statements);
  }

  static boolean isSignedByTrusted(Envelope envelope, TrustList hosts) {
    if (!envelope.payloadType().equals(HopStatement.PAYLOAD_TYPE)) {
      return false;
    }
    for (var signature : envelope.signatures()) {
      var host = hosts.signer(signature.keyId());
      if (host.isPresent() && envelope.isSignedBy(host.get().key())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isAbout(Passport passport, HopStatement statement, int index) {
    return statement.agentId().equals(passport.agentId())
        && statement.hop() == index
        && (index < passport.hop()
            || (statement.codeDigest().equals(passport.codeDigest())
                && statement.nonce().equals(passport.nonce())));
  }
}
