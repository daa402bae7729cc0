package dev.sojourn.atp.agent;

import static dev.sojourn.atp.agent.Packages.CODE;
import static dev.sojourn.atp.agent.Packages.HOST;
import static dev.sojourn.atp.agent.Packages.NOW;
import static dev.sojourn.atp.agent.Packages.OWNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.JourneyVerifier;
import dev.sojourn.atp.journey.JourneyVerifier.Outcome;
import dev.sojourn.atp.journey.JourneyVerifier.Stay;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.ParcelLimits;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.ParcelReading;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Journeys over several hosts, as their owner sees them: each host verifies what arrives, runs it,
/// signs its statement, and hands on.
final class JourneyTest {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final List<SigningKey> hosts = new ArrayList<>();
  private final List<Stay> stays = new ArrayList<>();
  private final List<Envelope> log = new ArrayList<>();
  private final List<Parcel> parcels = new ArrayList<>();

  @Test
  void aJourneyOfTwoStaysHolds() {
    travel(2);

    assertThat(verify(log)).isInstanceOf(Outcome.Holds.class);
  }

  @Test
  void aJourneyOfTwentyStaysHoldsAtEachHostAndAtHome() {
    travel(20);

    assertThat(verify(log))
        .isInstanceOfSatisfying(
            Outcome.Holds.class,
            holds -> {
              assertThat(holds.statements()).hasSize(20);
              assertThat(holds.statements().getLast().hop()).isEqualTo(19);
              assertThat(holds.statements().getLast().pages()).isEqualTo(19);
            });
  }

  @Test
  void aStatementThatIsLeftOutSwappedOrRepeatedBreaksTheJourneyWhereItIs() {
    travel(4);

    assertBroken(List.of(log.get(0), log.get(1), log.get(2)), 3);
    assertBroken(List.of(log.get(0), log.get(2), log.get(1), log.get(3)), 1);
    assertBroken(List.of(log.get(0), log.get(0), log.get(1), log.get(2)), 1);
  }

  @Test
  void aStrangersStatementIsNoHosts() {
    travel(2);
    var stranger = SigningKey.generate(RANDOM);
    var forged = Envelope.sign(HopStatement.PAYLOAD_TYPE, log.get(1).payload(), stranger);

    assertBroken(List.of(log.get(0), forged), 1);
  }

  @Test
  void oneHostDoesNotSignForAnother() {
    travel(2);
    var forged = Envelope.sign(HopStatement.PAYLOAD_TYPE, log.get(1).payload(), hosts.get(0));

    assertBroken(List.of(log.get(0), forged), 1);
  }

  @Test
  void theResultsOfTwoJourneysCannotBeMixed() {
    travel(1);
    var first = List.copyOf(log);
    log.clear();
    stays.clear();
    travel(1);

    assertBroken(first, 0);
  }

  /// A fifth of all bits: one or two of each byte, and each of the eight in some.
  @Test
  void changingOneBitInTheHopLogIsNoticed() {
    assertChangedBitsAreNoticed(5);
  }

  @Tag("long-form")
  @Test
  void changingOneBitAnywhereInTheHopLogIsNoticed() {
    assertChangedBitsAreNoticed(1);
  }

  private void assertChangedBitsAreNoticed(int step) {
    travel(3);
    int bits = 0;
    for (int hop = 0; hop < log.size(); hop++) {
      int at = hop;
      var bytes = log.get(hop).encode();
      for (int bit = 0; bit < bytes.size() * 8; bit += step) {
        var changed = new PackageReader(PackageLimits.DEFAULT).readEnvelope(Bits.flip(bytes, bit));
        if (changed.isPresent()) {
          var other = new ArrayList<>(log);
          other.set(hop, changed.get());
          assertThat(verify(other))
              .as("bit %d of statement %d", bit, hop)
              .isInstanceOfSatisfying(
                  Outcome.Broken.class,
                  broken -> {
                    assertThat(broken.hop()).isEqualTo(at);
                    assertThat(broken.sentence())
                        .isEqualTo(
                            "Statement %d of the hop log is not signed by a host known here."
                                .formatted(at));
                  });
        }
        bits++;
      }
    }
    assertThat(bits).isGreaterThan(3 * 8 * 600 / step);
  }

  @Test
  void changingOneBitAnywhereInAParcelIsNoticed() {
    travel(1);
    var before = new Delivery(VisitStatus.waiting(), List.of()).encode();
    var bytes = new Delivery(VisitStatus.waiting(), parcels).encode();
    int unread = 0;
    int damaged = 0;
    int unsigned = 0;
    // The status stands before the parcels; the number of parcels is its last two bytes.
    for (int bit = (before.size() - 2) * 8; bit < bytes.size() * 8; bit++) {
      var delivery = Delivery.read(Bits.flip(bytes, bit));
      if (delivery.isEmpty()) {
        unread++;
      } else if (delivery.get().parcels().stream()
          .anyMatch(p -> p.unpack(ParcelLimits.DEFAULT) instanceof ParcelReading.Damaged)) {
        damaged++;
      } else {
        var said = stays.getFirst();
        var came = chain(delivery.get().parcels());
        var stay = new Stay(said.codeDigest(), said.nonce(), said.stateIn(), said.stateOut(), came);
        boolean isAgent =
            delivery.get().parcels().stream().allMatch(p -> p.agentId().equals("agent1"));
        if (isAgent) {
          assertThat(
                  new JourneyVerifier(known())
                      .verify("agent1", 0, Optional.empty(), List.of(stay), log))
              .as("bit %d", bit)
              .isEqualTo(
                  new Outcome.Broken(
                      0, "Statement 0 of the hop log speaks of other findings than came home."));
        }
        unsigned++;
      }
    }
    assertThat(unread).isPositive();
    assertThat(damaged).isPositive();
    assertThat(unread + damaged + unsigned).isGreaterThan(1_500);
  }

  @Test
  void changingOneBitOfTheStateThatComesHomeIsNoticed() {
    travel(2);
    var state = state(1);
    for (int bit = 0; bit < state.size() * 8; bit++) {
      var last = stays.getLast();
      var changed =
          new Stay(
              last.codeDigest(),
              last.nonce(),
              last.stateIn(),
              Optional.of(Digest.of(Bits.flip(state, bit))),
              last.findings());

      assertThat(
              new JourneyVerifier(known())
                  .verify("agent1", 0, Optional.empty(), List.of(stays.getFirst(), changed), log))
          .isEqualTo(
              new Outcome.Broken(
                  1,
                  "Statement 1 of the hop log says that the agent left with another state than came"
                      + " back."));
    }
  }

  /// Each stay has a passport of its own, which vouches for the log so far.
  private void travel(int count) {
    for (int hop = 0; hop < count; hop++) {
      var host = SigningKey.generate(RANDOM);
      hosts.add(host);
      var stateIn = hop == 0 ? Optional.<Digest>empty() : Optional.of(Digest.of(state(hop - 1)));
      var previous = log.isEmpty() ? Optional.<Digest>empty() : Optional.of(log.getLast().digest());
      var passport = passport(hop, previous, stateIn);
      var signed = AgentPackage.sign(passport, OWNER, CODE).withHops(log);
      var arrived = hop == 0 ? signed : signed.withState(state(hop - 1));
      assertThat(
              new PackageVerifier(
                      VerifierSettings.of(Packages.trust(OWNER.verifyKey()), Set.of(HOST)),
                      InstantSource.fixed(NOW))
                  .verify(read(arrived.encode())))
          .as("arrival at host %d", hop)
          .isInstanceOf(PackageVerdict.Verified.class);
      parcels.clear();
      for (int number = 1; number <= 2; number++) {
        parcels.add(
            Parcel.pack(
                "agent1",
                number,
                List.of(new ParcelLine.Finding("{\"hop\":" + hop + ",\"n\":" + number + "}"))));
      }
      log.add(
          new HopStatement(
                  "agent1",
                  hop,
                  previous,
                  host.id(),
                  Digest.of(CODE),
                  passport.nonce(),
                  stateIn,
                  Optional.of(Digest.of(state(hop))),
                  chain(parcels),
                  hop,
                  1_000,
                  Duration.ofMillis(10),
                  Digest.of(Bytes.EMPTY),
                  NOW,
                  NOW.plusSeconds(1))
              .sign(host));
      stays.add(
          new Stay(
              Digest.of(CODE),
              passport.nonce(),
              stateIn,
              Optional.of(Digest.of(state(hop))),
              chain(parcels)));
    }
  }

  private static Digest chain(List<Parcel> parcels) {
    var chain = ParcelChain.EMPTY;
    for (var parcel : parcels) {
      chain = chain.then(parcel);
    }
    return chain.head();
  }

  private static Bytes state(int hop) {
    return Bytes.utf8("state after stay " + hop);
  }

  private Passport passport(int hop, Optional<Digest> previous, Optional<Digest> stateIn) {
    var p = Packages.passport(hop, previous, stateIn);
    var random = new byte[12];
    RANDOM.nextBytes(random);
    return new Passport(
        new Passport.Identity(
            p.agentId(), p.dispatchId(), p.ownerKeyId(), p.signatureAgent(), p.productToken()),
        new Passport.Grant(p.codeDigest(), p.entryClass(), p.scope(), p.starts(), p.limits()),
        new Passport.Journey(p.hop(), p.previousHop(), p.stateDigest()),
        new Passport.Validity(
            p.audience(),
            p.notBefore(),
            p.expires(),
            Base64.getUrlEncoder().encodeToString(random)));
  }

  private static AgentPackage read(Bytes bytes) {
    return ((PackageReading.Read) new PackageReader(PackageLimits.DEFAULT).read(bytes))
        .agentPackage();
  }

  private TrustList known() {
    return Packages.trust(hosts.stream().map(SigningKey::verifyKey).toArray(VerifyKey[]::new));
  }

  private Outcome verify(List<Envelope> statements) {
    return new JourneyVerifier(known()).verify("agent1", 0, Optional.empty(), stays, statements);
  }

  private void assertBroken(List<Envelope> statements, int hop) {
    assertThat(verify(statements))
        .isInstanceOfSatisfying(
            Outcome.Broken.class, broken -> assertThat(broken.hop()).isEqualTo(hop));
  }
}
