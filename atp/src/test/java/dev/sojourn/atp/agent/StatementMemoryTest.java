package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.journey.HopLogCheck;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.journey.StatementMemory;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.identity.trust.TrustList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatementMemoryTest {
  private final StatementMemory memory = new StatementMemory();

  @Test
  void whoSignedIsAskedAnewWhateverWasReadBefore() {
    var passport = Packages.passport(0, Optional.empty(), Optional.empty());
    var hops = Packages.hops(2, Packages.STATE);
    var trusted = Packages.trust(Packages.RELAY.verifyKey());
    assertThat(HopLogCheck.faults(passport, hops, trusted, memory)).isEmpty();

    assertThat(HopLogCheck.faults(passport, hops, TrustList.NOBODY, memory))
        .first()
        .isEqualTo("Statement 0 of the hop log is not signed by a host trusted here.");
  }

  @Test
  void aStatementIsReadOnceAndSaysTheSame() throws JsonException {
    var envelope = Packages.hops(1, Packages.STATE).getFirst();

    var first = memory.read(envelope, envelope.digest());

    assertThat(first).isEqualTo(HopStatement.read(envelope.payload()));
    assertThat(memory.read(envelope, envelope.digest())).isSameAs(first);
  }

  @Test
  void whatIsMalformedIsSoEachTime() {
    var garbled = Envelope.sign(HopStatement.PAYLOAD_TYPE, Bytes.utf8("{}"), Packages.RELAY);
    for (int i = 0; i < 2; i++) {
      assertThat(
              HopLogCheck.faults(
                  Packages.passport(0, Optional.empty(), Optional.empty()),
                  List.of(garbled),
                  Packages.trust(Packages.RELAY.verifyKey()),
                  memory))
          .singleElement()
          .asString()
          .contains("malformed");
    }
  }
}
