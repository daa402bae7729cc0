package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.journey.HopLogCheck;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.StatementMemory;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as what a trusted host has signed, and as the hop log of an agent that arrives. They
/// are read back from what is written, and no log of the host alone passes for one that the owner
/// vouches for.
class HopLogFuzzTest {

  private static final Passport PASSPORT = Packages.passport(0, Optional.empty(), Optional.empty());
  private static final AgentPackage AGENT =
      AgentPackage.sign(PASSPORT, Packages.OWNER, Packages.CODE).withState(Packages.STATE);

  static Stream<byte[]> seeds() {
    return Packages.hops(2, Packages.STATE).stream().map(hop -> hop.payload().toArray());
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreReadAsAStatement(byte[] input) throws JsonException {
    var payload = Bytes.copyOf(input);
    var signed = Envelope.sign(HopStatement.PAYLOAD_TYPE, payload, Packages.RELAY);
    var trusted = Packages.trust(Packages.RELAY.verifyKey());
    var faults =
        HopLogCheck.faults(PASSPORT, List.of(signed), trusted, new StatementMemory()).toList();
    try {
      var statement = HopStatement.read(payload);
      assertThat(HopStatement.read(statement.toJson())).isEqualTo(statement);
      if (faults.isEmpty()) {
        assertThat(statement.agentId()).isEqualTo(PASSPORT.agentId());
        assertThat(statement.nonce()).isEqualTo(PASSPORT.nonce());
        assertThat(statement.hostKeyId()).isEqualTo(Packages.RELAY.id());
      }
    } catch (JsonException _) {
      assertThat(faults).singleElement().asString().contains("Statement 0", "is malformed");
    }
    assertThat(
            HopLogCheck.faults(PASSPORT, List.of(signed), TrustList.NOBODY, new StatementMemory()))
        .containsExactly("Statement 0 of the hop log is not signed by a host trusted here.");
    isAnswered(dispatched(signed), signed, faults);
  }

  private static void isAnswered(AtpResponse answer, Envelope signed, List<String> faults)
      throws JsonException {
    if (signed.encode().size() > PackageLimits.DEFAULT.maxHopBytes()) {
      assertThat(answer.problem().code()).isEqualTo("package-garbled");
    } else if (!faults.isEmpty()) {
      assertThat(answer.problem().code()).isEqualTo("hop-log-invalid");
      assertThat(answer.problem().detail()).startsWith("Statement 0 of the hop log");
    } else if (answer.status() == AtpStatus.OKAY) {
      assertThat(HopStatement.read(signed.payload()).stateOut())
          .contains(Digest.of(Packages.STATE));
    } else {
      assertThat(answer.problem().code()).isEqualTo("state-digest-mismatch");
    }
  }

  private static AtpResponse dispatched(Envelope signed) {
    try (var host = Packages.host()) {
      return host.exchange(Packages.dispatch(AGENT.withHops(List.of(signed)).encode()));
    }
  }
}
