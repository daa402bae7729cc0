package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.signature.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a passport, and as what a trusted owner has signed and sends to a host. They are
/// read back from what is written, or refused with a sentence. They are taken only if they fit what
/// came along.
class PassportFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(
        Packages.passport().toJson().toArray(),
        Packages.passport().withOwnerKey(Packages.OWNER.verifyKey()).toJson().toArray(),
        "{}".getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreReadAsAPassport(byte[] input) throws JsonException {
    var answer = dispatched(Bytes.copyOf(input));
    Passport passport;
    try {
      passport = Passport.read(Bytes.copyOf(input));
    } catch (JsonException e) {
      assertThat(e.getMessage()).isNotEmpty();
      assertThat(answer.problem().code()).isEqualTo("passport-malformed");
      return;
    }
    assertThat(Passport.read(passport.toJson())).isEqualTo(passport);
    if (answer.status() == AtpStatus.OKAY) {
      assertThat(passport.ownerKeyId()).isEqualTo(Packages.OWNER.id());
      assertThat(passport.audience()).isEqualTo(Packages.HOST);
      assertThat(passport.codeDigest()).isEqualTo(Digest.of(Packages.CODE));
      assertThat(passport.stateDigest()).contains(Digest.of(Packages.STATE));
      assertThat(passport.expires()).isAfter(Packages.NOW.minusSeconds(31));
    } else {
      assertThat(answer.problem().code())
          .isNotIn("passport-malformed", "package-garbled", "signature-invalid");
    }
  }

  private static AtpResponse dispatched(Bytes payload) {
    var signed = Envelope.sign(Passport.PAYLOAD_TYPE, payload, Packages.OWNER);
    var agent =
        new AgentPackage(
            signed, Optional.of(Packages.CODE), Optional.of(Packages.STATE), List.of());
    try (var host = Packages.host()) {
      return host.exchange(Packages.dispatch(agent.encode()));
    }
  }
}
