package dev.sojourn.host.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.host.release.Releases;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The door through which answers leave.
class DeparturesTest {
  private static final AuditVisit VISIT = new AuditVisit("crawler.example", "key", "a1");

  @TempDir Path folder;

  @Test
  void anAnswerLeavesOnceItsLineIsOnDiskAndNotWithoutOne() throws IOException {
    try (var store = Store.open(folder.resolve("data"))) {
      anAnswerLeavesOnceItsLineIsOnDiskAndNotWithoutOne(store);
    }
  }

  private void anAnswerLeavesOnceItsLineIsOnDiskAndNotWithoutOne(Store store) throws IOException {
    var answer = AtpResponse.okay("text/plain", Bytes.utf8("what an agent found"));
    var trail = trail();
    var departures =
        new Departures(
            trail,
            store,
            new ReleaseCheck(store, Releases.open(folder, false)),
            InstantSource.system());

    assertThat(departures.leave(VISIT, "RETRACT", answer, Optional.empty())).isEqualTo(answer);
    assertThat(Files.readString(folder.resolve("audit-000000000000001.jsonl")))
        .contains(
            "\"agent\":\"a1\",\"method\":\"RETRACT\",\"bytes\":19,\"digest\":\""
                + Digest.of(answer.body()).hex());

    trail.close();
    var other = AtpResponse.okay("text/plain", Bytes.utf8("the rest of it"));
    var refusal = departures.leave(VISIT, "RETRACT", other, Optional.empty());
    assertThat(refusal.problem().code()).isEqualTo("audit-failed");
    assertThat(refusal.body().asUtf8()).doesNotContain("the rest");
  }

  /// A RETRACT beside a DISPOSE: the answer is made, and then nothing is known of the visit any
  /// more.
  @Test
  void anAnswerAboutAVisitThatIsGoneDoesNotLeaveWhereTheOperatorReleasesFirst() throws IOException {
    try (var store = Store.open(folder.resolve("data"));
        var trail = trail()) {
      var answer = AtpResponse.okay("text/plain", Bytes.utf8("what an agent found"));
      var departures =
          new Departures(
              trail,
              store,
              new ReleaseCheck(store, Releases.open(folder, true)),
              InstantSource.system());

      var left = departures.leave(VISIT, "RETRACT", answer, Optional.empty());
      var told = departures.tell(new VisitKey("key", "a1"), "STATUS", answer);

      assertThat(left.problem().code()).isEqualTo("agent-unknown");
      assertThat(told.problem().code()).isEqualTo("agent-unknown");
    }
    assertThat(Files.readString(folder.resolve("audit-000000000000001.jsonl")))
        .doesNotContain("\"event\":\"left\"");
  }

  private AuditTrail trail() throws IOException {
    var clock = InstantSource.system();
    var key = SigningKey.generate(new SecureRandom());
    return new AuditTrail(
        AuditLog.open(folder, AuditConfig.DEFAULT, key, () -> false, clock), clock);
  }
}
