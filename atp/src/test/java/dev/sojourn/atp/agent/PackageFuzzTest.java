package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.base.Bytes;
import java.time.InstantSource;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a package, and as the body of a DISPATCH. What is read is written back byte for
/// byte. Unsigned content is not believed, and a host's answer says no more and no less.
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
    try (var host = Packages.host()) {
      var answer = host.exchange(Packages.dispatch(Bytes.copyOf(input)));
      switch (new PackageReader(PackageLimits.DEFAULT).read(Bytes.copyOf(input))) {
        case PackageReading.Garbled garbled ->
            assertThat(answer.problem()).isEqualTo(garbled.problem());
        case PackageReading.Read(var agent) -> {
          assertThat(agent.encode().toArray()).isEqualTo(input);
          switch (VERIFIER.verify(agent)) {
            case PackageVerdict.Refused refused ->
                assertThat(answer.problem()).isEqualTo(refused.problem());
            case PackageVerdict.Verified verified -> {
              assertThat(answer.status()).isEqualTo(AtpStatus.OKAY);
              assertThat(agent.passport().isSignedBy(Packages.OWNER.verifyKey())).isTrue();
              assertThat(verified.passport()).isEqualTo(Packages.passport());
            }
          }
        }
      }
    }
  }
}
