package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.signature.Envelope;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a signed statement (DSSE): alone, as passport and as hop of a package that arrives
/// at a host. Each has one encoding, what is signed differs if type or payload differ, and only
/// what was signed is taken.
class EnvelopeFuzzTest {

  private static final Envelope PASSPORT = Packages.agent().passport();
  private static final Envelope HOP = Packages.hops(1, Packages.STATE).getFirst();
  private static final Envelope HOME =
      AgentPackage.sign(
              Packages.passport(0, Optional.empty(), Optional.empty()),
              Packages.OWNER,
              Packages.CODE)
          .passport();

  static Stream<byte[]> seeds() {
    return Stream.of(
        PASSPORT.encode().toArray(),
        HOP.encode().toArray(),
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
      if (envelope.isSignedBy(Packages.RELAY.verifyKey())) {
        assertThat(envelope.payload()).isEqualTo(HOP.payload());
      }
    }
    var state = part(PackagePart.STATE, Packages.STATE.toArray());
    try (var host = Packages.host()) {
      var asPassport = ofParts(part(PackagePart.PASSPORT, input), state);
      isAnswered(host.exchange(Packages.dispatch(asPassport)), input, PASSPORT);
      var home = part(PackagePart.PASSPORT, HOME.encode().toArray());
      var asHop = ofParts(home, state, part(PackagePart.HOP, input));
      isAnswered(host.exchange(Packages.dispatch(asHop)), input, HOP);
    }
  }

  /// A host takes only signed content: the payload is in the octets, whatever stands around it.
  private static void isAnswered(AtpResponse answer, byte[] input, Envelope taken) {
    if (answer.status() == AtpStatus.OKAY) {
      assertThat(input).containsSequence(taken.payload().toArray());
    } else {
      assertThat(answer.problem().code())
          .isIn(
              "package-garbled",
              "passport-malformed",
              "signer-untrusted",
              "signature-invalid",
              "hop-log-invalid");
    }
  }

  private static Bytes ofParts(byte[]... parts) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {'S', 'J', 'P', 'K', 1, 0, (byte) parts.length});
    for (var part : parts) {
      out.writeBytes(part);
    }
    return Bytes.wrap(out.toByteArray());
  }

  private static byte[] part(PackagePart part, byte[] content) {
    return ByteBuffer.allocate(5 + content.length)
        .put((byte) part.tag())
        .putInt(content.length)
        .put(content)
        .array();
  }
}
