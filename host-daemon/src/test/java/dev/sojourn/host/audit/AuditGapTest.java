package dev.sojourn.host.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.sojourn.base.Bytes;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/// An audit log that loses lines: while a daemon writes it, and while none does.
@Isolated("reads what the audit log says in the log of this JVM")
class AuditGapTest {
  private static final SigningKey KEY = SigningKey.generate(new SecureRandom());
  private static final AuditVisit VISIT = new AuditVisit("crawler.example", "key", "a1");
  private static final Instant NOW = Instant.parse("2026-11-24T08:00:00Z");
  private static final Logger SOURCE = (Logger) LoggerFactory.getLogger(AuditWriter.class);

  @TempDir Path temporary;
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private Path folder = Path.of("");

  @BeforeEach
  void listen() {
    folder = temporary.resolve("audit");
    log.start();
    SOURCE.addAppender(log);
  }

  @AfterEach
  void leave() {
    SOURCE.detachAppender(log);
  }

  /// Each start writes its line and a checkpoint.
  @Test
  void aFileThatIsRemovedUnderTheDaemonIsMissedBeforeTheNextLineCounts() throws IOException {
    try (var trail = open()) {
      write(trail, 1, 2, 3);
      Files.delete(segment(1));
      write(trail, 4, 5);

      assertThat(Files.readAllLines(segment(6)))
          .satisfiesExactly(
              line -> assertThat(line).contains("\"n\":6,", "\"event\":\"checkpoint\""),
              line -> assertThat(line).contains("\"n\":7,", "\"event\":\"left\""),
              line -> assertThat(line).contains("\"n\":8,", "\"event\":\"left\""));
    }
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains(segment(1).toString(), "audit.total");
    assertThat(broken().found()).contains("the lines before 6 are missing");
  }

  @Test
  void aFileThatIsMovedAwayAndPutBackIsMissedOnlyMeanwhile() throws IOException {
    var aside = temporary.resolve("audit-000000000000001.jsonl.1");
    try (var trail = open()) {
      write(trail, 1, 2);
      Files.move(segment(1), aside);
      write(trail, 3);
    }
    assertThat(verify()).isInstanceOf(AuditVerdict.Broken.class);

    Files.move(aside, segment(1));
    assertThat(verify()).isInstanceOf(AuditVerdict.Whole.class);
  }

  @Test
  void aFileThatIsReplacedOrShortenedAndADirectoryThatIsGoneAreMissedToo() throws IOException {
    try (var trail = open()) {
      write(trail, 1);
      Files.delete(segment(1));
      Files.writeString(segment(1), "somebody else's\n");
      write(trail, 2);
      assertThat(segment(1)).hasContent("somebody else's\n");
      assertThat(Files.readString(segment(4))).contains("\"n\":5,");

      Files.write(segment(4), new byte[0]);
      write(trail, 3);
      assertThat(segment(4)).doesNotExist();
      assertThat(Files.readString(segment(6))).contains("\"n\":7,");

      Files.move(folder, temporary.resolve("elsewhere"));
      write(trail, 4);
      assertThat(Files.readString(segment(8))).contains("\"n\":9,");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
    }
    // Repeated removal does not fill the log.
    assertThat(warnings()).hasSize(1);
  }

  @Test
  void nothingLeavesWhereTheLogCannotGoOn() throws IOException {
    try (var trail = open()) {
      write(trail, 1);
      Files.move(folder, temporary.resolve("elsewhere"));
      Files.writeString(folder, "no directory");
      assertThatThrownBy(() -> write(trail, 2)).isInstanceOf(IOException.class);

      Files.delete(folder);
      write(trail, 3);
    }
    assertThat(broken().found()).contains("the lines before 4 are missing");
  }

  @Test
  void anEndThatIsCutOffIsFoundByTheLastCheckpointThatTheHostRemembers() throws IOException {
    run(5);
    var lines = Files.readAllLines(segment(1));
    Files.write(segment(1), lines.subList(0, 4));

    // A copy elsewhere has no such memory.
    assertThat(
            AuditVerifier.verify(folder, Optional.of(KEY.id()), Optional.empty(), Optional.empty()))
        .isInstanceOf(AuditVerdict.Whole.class);
    assertThat(broken().found()).isEqualTo("the lines 5 to 9 are missing at the end");

    run(1);
    assertThat(warnings())
        .singleElement()
        .asString()
        .contains("at least 9 lines", "number 4", "goes on with the number 10");
    assertThat(broken().found()).isEqualTo("the lines 5 to 9 are missing before it");

    Files.write(segment(1), lines);
    assertThat(verify()).isInstanceOf(AuditVerdict.Whole.class);
  }

  @Test
  void aLogThatIsGoneIsMissedAndTheNextOneReportsOfTheGap() throws IOException {
    assertThat(verifyEmpty()).isEqualTo(new AuditVerdict.Missing(folder, 0));
    run(5);
    Files.delete(segment(1));
    assertThat(verify()).isEqualTo(new AuditVerdict.Missing(folder, 9));

    run(1);
    assertThat(warnings()).singleElement().asString().contains("at least 9 lines", "is none");
    assertThat(broken().found()).contains("the lines before 10 are missing");
  }

  @Test
  void anOperatorBeginsANewLogByMovingBothAway() throws IOException {
    run(5);
    Files.delete(segment(1));
    Files.delete(AuditEnd.file(folder));

    run(1);

    assertThat(verify()).isInstanceOf(AuditVerdict.Whole.class);
    assertThat(warnings()).isEmpty();
  }

  @Test
  void aStartReportsThatTheLastLinesWereChangedAndGoesOn() throws IOException {
    run(5);
    var text = Files.readString(segment(1));
    Files.writeString(segment(1), text.replaceFirst("\"bytes\":8", "\"bytes\":9"));

    run(1);

    assertThat(warnings()).singleElement().asString().contains(segment(1) + ", line 4 does not");
    assertThat(broken().line()).isEqualTo(4);
  }

  @Test
  void aStartReportsThatTheEndWasWrittenAnew() throws IOException {
    run(5);
    var text = Files.readString(segment(1));
    int last = text.lastIndexOf(NOW.toString());
    Files.writeString(
        segment(1), text.substring(0, last) + "2026-11-24T09:00:00Z" + text.substring(last + 20));

    assertThat(broken().found()).isEqualTo("it is not the line that this host wrote");
    run(1);
    assertThat(warnings()).singleElement().asString().contains("line 9 is not the one that this");
  }

  @Test
  void aMemoryOfTheEndThatIsDamagedIsReportedAndMadeAnew() throws IOException {
    run(1);
    Files.writeString(AuditEnd.file(folder), "sojourn-audit-end 1 7 x");
    assertThatThrownBy(() -> AuditEnd.read(folder)).hasMessageContaining("is damaged");

    run(1);

    assertThat(warnings()).singleElement().asString().contains("is damaged");
    assertThat(AuditEnd.read(folder)).map(AuditChain::number).contains(10L);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(AuditEnd.file(folder))))
        .isEqualTo("rw-------");
  }

  private AuditTrail open() throws IOException {
    return new AuditTrail(
        AuditLog.open(folder, AuditConfig.DEFAULT, KEY, () -> false, () -> NOW), () -> NOW);
  }

  private void run(int lines) throws IOException {
    try (var trail = open()) {
      for (int i = 0; i < lines; i++) {
        write(trail, i);
      }
    }
  }

  private static void write(AuditTrail trail, int... parcels) throws IOException {
    for (int parcel : parcels) {
      trail.left(
          VISIT,
          Optional.empty(),
          "COLLECT",
          Bytes.utf8("parcel " + parcel),
          Optional.of(parcel + "-" + parcel));
    }
  }

  private Path segment(long first) {
    return AuditSegments.named(folder, first);
  }

  private AuditVerdict verify() throws IOException {
    return AuditVerifier.verify(
        folder, Optional.of(KEY.id()), Optional.empty(), AuditEnd.read(folder));
  }

  private AuditVerdict verifyEmpty() throws IOException {
    Files.createDirectory(folder);
    return verify();
  }

  private AuditVerdict.Broken broken() throws IOException {
    var verdict = verify();
    assertThat(verdict).isInstanceOf(AuditVerdict.Broken.class);
    return (AuditVerdict.Broken) verdict;
  }

  private List<String> warnings() {
    return log.list.stream()
        .filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
        .map(ILoggingEvent::getFormattedMessage)
        .toList();
  }
}
