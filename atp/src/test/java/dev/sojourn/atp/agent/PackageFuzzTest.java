package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.Bytes;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a package: what is read is written back byte for byte, and nothing that was not
/// signed is believed.
class PackageFuzzTest {

  private static final PackageVerifier VERIFIER =
      new PackageVerifier(Packages.settings(), InstantSource.fixed(Packages.NOW));

  static Stream<byte[]> seeds() {
    return Stream.of(
        Packages.agent().encode().toArray(),
        Packages.agent().withoutCode().encode().toArray(),
        Packages.agent().withHops(Packages.hops(2, Packages.STATE)).encode().toArray(),
        new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreReadAsAPackage(byte[] input) {
    if (new PackageReader(PackageLimits.DEFAULT).read(Bytes.copyOf(input))
        instanceof PackageReading.Read(var agent)) {
      assertThat(agent.encode().toArray()).isEqualTo(input);
      if (VERIFIER.verify(agent) instanceof PackageVerdict.Verified verified) {
        assertThat(agent.passport().isSignedBy(Packages.OWNER.verifyKey())).isTrue();
        assertThat(verified.passport()).isEqualTo(Packages.passport());
      }
    }
  }
}
