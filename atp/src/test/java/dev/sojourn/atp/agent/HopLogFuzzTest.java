package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.json.JsonException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as what a trusted host has signed: read back from what is written, and no log of it
/// alone is taken for one that the owner vouches for.
class HopLogFuzzTest {

  static Stream<byte[]> seeds() {
    return Packages.hops(2, Packages.STATE).stream().map(hop -> hop.payload().toArray());
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreReadAsAStatement(byte[] input) throws JsonException {
    var payload = Bytes.copyOf(input);
    var signed = Envelope.sign(HopStatement.PAYLOAD_TYPE, payload, Packages.RELAY);
    var trusted = Packages.trust(Packages.RELAY.verifyKey());
    var passport = Packages.passport(0, Optional.empty(), Optional.empty());
    var faults = HopLog.faults(passport, List.of(signed), trusted).toList();
    try {
      var statement = HopStatement.read(payload);
      assertThat(HopStatement.read(statement.toJson())).isEqualTo(statement);
      if (faults.isEmpty()) {
        assertThat(statement.agentId()).isEqualTo(passport.agentId());
        assertThat(statement.nonce()).isEqualTo(passport.nonce());
        assertThat(statement.hostKeyId()).isEqualTo(Packages.RELAY.id());
      }
    } catch (JsonException _) {
      assertThat(faults).singleElement().asString().contains("Statement 0", "is malformed");
    }
    assertThat(HopLog.faults(passport, List.of(signed), TrustList.NOBODY))
        .containsExactly("Statement 0 of the hop log is not signed by a host trusted here.");
  }
}
