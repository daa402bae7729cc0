package dev.sojourn.atp.agent;

import static dev.sojourn.atp.agent.Packages.CODE;
import static dev.sojourn.atp.agent.Packages.HOST;
import static dev.sojourn.atp.agent.Packages.NOW;
import static dev.sojourn.atp.agent.Packages.OWNER;
import static dev.sojourn.atp.agent.Packages.RELAY;
import static dev.sojourn.atp.agent.Packages.STATE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.trust.TrustedSigner;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// An attacker who changes one bit of a package on its way is found out, and learns by what.
final class OneBitTest {

  /// A fifth of all bits: one or two of each byte, and each of the eight in some.
  @Test
  void changingABitOfAPackageIsRefusedWithTheReasonThatFitsThePart() {
    assertRefusedWithItsReason(5);
  }

  @Tag("long-form")
  @Test
  void changingAnyBitOfAPackageIsRefusedWithTheReasonThatFitsThePart() {
    assertRefusedWithItsReason(1);
  }

  private static void assertRefusedWithItsReason(int step) {
    var agent = traveller();
    var bytes = agent.encode();
    var verifier = verifier();
    assertThat(outcome(verifier, bytes)).isEmpty();
    var parts = parts(agent);
    assertThat(parts.lastEntry().getKey()).isEqualTo(bytes.size());
    Map<PackagePart, Set<PackageFault>> faults = new EnumMap<>(PackagePart.class);
    for (int bit = 0; bit < bytes.size() * 8; bit += step) {
      var part = parts.higherEntry(bit / 8).getValue();
      var changed = Bits.flip(bytes, bit);
      var fault = outcome(verifier, changed);
      assertThat(fault).as("bit %d", bit).isPresent();
      if (bit % 101 == 0) {
        assertExplained(verifier, changed);
      }
      faults.computeIfAbsent(part, _ -> EnumSet.noneOf(PackageFault.class)).add(fault.get());
    }

    assertThat(faults)
        .isEqualTo(
            Map.of(
                PackagePart.HEADER,
                EnumSet.of(PackageFault.GARBLED),
                PackagePart.PASSPORT,
                EnumSet.of(
                    PackageFault.GARBLED,
                    PackageFault.PASSPORT_MALFORMED,
                    PackageFault.SIGNER_UNTRUSTED,
                    PackageFault.SIGNATURE_INVALID),
                PackagePart.CODE,
                EnumSet.of(PackageFault.GARBLED, PackageFault.CODE_MISMATCH),
                PackagePart.STATE,
                EnumSet.of(PackageFault.GARBLED, PackageFault.STATE_MISMATCH),
                PackagePart.HOP,
                EnumSet.of(PackageFault.GARBLED, PackageFault.HOP_LOG_INVALID)));
  }

  /// Two stays that the owner vouches for, and a third that only its host does.
  private static AgentPackage traveller() {
    var hops = Packages.hops(3, STATE);
    var passport =
        Packages.passport(2, Optional.of(hops.get(1).digest()), Optional.of(Digest.of(STATE)));
    return AgentPackage.sign(passport, OWNER, CODE).withState(STATE).withHops(hops);
  }

  /// The end of each part; a part begins with its tag and its length, five bytes.
  private static NavigableMap<Integer, PackagePart> parts(AgentPackage agent) {
    var ends = new TreeMap<Integer, PackagePart>();
    int end = 7;
    ends.put(end, PackagePart.HEADER);
    end += 5 + agent.passport().encode().size();
    ends.put(end, PackagePart.PASSPORT);
    end += 5 + CODE.size();
    ends.put(end, PackagePart.CODE);
    end += 5 + STATE.size();
    ends.put(end, PackagePart.STATE);
    for (var hop : agent.hops()) {
      end += 5 + hop.encode().size();
      ends.put(end, PackagePart.HOP);
    }
    return ends;
  }

  private static PackageVerifier verifier() {
    var owner = new TrustedSigner("owner", OWNER.verifyKey());
    var settings =
        new VerifierSettings(
            id -> id.equals(OWNER.id()) ? Optional.of(owner) : Optional.empty(),
            Packages.trust(RELAY.verifyKey()),
            Set.of(HOST),
            VerifierSettings.DEFAULT_MAX_VALIDITY,
            VerifierSettings.DEFAULT_SKEW);
    return new PackageVerifier(settings, InstantSource.fixed(NOW));
  }

  /// A review of everything includes what the host says.
  private static void assertExplained(PackageVerifier verifier, Bytes bytes) {
    if (new PackageReader(PackageLimits.DEFAULT).read(bytes)
            instanceof PackageReading.Read(var agent)
        && verifier.verify(agent) instanceof PackageVerdict.Refused refused) {
      assertThat(verifier.review(agent).refusals()).contains(refused);
    }
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
