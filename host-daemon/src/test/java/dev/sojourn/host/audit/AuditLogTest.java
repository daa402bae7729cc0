package dev.sojourn.host.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.host.config.AuditConfig;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.SmallDisk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The audit log on disk, and attackers who change it.
class AuditLogTest {
  private static final String FROM = "192.0.2.1";
  private static final SigningKey KEY = SigningKey.generate(new SecureRandom());
  private static final AuditVisit VISIT = new AuditVisit("crawler.example", "key", "a1");
  private static final Optional<String> CODE = Optional.of("c0de");
  private static final AuditConfig SMALL = new AuditConfig(2_000, 8_000, Duration.ofDays(365), 100);

  private static final AuditConfig FLOODED =
      new AuditConfig(32_000, 300_000, Duration.ofDays(365), 100);

  @TempDir Path temporary;
  private Path folder = Path.of("");
  private Instant now = Instant.parse("2026-11-24T08:00:00Z");
  private final InstantSource clock = () -> now;

  @BeforeEach
  void place() {
    folder = temporary.resolve("audit");
  }

  @Test
  void aLogIsWholeAfterManyStartsAndBesideAWriter() throws IOException {
    for (int start = 0; start < 3; start++) {
      try (var trail = open(AuditConfig.DEFAULT)) {
        leave(trail, 5);
        assertThat(whole().unfinished()).isZero();
      }
    }
    var whole = whole();
    // Each start: started, checkpoint, five lines, stopped, checkpoint.
    assertThat(whole.lines()).isEqualTo(27);
    assertThat(whole.unsigned()).isZero();
    assertThat(whole.key()).isEqualTo(KEY.id());
  }

  @Test
  void linesOfManyThreadsAreOneChain() throws Exception {
    try (var trail = open(SMALL);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks = new ArrayList<Callable<Void>>();
      for (int i = 0; i < 20; i++) {
        var visit = new AuditVisit("s", "k", "agent" + i);
        tasks.add(
            () -> {
              trail.left(visit, CODE, "COLLECT", Bytes.utf8("x"), Optional.of("1-1"));
              return null;
            });
      }
      for (var done : threads.invokeAll(tasks)) {
        assertThat(done.get()).isNull();
      }
    }
    assertThat(whole().lines()).isGreaterThan(20);
  }

  @Test
  void anOctetThatIsChangedAnywhereIsFound() throws IOException {
    write(AuditConfig.DEFAULT, 20);
    var file = segments().getFirst();
    var content = Files.readAllBytes(file);
    // The time of the last line is not signed before the next one comes.
    int time = now.toString().length();
    int timeAt = new String(content, StandardCharsets.UTF_8).lastIndexOf(now.toString());
    var random = new Random(7);
    for (int i = 0; i < 300; i++) {
      var changed = content.clone();
      int at = random.nextInt(changed.length - 1 - time);
      at += at < timeAt ? 0 : time;
      changed[at] ^= (byte) (1 << random.nextInt(8));
      Files.write(file, changed);

      var broken = broken();

      assertThat(broken.file()).isEqualTo(file);
      assertThat(broken.line()).isBetween(lineAt(content, at), lineAt(content, at) + 1);
    }
  }

  @Test
  void aLineThatIsTakenOutOrPutInIsFound() throws IOException {
    write(AuditConfig.DEFAULT, 6);
    var file = segments().getFirst();
    var lines = Files.readAllLines(file);

    var less = new ArrayList<>(lines);
    less.remove(4);
    Files.write(file, less);
    assertThat(broken().line()).isEqualTo(5);

    var more = new ArrayList<>(lines);
    more.add(4, lines.get(4));
    Files.write(file, more);
    assertThat(broken().line()).isEqualTo(6);
  }

  @Test
  void aChainWrittenAnewWithoutTheHostsKeyIsFound() throws IOException {
    write(AuditConfig.DEFAULT, 3);
    var file = segments().getFirst();
    Files.delete(file);
    var other = SigningKey.generate(new SecureRandom());
    try (var trail = new AuditTrail(log(AuditConfig.DEFAULT, other), clock)) {
      leave(trail, 2);
    }

    assertThat(broken().found()).contains("signed by the key " + other.id(), "the host's");

    // Without any signature, the line of the start has none behind it.
    var chain = AuditChain.EMPTY;
    var octets = new StringBuilder();
    for (var event : List.of(AuditEvent.STARTED, AuditEvent.STOPPED)) {
      var link = chain.next(new AuditEntry(event, _ -> {}), now);
      octets.append(new String(link.octets(), StandardCharsets.UTF_8)).append('\n');
      chain = link.chain();
    }
    Files.writeString(file, octets);
    assertThat(broken().found()).contains("a checkpoint is missing");
  }

  @Test
  void anEndThatIsCutOffIsFoundByADigestThatIsKeptElsewhere() throws IOException {
    write(AuditConfig.DEFAULT, 5);
    var kept = whole().chain().last();
    var file = segments().getFirst();
    var lines = Files.readAllLines(file);
    assertThat(verify(Optional.of(kept))).isInstanceOf(AuditVerdict.Whole.class);

    Files.write(file, lines.subList(0, 4));

    assertThat(verify(Optional.empty())).isInstanceOf(AuditVerdict.Whole.class);
    assertThat(((AuditVerdict.Broken) verify(Optional.of(kept))).found()).contains(kept);
  }

  @Test
  void aLineTornByACrashIsCutOffAndALineSaysSo() throws IOException {
    write(AuditConfig.DEFAULT, 3);
    var file = segments().getFirst();
    Files.writeString(file, "{\"n\":8,\"befo", StandardOpenOption.APPEND);
    assertThat(whole().unfinished()).isEqualTo(12);

    write(AuditConfig.DEFAULT, 1);

    assertThat(whole().unfinished()).isZero();
    assertThat(Files.readString(file))
        .contains(
            "\"event\":\"repaired\",\"bytes\":12,\"digest\":\""
                + Digest.of(Bytes.utf8("{\"n\":8,\"befo")).hex());
  }

  @Test
  void aCrashBetweenTwoSegmentsLosesNothing() throws IOException {
    write(AuditConfig.DEFAULT, 3);
    Files.createFile(AuditSegments.named(folder, whole().chain().number() + 1));

    write(AuditConfig.DEFAULT, 3);

    assertThat(whole().segments()).isOne();
  }

  /// Each daemon ends between its first line and the signature of that line.
  @Test
  void aCrashBehindTheLineOfAStartLeavesALogThatIsWholeAfterTheNext() throws IOException {
    for (int start = 0; start < 3; start++) {
      write(AuditConfig.DEFAULT, 2);
      var file = segments().getFirst();
      var lines = Files.readAllLines(file);
      int started = lines.size() - 6;
      assertThat(lines.get(started)).contains("\"event\":\"started\"");
      Files.writeString(file, String.join("\n", lines.subList(0, started + 1)) + "\n");
      Files.delete(AuditEnd.file(folder));
    }

    write(AuditConfig.DEFAULT, 2);

    assertThat(whole().unsigned()).isZero();
  }

  /// A disk that failed when a segment was to be begun leaves a file, and the log goes on in the
  /// segment before.
  @Test
  void anEmptyFileWhoseNameIsOfAnEarlierLineIsInNobodysWay() throws IOException {
    write(AuditConfig.DEFAULT, 3);
    Files.createFile(AuditSegments.named(folder, whole().chain().number() - 1));

    write(SMALL, 20);

    assertThat(whole().segments()).isGreaterThan(1);
    assertThat(segments()).allSatisfy(segment -> assertThat(segment).isNotEmptyFile());
  }

  @Test
  void aDamagedEndIsNotContinued() throws IOException {
    write(AuditConfig.DEFAULT, 3);
    Files.writeString(segments().getFirst(), "nonsense\n", StandardOpenOption.APPEND);

    assertThatThrownBy(() -> open(AuditConfig.DEFAULT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("line 8 is damaged");
  }

  @Test
  void aLogOfANewerVersionIsNotContinued() throws IOException {
    write(AuditConfig.DEFAULT, 3);
    var segment = segments().getFirst();
    Files.writeString(
        segment,
        Files.readString(segment).replaceFirst("\"event\":\"stopped\"", "\"event\":\"moulted\""));

    assertThatThrownBy(() -> open(AuditConfig.DEFAULT))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "has the event 'moulted', which this version does not know; use the newer")
        .hasMessageContaining("move its directory and the file audit.end beside it away");
  }

  @Test
  void oldSegmentsAreRemovedAndTheLogStaysWholeAndBounded() throws IOException {
    for (int i = 0; i < 10; i++) {
      write(SMALL, 10);
    }
    var whole = whole();
    assertThat(whole.removed()).isPositive();
    long total = 0;
    for (var segment : segments()) {
      total += Files.size(segment);
    }
    assertThat(total).isLessThan(SMALL.totalBytes() + 2 * SMALL.segmentBytes() + 2_000);

    // An attacker who removes one more cannot sign that.
    Files.delete(segments().getFirst());
    assertThat(broken().found()).contains("no line says that they were removed");
  }

  /// A trusted signer can cause any number of lines; each is a parcel of another body.
  @Test
  void aSignerWhoFloodsTheLogRollsNobodyElsesLinesOut() throws IOException {
    var other = new AuditVisit("victim.example", "key", "v1");
    try (var trail = open(FLOODED)) {
      for (int i = 0; i < 40; i++) {
        trail.disposed(new AuditVisit("victim.example", "key", "v" + i));
        leave(trail, i % 4 == 0 ? 1 : 0);
      }
      trail.left(other, CODE, "COLLECT", Bytes.utf8("found"), Optional.of("1-1"));
      leave(trail, 2_000);
    }
    var whole = whole();
    assertThat(whole.omitted()).isGreaterThan(1_000);
    assertThat(whole.removed()).isZero();
    assertThat(whole.lines() + whole.omitted()).isEqualTo(whole.chain().number());
    assertThat(found("victim.example")).hasSize(41);
    assertThat(found("crawler.example")).hasSizeGreaterThan(50);
    long total = 0;
    for (var segment : segments()) {
      total += Files.size(segment);
    }
    assertThat(total).isLessThan(FLOODED.totalBytes() + 3 * FLOODED.segmentBytes());

    write(FLOODED, 10);
    assertThat(whole().omitted()).isGreaterThanOrEqualTo(whole.omitted());
  }

  @Test
  void linesThatAnAttackerTakesOutAsIfTheyWereASignersAreFound() throws IOException {
    try (var trail = open(FLOODED)) {
      trail.disposed(new AuditVisit("victim.example", "key", "v1"));
      leave(trail, 2_000);
    }
    assertThat(whole().omitted()).isPositive();
    for (var segment : segments()) {
      var lines = Files.readAllLines(segment);
      for (int at = 1; at < lines.size() - 1; at++) {
        var line = lines.get(at);
        boolean stands = AuditOmission.read(line.getBytes(StandardCharsets.UTF_8)).isPresent();
        // Each check reads the whole log; lines of one kind are alike.
        if (!stands && at % 16 != 1) {
          continue;
        }
        var changed = new ArrayList<>(lines);
        changed.set(at, stands ? line.replace("\"last\":\"", "\"last\":\"0") : omission(line));
        Files.write(segment, changed);
        assertThat(verify(Optional.empty())).isInstanceOf(AuditVerdict.Broken.class);
      }
      Files.write(segment, lines);
    }
    assertThat(whole().omitted()).isPositive();
  }

  private static String omission(String line) {
    var octets = line.getBytes(StandardCharsets.UTF_8);
    long number = AuditOwner.of(octets).orElseThrow().number();
    var omission = new AuditOmission(number, number, Digest.of(octets).hex());
    return new String(omission.octets(), StandardCharsets.UTF_8);
  }

  private List<String> found(String signer) throws IOException {
    var lines = new ArrayList<String>();
    new AuditSearch(Optional.of(signer), Optional.empty(), Optional.empty(), Optional.empty())
        .in(folder, (_, text) -> lines.add(text));
    return lines;
  }

  @Test
  void segmentsBeyondTheirAgeAreRemoved() throws IOException {
    write(SMALL, 20);
    int before = segments().size();
    now = now.plus(Duration.ofDays(400));

    write(SMALL, 1);

    assertThat(segments().size()).isLessThan(before);
    assertThat(whole().removed()).isPositive();
  }

  @Test
  void aStrangerCannotFillTheLogWithRefusals() throws IOException {
    try (var trail = open(AuditConfig.DEFAULT)) {
      for (int i = 0; i < 50_000; i++) {
        trail.refused(
            "DISPATCH",
            new Problem("package-garbled", AtpStatus.BAD_REQUEST, "x".repeat(9_000)),
            FROM);
      }
    }
    var text = Files.readString(segments().getFirst());
    assertThat(text.length()).isLessThan(10_000);
    assertThat(text).contains("\"event\":\"refusals\"", "{\"package-garbled\":49990}");
  }

  @Test
  void aRefusalNamesTheSignerWhoseSignatureWasVerifiedAndNobodyElse() throws IOException {
    try (var trail = open(AuditConfig.DEFAULT)) {
      for (int i = 0; i < 20; i++) {
        trail.refused(
            VISIT, "DISPATCH", new Problem("crowded", AtpStatus.FORBIDDEN, "No room."), FROM);
        trail.refused(
            "DISPATCH", new Problem("signer-untrusted", AtpStatus.FORBIDDEN, "Who?"), FROM);
      }
    }
    var lines =
        Files.readAllLines(segments().getFirst()).stream()
            .filter(line -> line.contains("\"event\":\"refused\""))
            .toList();
    // Both share the same ten lines a minute.
    assertThat(lines).hasSize(10);
    assertThat(lines)
        .filteredOn(line -> line.contains("crowded"))
        .hasSize(5)
        .allMatch(
            line -> line.contains("\"signer\":\"crawler.example\",\"key\":\"key\",\"agent\""));
    assertThat(lines)
        .filteredOn(line -> line.contains("untrusted"))
        .hasSize(5)
        .noneMatch(line -> line.contains("signer\":") || line.contains("agent"));
  }

  @Test
  void anOwnerWhoAsksForTheSameBytesAgainIsCountedAndNotWrittenDown() throws IOException {
    try (var trail = open(AuditConfig.DEFAULT)) {
      for (int i = 0; i < 1_000; i++) {
        trail.left(VISIT, CODE, "COLLECT", Bytes.utf8("the same"), Optional.of("1-1"));
      }
    }
    var text = Files.readString(segments().getFirst());
    assertThat(text.split("\"event\":\"left\"", -1)).hasSize(2);
    assertThat(text).contains("\"counts\":{\"COLLECT\":999},\"bytes\":7992");
  }

  @Test
  void aTextThatSteersTheTerminalIsPlainInTheLog() throws IOException {
    try (var trail = open(AuditConfig.DEFAULT)) {
      trail.refused(
          "STATUS", new Problem("x", AtpStatus.BAD_REQUEST, "a\u001b[2J\u202e\n{\"n\":1}"), FROM);
    }
    assertThat(Files.readString(segments().getFirst()))
        .doesNotContain("\u001b", "\u202e")
        .contains("a [2J");
    assertThat(whole().lines()).isEqualTo(5);
  }

  @Test
  void pagesThatAWorkerHasAndItsAgentNeverAskedForAreReported() throws IOException {
    try (var trail = open(AuditConfig.DEFAULT)) {
      trail.handsOver(VISIT, "http://a.example/x", 10);
      trail.handsOver(VISIT, "http://a.example/y", 20);
    }
    assertThat(Files.readString(segments().getFirst()))
        .contains("\"event\":\"pages\"", "\"asked\":0,\"read\":2,\"bytes\":30,", "a.example/y");
  }

  @Test
  void everyPageThatAWorkerGotIsNamedBeforeTheEndOfItsVisit() throws IOException {
    try (var trail = open(AuditConfig.DEFAULT)) {
      for (int i = 0; i < 250; i++) {
        trail.asked(VISIT);
        trail.handsOver(VISIT, "http://a.example/" + i, 1);
      }
      trail.ended(VISIT, ended());
    }
    var lines = Files.readAllLines(segments().getFirst());
    var events = lines.stream().map(line -> line.replaceAll(".*\"event\":\"(\\w+)\".*", "$1"));
    assertThat(events)
        .filteredOn(event -> event.equals("pages") || event.equals("ended"))
        .containsExactly("pages", "pages", "pages", "ended");
    assertThat(String.join("", lines))
        .contains("\"asked\":50,\"read\":50,\"bytes\":50,", "a.example/0\"", "a.example/249\"")
        .doesNotContain("\"unnamed\":1");
  }

  @Test
  void aPageDoesNotWaitForTheNextCheckpointOfItsVisit() throws IOException {
    try (var trail = open(AuditConfig.DEFAULT)) {
      trail.handsOver(VISIT, "http://a.example/x", 10);
      trail.writePages();
      trail.decided(VISIT, true, "00"); // Waits until it and all earlier lines are on disk.
      assertThat(Files.readString(segments().getFirst())).contains("a.example/x");
    }
  }

  private static VisitStatus ended() {
    return new VisitStatus(
        VisitState.KILLED,
        "",
        List.of(),
        0,
        0,
        0,
        0,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  @Test
  void nothingLeavesOnAFullDiskAndTheLogStaysWhole() throws Exception {
    var mounted = SmallDisk.mount(temporary.resolve("disk"), "1m");
    assumeTrue(mounted.isPresent(), "mounting needs privileges");
    try (var disk = mounted.get()) {
      var filler = disk.path().resolve("filler");
      var log = AuditLog.open(disk.path(), SMALL, KEY, () -> false, clock);
      try (var trail = new AuditTrail(log, clock)) {
        fill(filler);
        assertThatThrownBy(() -> leave(trail, 10_000)).isInstanceOf(IOException.class);
        Files.delete(filler);
        leave(trail, 1);
      }
      assertThat(
              AuditVerifier.verify(
                  disk.path(), Optional.of(KEY.id()), Optional.empty(), Optional.empty()))
          .isInstanceOf(AuditVerdict.Whole.class);
    }
  }

  private static void fill(Path filler) throws IOException {
    try (var out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(new byte[1 << 10]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  private AuditLog log(AuditConfig config, SigningKey key) throws IOException {
    return AuditLog.open(folder, config, key, () -> false, clock);
  }

  private AuditTrail open(AuditConfig config) throws IOException {
    return new AuditTrail(log(config, KEY), clock);
  }

  private void write(AuditConfig config, int lines) throws IOException {
    try (var trail = open(config)) {
      leave(trail, lines);
    }
  }

  private static void leave(AuditTrail trail, int lines) throws IOException {
    for (int i = 0; i < lines; i++) {
      trail.left(VISIT, CODE, "COLLECT", Bytes.utf8("parcel " + i), Optional.of(i + "-" + i));
    }
  }

  private List<Path> segments() throws IOException {
    return AuditSegments.in(folder);
  }

  private AuditVerdict verify(Optional<String> held) throws IOException {
    return AuditVerifier.verify(folder, Optional.of(KEY.id()), held, Optional.empty());
  }

  private AuditVerdict.Whole whole() throws IOException {
    var verdict = verify(Optional.empty());
    assertThat(verdict).isInstanceOf(AuditVerdict.Whole.class);
    return (AuditVerdict.Whole) verdict;
  }

  private AuditVerdict.Broken broken() throws IOException {
    var verdict = verify(Optional.empty());
    assertThat(verdict).isInstanceOf(AuditVerdict.Broken.class);
    return (AuditVerdict.Broken) verdict;
  }

  private static long lineAt(byte[] content, int at) {
    long line = 1;
    for (int i = 0; i < at; i++) {
      line += content[i] == '\n' ? 1 : 0;
    }
    return line;
  }
}
