package dev.sojourn.atp.agent;

import static dev.sojourn.atp.agent.Packages.CODE;
import static dev.sojourn.atp.agent.Packages.HOST;
import static dev.sojourn.atp.agent.Packages.NOW;
import static dev.sojourn.atp.agent.Packages.OWNER;
import static dev.sojourn.atp.agent.Packages.RELAY;
import static dev.sojourn.atp.agent.Packages.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.Digest;
import dev.sojourn.atp.key.SecondSigningKey;
import dev.sojourn.atp.key.SecondVerifyKey;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Whoever changes one bit of a package on its way is found out, and told by what.
final class OneBitTest {

  private static final SecondSigningKey SECOND = SecondSigningKey.generate(new SecureRandom());

  @Test
  void changingAnyBitOfAPackageIsRefusedWithAReason() {
    var bytes = traveller().encode();
    var verifier = verifier(List.of());
    assertThat(outcome(verifier, bytes)).isEmpty();
    Map<PackageFault, Integer> faults = new EnumMap<>(PackageFault.class);
    for (int bit = 0; bit < bytes.size() * 8; bit++) {
      var fault = outcome(verifier, Bits.flip(bytes, bit));
      assertThat(fault).as("bit %d", bit).isPresent();
      faults.merge(fault.get(), 1, Integer::sum);
    }

    assertThat(faults)
        .containsOnlyKeys(
            PackageFault.GARBLED,
            PackageFault.SIGNER_UNTRUSTED,
            PackageFault.SIGNATURE_INVALID,
            PackageFault.PASSPORT_MALFORMED,
            PackageFault.CODE_MISMATCH,
            PackageFault.STATE_MISMATCH,
            PackageFault.HOP_LOG_INVALID);
    assertThat(faults.values().stream().mapToInt(n -> n).sum()).isEqualTo(bytes.size() * 8);
  }

  @Test
  void changingABitOfEachByteOfATwiceSignedPackageIsRefused() {
    var bytes = traveller().withSecond(SECOND).encode();
    var verifier = verifier(List.of(SECOND.verifyKey()));
    assertThat(outcome(verifier, bytes)).isEmpty();
    var random = new Random(4);
    for (int at = 0; at < bytes.size(); at++) {
      int bit = at * 8 + random.nextInt(8);
      assertThat(outcome(verifier, Bits.flip(bytes, bit))).as("bit %d", bit).isPresent();
    }
  }

  /// Two stays that the owner vouches for, and a third that only its host does.
  private static AgentPackage traveller() {
    var hops = Packages.hops(3, STATE);
    var passport =
        Packages.passport(2, Optional.of(hops.get(1).digest()), Optional.of(Digest.of(STATE)));
    return AgentPackage.sign(passport, OWNER, CODE).withState(STATE).withHops(hops);
  }

  private static PackageVerifier verifier(List<SecondVerifyKey> second) {
    var owner =
        new TrustedSigner("owner", OWNER.verifyKey(), Optional.empty(), Optional.empty(), second);
    var settings =
        new VerifierSettings(
            id -> id.equals(OWNER.id()) ? Optional.of(owner) : Optional.empty(),
            Packages.trust(RELAY.verifyKey()),
            Set.of(HOST),
            VerifierSettings.DEFAULT_MAX_VALIDITY,
            VerifierSettings.DEFAULT_SKEW);
    return new PackageVerifier(settings, InstantSource.fixed(NOW));
  }

  /// The fault, or empty if the package is taken.
  private static Optional<PackageFault> outcome(PackageVerifier verifier, Bytes bytes) {
    return switch (new PackageReader(PackageLimits.DEFAULT).read(bytes)) {
      case PackageReading.Garbled garbled -> {
        assertThat(garbled.sentence()).isNotEmpty();
        yield Optional.of(PackageFault.GARBLED);
      }
      case PackageReading.Read(var agent) ->
          switch (verifier.verify(agent)) {
            case PackageVerdict.Verified _ -> Optional.empty();
            case PackageVerdict.Refused refused -> {
              assertThat(refused.sentence()).isNotEmpty();
              yield Optional.of(refused.fault());
            }
          };
    };
  }
}
