package dev.sojourn.atp.agent;

import static dev.sojourn.atp.agent.Packages.CODE;
import static dev.sojourn.atp.agent.Packages.HOST;
import static dev.sojourn.atp.agent.Packages.NOW;
import static dev.sojourn.atp.agent.Packages.OWNER;
import static dev.sojourn.atp.agent.Packages.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Each objection to a package, although a host says only the first.
final class PackageReviewTest {

  @Test
  void nothingStandsAgainstWhatAHostTakes() {
    var review = review(Packages.settings(), NOW, Packages.agent());

    assertThat(review.refusals()).isEmpty();
    assertThat(review.passport()).contains(Packages.passport());
    assertThat(review.signer()).isPresent();
  }

  @Test
  void everyReasonIsGivenAndTheFirstIsTheHosts() {
    var hops = new ArrayList<>(Packages.hops(3, STATE));
    hops.remove(1);
    var agent =
        new AgentPackage(
            Packages.agent().passport(),
            Optional.of(Bytes.utf8("evil")),
            Optional.of(Bytes.utf8("worse")),
            hops);
    var settings =
        new VerifierSettings(
            Packages.trust(OWNER.verifyKey()),
            Packages.settings().hosts(),
            Set.of(new AtpAddress("other.example", 10434)),
            Duration.ofSeconds(10),
            Duration.ZERO);

    var refusals = review(settings, NOW.plusSeconds(3_600), agent).refusals();

    assertThat(refusals)
        .extracting(PackageVerdict.Refused::fault)
        .containsExactly(
            PackageFault.AUDIENCE_WRONG,
            PackageFault.EXPIRED,
            PackageFault.VALID_TOO_LONG,
            PackageFault.CODE_MISMATCH,
            PackageFault.HOP_LOG_INVALID,
            PackageFault.HOP_LOG_INVALID,
            PackageFault.STATE_MISMATCH);
    assertThat(refusals)
        .extracting(PackageVerdict.Refused::sentence)
        .anySatisfy(
            sentence ->
                assertThat(sentence)
                    .isEqualTo(
                        "Statement 1 of the hop log does not follow the one before it: it says that"
                            + " it is number 2."))
        .anySatisfy(sentence -> assertThat(sentence).contains("it names the digest"));
    assertThat(
            new PackageVerifier(settings, InstantSource.fixed(NOW.plusSeconds(3_600)))
                .verify(agent))
        .isEqualTo(refusals.getFirst());
  }

  @Test
  void aStrangersPassportIsReadOnToSayWhatElseIsWrong() {
    var settings = VerifierSettings.of(TrustList.NOBODY, Set.of(HOST));
    var agent = AgentPackage.sign(Packages.passport(), OWNER, Bytes.utf8("other"));
    var review = review(settings, NOW, agent.withState(STATE));

    assertThat(review.refusals())
        .extracting(PackageVerdict.Refused::fault)
        .containsExactly(PackageFault.SIGNER_UNTRUSTED, PackageFault.CODE_MISMATCH);
    assertThat(review.signer()).isEmpty();
    assertThat(review.passport()).isPresent();
  }

  @Test
  void aSignedNonPassportIsSaidToBeOne() {
    var envelope = Envelope.sign(Passport.PAYLOAD_TYPE, Bytes.utf8("{}"), OWNER);
    var review =
        review(
            Packages.settings(),
            NOW,
            new AgentPackage(envelope, Optional.of(CODE), Optional.empty(), List.of()));

    assertThat(review.passport()).isEmpty();
    assertThat(review.refusals())
        .extracting(PackageVerdict.Refused::fault)
        .containsExactly(PackageFault.PASSPORT_MALFORMED);
  }

  @Test
  void aTrustedHostDoesNotSignInTheNameOfAnother() {
    var other = SigningKey.generate(new SecureRandom());
    var honest = Packages.hops(1, STATE).getFirst();
    var forged = Envelope.sign(HopStatement.PAYLOAD_TYPE, honest.payload(), other);
    var settings =
        new VerifierSettings(
            Packages.trust(OWNER.verifyKey()),
            Packages.trust(other.verifyKey()),
            Set.of(HOST),
            VerifierSettings.DEFAULT_MAX_VALIDITY,
            VerifierSettings.DEFAULT_SKEW);

    assertThat(review(settings, NOW, Packages.agent().withHops(List.of(forged))).refusals())
        .singleElement()
        .satisfies(
            refused ->
                assertThat(refused.sentence())
                    .contains("names another host than the one that signed it"));
  }

  private static PackageReview review(VerifierSettings settings, Instant now, AgentPackage agent) {
    return new PackageVerifier(settings, InstantSource.fixed(now)).review(agent);
  }
}
