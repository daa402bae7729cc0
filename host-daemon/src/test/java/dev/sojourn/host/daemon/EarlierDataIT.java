package dev.sojourn.host.daemon;

import static dev.sojourn.host.daemon.Owner.refusal;
import static dev.sojourn.host.daemon.SentAgents.WALKER;
import static dev.sojourn.host.daemon.SentAgents.WALKING;
import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.client.DispatchOutcome;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// Data directories of every released version, as [DataSample] wrote them: this version opens them
/// and goes on.
@ParameterizedClass
@ValueSource(strings = "data-0.1-schema5.zip")
@Timeout(300)
class EarlierDataIT {
  private final String sample;
  @TempDir Path temporary;
  private List<String> pages;
  private Owner owner;
  private RunningHost host;

  EarlierDataIT(String sample) {
    this.sample = sample;
  }

  @BeforeEach
  void unpackAndStart() throws IOException {
    unpack();
    var folder = new HostFolder(temporary);
    pages = folder.chain(DataSample.PAGES);
    // The request that comes again is valid for a minute of this clock.
    LentStartCache.prepare();
    var clock = DataSample.clockFrom(DataSample.MADE.plus(Duration.ofMinutes(1)));
    owner = new Owner(SigningKey.read(temporary.resolve(DataSample.OWNER_KEY)), clock);
    var limit = "visits-a-day = 3\n";
    host = RunningHost.start(DataSample.config(folder, temporary, owner, limit), clock);
  }

  private void unpack() throws IOException {
    try (var in = EarlierDataIT.class.getResourceAsStream("/" + sample);
        var zip = new ZipInputStream(in)) {
      for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        var file = temporary.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      }
    }
  }

  @AfterEach
  void close() throws IOException {
    host.close();
    owner.close();
  }

  @Test
  void theParcelsOfAVisitThatWasOverAreCollected() throws Exception {
    var gathering = new Gathering(DataSample.FINISHED);
    var status = gathering.all(owner.host(host.address()));
    assertThat(status.state()).isEqualTo(VisitState.FINISHED);
    assertThat(status.statement()).isPresent();
    assertThat(status.pages()).isEqualTo(DataSample.PAGES);
    assertThat(gathering.urls()).containsExactlyElementsOf(pages);
  }

  @Test
  void aVisitThatWasInterruptedGoesOnFromItsCheckpoint() throws Exception {
    var gathering = new Gathering(DataSample.INTERRUPTED);
    var status = gathering.all(owner.host(host.address()));
    assertThat(status.state()).as(status.reason()).isEqualTo(VisitState.FINISHED);
    assertThat(status.pages()).isBetween((long) DataSample.PAGES, DataSample.PAGES + 1L);
    assertThat(gathering.urls()).containsExactlyElementsOf(pages);
  }

  @Test
  void aNonceThatWasUsedIsUsed() throws IOException {
    assertThat(host.exchange(SignedExchangeIT.AT_NOON)).contains("nonce-reused");
  }

  /// Two came before, and the code of the third is here.
  @Test
  void theCodeIsThereAndTheDayOfItsSignerGoesOn() throws Exception {
    var client = owner.host(host.address());
    var third = owner.passport(host.address(), WALKING, WALKER);
    assertThat(client.dispatch(owner.sign(third, WALKING), true))
        .isInstanceOfSatisfying(
            DispatchOutcome.Accepted.class, ok -> assertThat(ok.codeSent()).isFalse());
    var fourth = owner.passport(host.address(), WALKING, WALKER);
    assertThat(refusal(client.dispatch(owner.sign(fourth, WALKING), true)))
        .isEqualTo("403 limit-spent");
  }
}
