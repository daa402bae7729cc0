package dev.sojourn.atp.agent;

import static dev.sojourn.atp.agent.Packages.CODE;
import static dev.sojourn.atp.agent.Packages.HOST;
import static dev.sojourn.atp.agent.Packages.NOW;
import static dev.sojourn.atp.agent.Packages.OWNER;
import static dev.sojourn.atp.agent.Packages.RELAY;
import static dev.sojourn.atp.agent.Packages.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustedSigner;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PackageVerifierTest {

  @Test
  void verifiesWhatTheOwnerMade() {
    assertThat(verify(Packages.agent()))
        .isEqualTo(
            new PackageVerdict.Verified(
                Packages.passport(), new TrustedSigner("someone", OWNER.verifyKey())));
  }

  @Test
  void doesNotMissCodeThatStayedAtHome() {
    assertThat(verify(Packages.agent().withoutCode())).isInstanceOf(PackageVerdict.Verified.class);
  }

  @Test
  void trustsNobodyByDefault() {
    var settings = VerifierSettings.of(TrustList.NOBODY, Set.of(HOST));

    assertRefused(verify(settings, NOW, Packages.agent()), PackageFault.SIGNER_UNTRUSTED);
  }

  @Test
  void refusesAWrongKeyUnderATrustedName() {
    var stranger = SigningKey.generate(new SecureRandom());
    var payload = Packages.passport().toJson();
    byte[] forged = stranger.sign(Envelope.preAuthentication(Passport.PAYLOAD_TYPE, payload));
    var envelope =
        new Envelope(
            Passport.PAYLOAD_TYPE,
            payload,
            List.of(new Envelope.Signature(OWNER.id(), Bytes.wrap(forged))));

    assertRefused(verify(with(envelope)), PackageFault.SIGNATURE_INVALID);
  }

  /// If it were accepted, its digest would differ from that of the owner's package. That would then
  /// be refused as another passport of the same name.
  @Test
  void aThirdPartyCannotSendAPackageFirstWithASignatureAddedToIt() {
    var own = Packages.agent();
    var passport = own.passport();
    var signature = passport.signatures().getFirst();
    var junk = new Envelope.Signature("junk", Bytes.utf8("junk"));
    var copy = new Envelope.Signature(OWNER.id(), signature.octets());
    for (var added : List.of(List.of(signature, junk), List.of(signature, copy))) {
      assertThat(refused(verify(with(signed(passport, added))), PackageFault.SIGNATURE_SURPLUS))
          .contains("a signature of key " + added.getLast().keyId());
    }
    for (var added : List.of(List.of(junk, signature), List.of(junk, junk, signature))) {
      assertRefused(verify(with(signed(passport, added))), PackageFault.SIGNER_UNTRUSTED);
    }

    assertThat(verify(own)).isInstanceOf(PackageVerdict.Verified.class);
  }

  @Test
  void aThirdPartyCannotAddASignatureToAStatementOfTheHopLog() {
    var hops = new ArrayList<>(Packages.hops(2, STATE));
    var last = hops.removeLast();
    var junk = new Envelope.Signature("junk", Bytes.utf8("junk"));
    hops.add(signed(last, List.of(last.signatures().getFirst(), junk)));

    assertThat(refused(verify(Packages.agent().withHops(hops)), PackageFault.HOP_LOG_INVALID))
        .isEqualTo("Statement 1 of the hop log carries more than the signature of its host.");
  }

  private static Envelope signed(Envelope statement, List<Envelope.Signature> signatures) {
    return new Envelope(statement.payloadType(), statement.payload(), signatures);
  }

  @Test
  void refusesAPassportThatNamesAnotherOwnerThanItsSigner() {
    var thief = SigningKey.generate(new SecureRandom());
    var settings =
        VerifierSettings.of(Packages.trust(OWNER.verifyKey(), thief.verifyKey()), Set.of(HOST));
    var envelope = Envelope.sign(Passport.PAYLOAD_TYPE, Packages.passport().toJson(), thief);

    assertRefused(verify(settings, NOW, with(envelope)), PackageFault.OWNER_MISMATCH);
  }

  @Test
  void refusesAStatementOfAnotherKindInPlaceOfAPassport() {
    var envelope = Envelope.sign(HopStatement.PAYLOAD_TYPE, Packages.passport().toJson(), OWNER);

    assertRefused(verify(with(envelope)), PackageFault.PASSPORT_MALFORMED);
  }

  @Test
  void refusesAMemberThatItDoesNotKnow() {
    var json = Packages.passport().toJson().asUtf8().replaceFirst("\\{", "{\"grant\":\"all\",");
    var envelope = Envelope.sign(Passport.PAYLOAD_TYPE, Bytes.utf8(json), OWNER);

    assertThat(refused(verify(with(envelope)), PackageFault.PASSPORT_MALFORMED)).contains("grant");
  }

  @Test
  void refusesAMemberGivenTwice() {
    var json = Packages.passport().toJson().asUtf8().replaceFirst("\\{", "{\"hop\":1,");
    var envelope = Envelope.sign(Passport.PAYLOAD_TYPE, Bytes.utf8(json), OWNER);

    assertRefused(verify(with(envelope)), PackageFault.PASSPORT_MALFORMED);
  }

  @Test
  void refusesAnotherHostsAgent() {
    var settings =
        VerifierSettings.of(
            Packages.trust(OWNER.verifyKey()), Set.of(new AtpAddress("host.example", 10435)));

    assertThat(refused(verify(settings, NOW, Packages.agent()), PackageFault.AUDIENCE_WRONG))
        .contains("atp://host.example:10434");
  }

  @Test
  void refusesAnExpiredPassport() {
    assertThat(at(NOW.plusSeconds(629))).isInstanceOf(PackageVerdict.Verified.class);
    assertRefused(at(NOW.plusSeconds(630)), PackageFault.EXPIRED);
  }

  @Test
  void refusesAPassportOfTheFuture() {
    assertThat(at(NOW.minusSeconds(90))).isInstanceOf(PackageVerdict.Verified.class);
    assertRefused(at(NOW.minusSeconds(91)), PackageFault.NOT_YET_VALID);
  }

  @Test
  void refusesAPassportThatIsGoodForTooLong() {
    var settings =
        new VerifierSettings(
            Packages.trust(OWNER.verifyKey()),
            TrustList.NOBODY,
            Set.of(HOST),
            Duration.ofSeconds(659),
            Duration.ZERO);

    assertRefused(verify(settings, NOW, Packages.agent()), PackageFault.VALID_TOO_LONG);
  }

  @Test
  void refusesOtherCode() {
    var agent = Packages.agent();
    var swapped =
        new AgentPackage(
            agent.passport(), Optional.of(Bytes.utf8("evil")), agent.state(), agent.hops());

    assertRefused(verify(swapped), PackageFault.CODE_MISMATCH);
  }

  @Test
  void refusesOtherStateNoStateAndStateFromNowhere() {
    var agent = Packages.agent();
    assertRefused(verify(agent.withState(Bytes.utf8("evil"))), PackageFault.STATE_MISMATCH);
    assertRefused(
        verify(new AgentPackage(agent.passport(), agent.code(), Optional.empty(), agent.hops())),
        PackageFault.STATE_MISMATCH);

    var stateless =
        AgentPackage.sign(Packages.passport(0, Optional.empty(), Optional.empty()), OWNER, CODE);
    assertThat(verify(stateless)).isInstanceOf(PackageVerdict.Verified.class);
    assertRefused(verify(stateless.withState(STATE)), PackageFault.STATE_MISMATCH);
  }

  @Test
  void takesTheStateThatTheLastHostSigned() {
    var later = Bytes.utf8("later");
    var agent = Packages.agent().withHops(Packages.hops(3, later)).withState(later);

    assertThat(verify(agent)).isInstanceOf(PackageVerdict.Verified.class);
    assertRefused(verify(agent.withState(STATE)), PackageFault.STATE_MISMATCH);
  }

  @Test
  void takesAHopLogThatTheOwnerVouchesForWithoutKnowingItsHosts() {
    var hops = Packages.hops(3, STATE);
    var passport =
        Packages.passport(3, Optional.of(hops.getLast().digest()), Optional.of(Digest.of(STATE)));
    var agent = AgentPackage.sign(passport, OWNER, CODE).withState(STATE).withHops(hops);
    var settings = VerifierSettings.of(Packages.trust(OWNER.verifyKey()), Set.of(HOST));

    assertThat(verify(settings, NOW, agent)).isInstanceOf(PackageVerdict.Verified.class);
  }

  @Test
  void refusesAHopOfAHostThatIsNotTrusted() {
    var settings = VerifierSettings.of(Packages.trust(OWNER.verifyKey()), Set.of(HOST));
    var agent = Packages.agent().withHops(Packages.hops(1, STATE)).withState(STATE);

    assertRefused(verify(settings, NOW, agent), PackageFault.HOP_LOG_INVALID);
  }

  @Test
  void refusesAHopLogWithAStatementLeftOutSwappedOrRepeated() {
    var hops = Packages.hops(4, STATE);
    for (var tampered :
        List.of(
            List.of(hops.get(0), hops.get(2), hops.get(3)),
            List.of(hops.get(1), hops.get(0), hops.get(2), hops.get(3)),
            List.of(hops.get(0), hops.get(0), hops.get(1), hops.get(2), hops.get(3)),
            List.of(hops.get(1), hops.get(2), hops.get(3)))) {
      assertRefused(verify(Packages.agent().withHops(tampered)), PackageFault.HOP_LOG_INVALID);
    }
  }

  @Test
  void refusesAHopLogOfAnotherJourneyOfTheSameAgent() {
    var other =
        new HopStatement(
            "agent1",
            0,
            Optional.empty(),
            RELAY.id(),
            Digest.of(CODE),
            "anothernonce",
            Optional.empty(),
            Optional.of(Digest.of(STATE)),
            Digest.of(Bytes.EMPTY),
            1,
            1,
            Duration.ofSeconds(3),
            Digest.of(Bytes.EMPTY),
            NOW,
            NOW);

    assertRefused(
        verify(Packages.agent().withHops(List.of(other.sign(RELAY)))),
        PackageFault.HOP_LOG_INVALID);
  }

  @Test
  void refusesALogThatIsShorterThanThePassportSays() {
    var passport =
        Packages.passport(
            2,
            Optional.of(Packages.hops(2, STATE).getLast().digest()),
            Optional.of(Digest.of(STATE)));
    var agent = AgentPackage.sign(passport, OWNER, CODE).withState(STATE);

    assertRefused(verify(agent), PackageFault.HOP_LOG_INVALID);
    assertRefused(verify(agent.withHops(Packages.hops(1, STATE))), PackageFault.HOP_LOG_INVALID);
  }

  private static AgentPackage with(Envelope passport) {
    var agent = Packages.agent();
    return new AgentPackage(passport, agent.code(), agent.state(), agent.hops());
  }

  private static PackageVerdict verify(AgentPackage agent) {
    return verify(Packages.settings(), NOW, agent);
  }

  private static PackageVerdict at(Instant now) {
    return verify(Packages.settings(), now, Packages.agent());
  }

  private static PackageVerdict verify(VerifierSettings settings, Instant now, AgentPackage agent) {
    return new PackageVerifier(settings, InstantSource.fixed(now)).verify(agent);
  }

  private static void assertRefused(PackageVerdict verdict, PackageFault fault) {
    assertThat(refused(verdict, fault)).endsWith(".");
  }

  private static String refused(PackageVerdict verdict, PackageFault fault) {
    assertThat(verdict).isInstanceOf(PackageVerdict.Refused.class);
    var refused = (PackageVerdict.Refused) verdict;
    assertThat(refused.fault()).describedAs(refused.sentence()).isEqualTo(fault);
    assertThat(refused.problem().code()).isEqualTo(fault.code());
    return refused.sentence().endsWith(".") ? refused.sentence() : refused.sentence() + ".";
  }
}
