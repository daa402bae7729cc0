package dev.sojourn.atp.journey;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.Messages;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The check of a hop log against the passport that came with it.
///
/// The owner vouches for stays before the passport was made. The passport names the digest of the
/// last of their statements, and the chain covers the earlier statements. Hosts vouch for later
/// stays. Their signatures must be by keys that are trusted here.
public final class HopLogCheck {

  private static final Set<String> TYPES =
      Set.of(HopStatement.PAYLOAD_TYPE, OnwardStatement.PAYLOAD_TYPE);

  private HopLogCheck() {}

  /// {@return the faults of a log, as sentences; empty if the log is valid} Each check runs only if
  /// its result is needed. If a host must vouch for a statement, its signature is checked before it
  /// is parsed.
  ///
  /// @param passport the passport that came with the log
  /// @param hops the log
  /// @param hosts the trusted hosts
  /// @param memory caches statements that were read before
  public static Stream<String> faults(
      Passport passport, List<Envelope> hops, TrustList hosts, StatementMemory memory) {
    return believed(passport, hops, hop -> isSignedByTrusted(hop, hosts), memory);
  }

  /// {@return the same faults, except those of signers, for readers who do not know the hosts}
  ///
  /// @param passport the passport that came with the log
  /// @param hops the log
  /// @param memory caches statements that were read before
  public static Stream<String> faultsOfContent(
      Passport passport, List<Envelope> hops, StatementMemory memory) {
    return believed(passport, hops, HopLogCheck::isStatement, memory);
  }

  private static Stream<String> believed(
      Passport passport,
      List<Envelope> hops,
      Predicate<Envelope> isBelieved,
      StatementMemory memory) {
    var digests = hops.stream().map(Envelope::digest).toList();
    return Stream.concat(
        whole(passport, digests).stream(),
        IntStream.range(0, hops.size())
            .boxed()
            .flatMap(i -> faults(passport, hops.get(i), i, digests, isBelieved, memory)));
  }

  private static Optional<String> whole(Passport passport, List<Digest> hops) {
    if (hops.isEmpty()) {
      return passport
          .previousHop()
          .map(_ -> "The passport names a hop log, and none came with it.");
    }
    if (hops.size() < passport.hop()) {
      return Optional.of(
          "The hop log has %s, and the passport speaks of %d."
              .formatted(Messages.count(hops.size(), "statement"), passport.hop()));
    }
    return vouchedFor(hops, passport.hop()).equals(passport.previousHop())
        ? Optional.empty()
        : Optional.of("The hop log is not the one that the passport names.");
  }

  private static Optional<Digest> vouchedFor(List<Digest> hops, int count) {
    return count == 0 ? Optional.empty() : Optional.of(hops.get(count - 1));
  }

  private static Stream<String> faults(
      Passport passport,
      Envelope envelope,
      int index,
      List<Digest> digests,
      Predicate<Envelope> isBelieved,
      StatementMemory memory) {
    if (envelope.signatures().size() > 1) {
      return Stream.of(
          "Statement %d of the hop log carries more than the signature of its host."
              .formatted(index));
    }
    boolean isOfHost = index >= passport.hop();
    if (isOfHost && !isBelieved.test(envelope)) {
      return Stream.of(
          "Statement %d of the hop log is not signed by a host trusted here.".formatted(index));
    }
    try {
      var statement = entry(envelope, digests.get(index), memory);
      var place = misplaced(passport.agentId(), index, vouchedFor(digests, index), statement);
      var visit =
          isOfHost
              ? misattributed(passport.codeDigest(), passport.nonce(), envelope, statement)
              : Stream.<String>empty();
      return Stream.concat(place, visit)
          .map(clause -> "Statement %d of the hop log %s.".formatted(index, clause));
    } catch (JsonException e) {
      return Stream.of(
          "Statement %d of the hop log is malformed: %s".formatted(index, e.getMessage()));
    }
  }

  /// Reads an entry. The memory caches only statements about stays.
  private static HopLogEntry entry(Envelope envelope, Digest digest, StatementMemory memory)
      throws JsonException {
    return envelope.payloadType().equals(HopStatement.PAYLOAD_TYPE)
        ? memory.read(envelope, digest)
        : HopLogEntry.read(envelope);
  }

  /// The faults of a statement's position in a log, as clauses about the statement.
  static Stream<String> misplaced(
      String agentId, int index, Optional<Digest> previous, HopLogEntry statement) {
    return Stream.of(
            unless(
                statement.agentId().equals(agentId),
                () -> "is about agent " + statement.agentId() + ", not " + agentId),
            unless(
                statement.hop() == index,
                () ->
                    "does not follow the one before it: it says that it is number "
                        + statement.hop()),
            unless(
                statement.previous().equals(previous),
                () ->
                    "does not follow the one before it: it names the digest %s, and that has %s"
                        .formatted(hex(statement.previous()), hex(previous))))
        .flatMap(Optional::stream);
  }

  /// The faults of a statement that a host made under a passport, as clauses about the statement.
  static Stream<String> misattributed(
      Digest code, String nonce, Envelope envelope, HopLogEntry statement) {
    return Stream.of(
            unless(statement.nonce().equals(nonce), () -> "belongs to another passport"),
            unless(
                ranOther(code, statement).isEmpty(),
                () ->
                    "says that other code ran than was sent, "
                        + ranOther(code, statement).map(Digest::hex).orElse("")),
            unless(
                envelope.signatures().getFirst().keyId().equals(statement.hostKeyId()),
                () -> "names another host than the one that signed it, " + statement.hostKeyId()))
        .flatMap(Optional::stream);
  }

  /// The code that ran, if it differs from the code that was sent.
  private static Optional<Digest> ranOther(Digest code, HopLogEntry statement) {
    return statement instanceof HopStatement stay && !stay.codeDigest().equals(code)
        ? Optional.of(stay.codeDigest())
        : Optional.empty();
  }

  private static Optional<String> unless(boolean holds, Supplier<String> clause) {
    return holds ? Optional.empty() : Optional.of(clause.get());
  }

  private static String hex(Optional<Digest> digest) {
    return digest.map(Digest::hex).orElse("none");
  }

  /// {@return the digest of the state with which an agent left its last host; the passport's digest
  /// if there is no later statement}
  ///
  /// @param passport the passport that came with the log
  /// @param hops the log
  /// @throws JsonException if the last statement is malformed
  public static Optional<Digest> state(Passport passport, List<Envelope> hops)
      throws JsonException {
    return hops.size() > passport.hop()
        ? HopLogEntry.read(hops.getLast()).stateOut()
        : passport.stateDigest();
  }

  /// {@return the passport as valid at the agent's present host} That host is the stop to which the
  /// last host sent the agent. At the first host, the passport is unchanged.
  ///
  /// @param passport the passport that came with the log
  /// @param hops a log without faults
  /// @throws JsonException if the last entry is malformed, or names no stop of the itinerary
  public static Passport here(Passport passport, List<Envelope> hops) throws JsonException {
    if (!isOnward(passport, hops)) {
      return passport;
    }
    var last = OnwardStatement.read(hops.getLast().payload());
    return last.to()
        .flatMap(number -> number.of(passport))
        .map(passport::at)
        .orElseThrow(() -> new JsonException("the hop log leads to no stop of the itinerary"));
  }

  /// {@return the number of the leg whose stop the agent is at; empty at the first host}
  ///
  /// @param passport the passport that came with the log
  /// @param hops a log without faults
  /// @throws JsonException if the last entry is malformed
  public static OptionalInt leg(Passport passport, List<Envelope> hops) throws JsonException {
    if (!isOnward(passport, hops)) {
      return OptionalInt.empty();
    }
    var to = OnwardStatement.read(hops.getLast().payload()).to();
    return to.isPresent() ? OptionalInt.of(to.get().leg()) : OptionalInt.empty();
  }

  /// {@return whether the last host of a log sent the agent on}
  ///
  /// @param passport the passport that came with the log
  /// @param hops the log
  public static boolean isOnward(Passport passport, List<Envelope> hops) {
    return hops.size() > passport.hop()
        && hops.getLast().payloadType().equals(OnwardStatement.PAYLOAD_TYPE);
  }

  static boolean isSignedByTrusted(Envelope envelope, TrustList hosts) {
    // Further signatures in an envelope are not verified, but the digest in the next statement
    // would cover them.
    return isStatement(envelope)
        && hosts
            .signer(envelope.signatures().getFirst().keyId())
            .filter(host -> envelope.isSignedBy(host.key()))
            .isPresent();
  }

  /// Whether an envelope has the type of a statement, and carries one signature.
  static boolean isStatement(Envelope envelope) {
    return TYPES.contains(envelope.payloadType()) && envelope.signatures().size() == 1;
  }
}
