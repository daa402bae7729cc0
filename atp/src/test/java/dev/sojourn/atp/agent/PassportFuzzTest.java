package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a passport: read back from what is written, or refused with a sentence.
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
    Passport passport;
    try {
      passport = Passport.read(Bytes.copyOf(input));
    } catch (JsonException e) {
      assertThat(e.getMessage()).isNotEmpty();
      return;
    }
    assertThat(Passport.read(passport.toJson())).isEqualTo(passport);
  }
}
