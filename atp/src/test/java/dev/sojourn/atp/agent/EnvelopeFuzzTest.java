package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.Bytes;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a signed statement (DSSE): one encoding each, and what is signed differs wherever
/// type or payload differ.
class EnvelopeFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(
        Packages.agent().passport().encode().toArray(),
        Packages.hops(1, Packages.STATE).getFirst().encode().toArray(),
        new byte[] {1, 'a', 0, 0, 0, 1, 'b', 1, 1, 'k', 0, 0},
        new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreReadAsAnEnvelope(byte[] input) {
    var read = new PackageReader(PackageLimits.DEFAULT).readEnvelope(Bytes.copyOf(input));
    if (read.isPresent()) {
      var envelope = read.get();
      assertThat(envelope.encode().toArray()).isEqualTo(input);
      var message = Envelope.preAuthentication(envelope.payloadType(), envelope.payload());
      var longer = Envelope.preAuthentication(envelope.payloadType() + " 1", envelope.payload());
      assertThat(Arrays.equals(message, longer)).isFalse();
      var known = Packages.hops(1, Packages.STATE).getFirst();
      if (envelope.isSignedBy(Packages.RELAY.verifyKey())) {
        assertThat(envelope.payload()).isEqualTo(known.payload());
      }
    }
  }
}
