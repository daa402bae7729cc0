package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.given;
import static dev.sojourn.host.daemon.SentAgents.DAWDLER;
import static dev.sojourn.host.daemon.SentAgents.DAWDLING;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program that writes the sample of a data directory, which [EarlierDataIT] opens with later
/// versions: a visit that is over and not collected, one that was interrupted, the code of both, a
/// used nonce, and what the signer took on that day. It is no test of `mvn verify`; CONTRIBUTING.md
/// has the command.
class DataSample {
  static final String FINISHED = "finished";
  static final String INTERRUPTED = "interrupted";
  static final int PAGES = 40;
  static final String OWNER_KEY = "owner.key";

  /// When the sample was made, by the clock of its host.
  static final Instant MADE = Instant.parse("2026-06-01T12:00:00Z");

  @TempDir Path temporary;

  /// {@return a clock that goes on from a moment}
  static InstantSource clockFrom(Instant start) {
    var ahead = Duration.between(Instant.now(), start);
    return () -> Instant.now().plus(ahead);
  }

  /// A configuration for the sample's data, with more about the trusted owner.
  static Path config(HostFolder folder, Path directory, Owner owner, String more)
      throws IOException {
    var keys = directory.resolve("example.jwk");
    var example = VerifyKey.of("JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs").orElseThrow();
    new KeySet(List.of(example)).write(keys);
    var rest =
        """
        [[trust]]
        name = "example"
        keys = "%s"
        [policy]
        names = ["atp://host.example:10434"]
        """
            .formatted(keys);
    return folder.config(List.of(owner), more + rest);
  }

  @Test
  void write() throws Exception {
    var clock = clockFrom(MADE);
    var key = SigningKey.generate(new SecureRandom());
    key.write(temporary.resolve(OWNER_KEY));
    var folder = new HostFolder(temporary);
    folder.chain(PAGES);
    try (var owner = new Owner(key, clock);
        var host = RunningHost.start(config(folder, temporary, owner, ""), clock)) {
      assertThat(host.exchange(SignedExchangeIT.AT_NOON)).contains("agent-unknown");
      var client = owner.host(host.address());
      send(owner, host, FINISHED, WALKING, WALKER);
      await().until(() -> given(client.status(FINISHED)).state().isFinal());
      send(owner, host, INTERRUPTED, DAWDLING, DAWDLER);
      await().pollInterval(Duration.ofMillis(10)).until(() -> hasBegun(client));
    }
    pack(
        Path.of(
            "src/test/resources",
            "data-%s-schema%d.zip".formatted(System.getProperty("sample"), schema())));
  }

  private static boolean hasBegun(HostClient client) throws InterruptedException {
    var status = given(client.status(INTERRUPTED));
    assertThat(status.state()).isIn(VisitState.WAITING, VisitState.RUNNING);
    return status.findings() >= 5;
  }

  private static void send(Owner owner, RunningHost host, String agent, Bytes code, String entry)
      throws InterruptedException {
    var passport = Owner.withAgentId(owner.passport(host.address(), code, entry), agent);
    assertThat(owner.host(host.address()).dispatch(owner.sign(passport, code), false))
        .isInstanceOf(DispatchOutcome.Accepted.class);
  }

  private int schema() throws SQLException {
    var file = temporary.resolve("data/host.db");
    try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        var statement = connection.createStatement();
        var version = statement.executeQuery("PRAGMA user_version")) {
      return version.getInt(1);
    }
  }

  /// Packs what an operator would keep a copy of, and the owner's key.
  private void pack(Path zip) throws IOException {
    try (var out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (var name : List.of(OWNER_KEY, "data/host.db", "data/host.key")) {
        out.putNextEntry(new ZipEntry(name));
        Files.copy(temporary.resolve(name), out);
      }
    }
  }
}
