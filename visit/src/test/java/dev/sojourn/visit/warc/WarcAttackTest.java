package dev.sojourn.visit.warc;

import static dev.sojourn.visit.warc.WarcFiles.bytes;
import static dev.sojourn.visit.warc.WarcFiles.concat;
import static dev.sojourn.visit.warc.WarcFiles.gzip;
import static dev.sojourn.visit.warc.WarcFiles.page;
import static dev.sojourn.visit.warc.WarcFiles.record;
import static dev.sojourn.visit.warc.WarcFiles.response;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.UrlRules;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// WARC files of an attacker who wants to stop a daemon, fill its memory, or have it serve other
/// pages. Each attack stands beside an honest page, which must still be served.
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WarcAttackTest {
  private static final String SITE = "http://site.example";
  private static final String DATE = "2026-01-01T00:00:00Z";
  private static final int MAX_BYTES = 10_000;
  private static final int BUFFER_BYTES = 8_192;

  @TempDir Path folder;

  @Test
  void aNegativeLengthThatLeadsBackToTheBeginOfItsRecordIsDamage() throws Exception {
    for (var type : List.of("metadata", "response")) {
      var endless = headOf(type, -headOf(type, -999).length);
      assertThat(endless).hasSameSizeAs(headOf(type, -999));
      for (boolean isZipped : List.of(false, true)) {
        assertDamaged(isZipped ? gzip(endless) : endless);
      }
    }
  }

  private static byte[] headOf(String type, long length) {
    return bytes(
        "WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: %s\r\nWARC-Target-URI: %s/x\r\nContent-Length: %d\r\n\r\n"
            .formatted(type, DATE, SITE, length));
  }

  @Test
  void lengthsThatNoRecordCanHaveAreDamage() throws Exception {
    for (long length :
        new long[] {Long.MAX_VALUE, Long.MIN_VALUE, -1, 1L << 40, Integer.MAX_VALUE}) {
      for (boolean isZipped : List.of(false, true)) {
        var record = headOf("response", length);
        assertDamaged(isZipped ? gzip(record) : record);
      }
    }
  }

  @Test
  void aLastRecordThatEndsUnlikeAnyIsNotReadAgainAndAgain() throws Exception {
    var out = new ByteArrayOutputStream();
    while (out.size() < BUFFER_BYTES - 64) {
      out.writeBytes(
          bytes("WARC/1.0\r\nX-Pad: " + "x".repeat(20) + "\r\nContent-Length: 0\r\n\r\n"));
      out.writeBytes(bytes("\r\n\r\n"));
    }
    int left = BUFFER_BYTES - out.size();
    var last = "WARC/1.0\r\nContent-Length: 0\r\n\r\n";
    out.writeBytes(bytes(last + "\n".repeat(left - last.length())));
    assertThat(out.size()).isEqualTo(BUFFER_BYTES);

    var _ = source(out.toByteArray());
    var _ = source(gzip(out.toByteArray()));
  }

  @Test
  void aHeadWithoutEndIsDamageAndNotHeld() throws Exception {
    var line = bytes("WARC/1.1\r\nX: " + "y".repeat(8 << 20));
    var lines = bytes("WARC/1.1\r\n" + "a:b\r\n".repeat(2 << 20));
    for (var head : List.of(line, lines)) {
      assertDamaged(gzip(head));
      assertDamaged(head);
    }
  }

  @Test
  void fieldsWithoutEndOfACapturedAnswerCostItsPageAlone() throws Exception {
    var flood = "HTTP/1.1 200 OK\r\n" + "a:\r\n".repeat(200_000) + "\r\nbody";
    var source = source(concat(response(SITE + "/flood", DATE, bytes(flood)), good()));

    assertMissing(source, "/flood", PageOutcome.BROKEN_ANSWER);
    assertGood(source);
  }

  @Test
  void compressionInCompressionAndOfAKindThatTakesMemoryAsItSaysIsDamage() throws Exception {
    assertDamaged(gzip(gzip(good())));
    var dictionary = new byte[] {0x5d, 0x2a, 0x4d, 0x18, -1, -1, -1, 0x7f, 1, 2, 3, 4};
    assertDamaged(dictionary);
    assertDamaged(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 4, 0, 0, 0, 0, 0, 0});
    assertDamaged(gzip(dictionary));
    // Also if its beginning comes octet by octet.
    var octets = new ByteArrayOutputStream();
    for (byte octet : dictionary) {
      octets.writeBytes(gzip(new byte[] {octet}));
    }
    assertDamaged(octets.toByteArray());
  }

  @Test
  void membersWithoutContentAreReadThroughHoweverManyTheyAre() throws Exception {
    var empty = gzip(new byte[0]);
    var out = new ByteArrayOutputStream();
    for (int i = 0; i < 200_000; i++) {
      out.writeBytes(empty);
    }
    out.writeBytes(gzip(good()));

    var source = source(out.toByteArray());
    assertThat(source.damages()).isEmpty();
    assertGood(source);
  }

  @Test
  void aBombIsReadThroughAndNotHeld() throws Exception {
    long zeros = 1L << 26;
    var bomb = new ByteArrayOutputStream();
    try (var zip = new GZIPOutputStream(bomb)) {
      zip.write(headOf("response", zeros));
      var piece = new byte[1 << 20];
      for (int i = 0; i < zeros / piece.length; i++) {
        zip.write(piece);
      }
      zip.write(bytes("\r\n\r\n"));
    }
    assertThat(bomb.size()).isLessThan(2 << 20);

    var source = source(concat(bomb.toByteArray(), gzip(good())));
    assertMissing(source, "/x", PageOutcome.BROKEN_ANSWER);
    assertGood(source);
  }

  @Test
  void placesThatLookLikeRecordsHaveTheFileReadAFewTimesAtMost() throws Exception {
    // Each is the head of a record that goes on to the end of the file, which does not hold all of
    // it.
    var head = bytes("WARC/1.1\r\nContent-Length: %d\r\n\r\n".formatted(1L << 40));
    var nested = new ByteArrayOutputStream();
    var marks = new ByteArrayOutputStream();
    for (int i = 0; i < 50_000; i++) {
      nested.writeBytes(head);
      marks.writeBytes(bytes("WARC/1."));
    }
    for (var file : List.of(nested.toByteArray(), marks.toByteArray())) {
      var source = source(file, good());

      assertGood(source);
      assertThat(source.damages().getLast().clause())
          .isEqualTo("it has too many damaged places to go on");
    }
  }

  @Test
  void everyFieldOfAMembersHeadIsReadAsLongAsItIs() throws Exception {
    var member = gzip(good());
    var body = Arrays.copyOfRange(member, 10, member.length);
    var flagged = concat(Arrays.copyOf(member, 3), new byte[] {2 | 4 | 8 | 16}, new byte[6]);
    // A length that a signed number would take for a negative one.
    var extra = concat(new byte[] {0, (byte) 0xf0}, new byte[0xf000]);
    var texts = concat(bytes("name"), new byte[1], bytes("comment"), new byte[1]);

    var source = source(concat(flagged, extra, texts, new byte[2], body));
    assertThat(source.damages()).isEmpty();
    assertGood(source);
    assertDamaged(concat(flagged, extra, bytes("a name without end")));
  }

  @Test
  void revisitsOfRevisitsAndOfThemselvesAreNotFollowed() throws Exception {
    var all = new ByteArrayOutputStream();
    for (int i = 0; i < 1_000; i++) {
      all.writeBytes(revisit(i, i + 1));
    }
    all.writeBytes(revisit(1_000, 0));
    all.writeBytes(revisit(2_000, 2_000));
    all.writeBytes(good());

    var source = source(2_000, all.toByteArray());
    assertGood(source);
    assertThat(source.size()).isEqualTo(1);
    assertThat(source.damages()).isNotEmpty().hasSizeLessThan(50);
  }

  private static byte[] revisit(int number, int of) {
    return record(
        "revisit",
        "WARC-Record-ID: <urn:uuid:%d>\r\nWARC-Target-URI: %s/%d\r\nWARC-Refers-To: <urn:uuid:%d>\r\n"
            .formatted(number, SITE, number, of),
        DATE,
        new byte[0]);
  }

  @Test
  void chunksThatNeverEndOrCountBeyondAllNumbersCostTheirPageAlone() throws Exception {
    var head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    var bodies =
        List.of(
            "ffffffffffffffff\r\nx",
            "8000000000000000\r\nx",
            "7fffffffffffffff\r\nx",
            "1;" + "e=f;".repeat(100_000),
            "1\r\nx\r\n".repeat(100_000),
            "0".repeat(100_000),
            "0\r\n" + "t:u\r\n".repeat(100_000));
    for (var body : bodies) {
      var source = source(concat(response(SITE + "/x", DATE, bytes(head + body)), good()));

      var content = read(source, "/x");
      if (content instanceof Content.Found found) {
        assertThat(found.body()).hasSizeLessThanOrEqualTo(MAX_BYTES);
      } else {
        assertThat(content).isInstanceOf(Content.Missing.class);
      }
      assertGood(source);
    }
  }

  @Test
  void aNamedPipeInThePlaceOfAFileKeepsNobodyWaiting() throws Exception {
    var source = source(good());
    var file = folder.resolve("0.warc");
    Files.delete(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();

    assertMissing(source, "/good", PageOutcome.BROKEN_ANSWER);
    var settings = settings(1_000, file);
    assertThatThrownBy(() -> WarcSource.open(settings)).isInstanceOf(IOException.class);
  }

  @Test
  void aFileThatIsCutWhileAPageIsReadLosesThatPageAlone() throws Exception {
    var source = source(concat(good(), page(SITE + "/other", DATE, "text/html", bytes("other"))));
    var file = folder.resolve("0.warc");
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), good().length + 10));

    assertThatThrownBy(() -> read(source, "/other")).hasMessageContaining("is being written");
    assertGood(source);
  }

  private void assertDamaged(byte[] attack) throws IOException {
    var good = attack[0] == 0x1f ? gzip(good()) : good();
    var source = source(concat(attack, good), good());
    assertThat(source.damages()).isNotEmpty();
    assertGood(source);
  }

  private static byte[] good() {
    return page(SITE + "/good", DATE, "text/html", bytes("good"));
  }

  private static void assertGood(WarcSource source) throws IOException {
    var page = read(source, "/good");
    assertThat(page).isInstanceOf(Content.Found.class);
    assertThat(((Content.Found) page).body()).asString(StandardCharsets.UTF_8).isEqualTo("good");
  }

  private WarcSource source(byte[]... files) throws IOException {
    return source(1_000, files);
  }

  private WarcSource source(int maxRecords, byte[]... files) throws IOException {
    var paths = new Path[files.length];
    for (int i = 0; i < files.length; i++) {
      paths[i] = Files.write(folder.resolve(i + ".warc"), files[i]);
    }
    return WarcSource.open(settings(maxRecords, paths));
  }

  private static WarcSettings settings(int maxRecords, Path... files) {
    return new WarcSettings(
        SITE, List.of(files), new UrlRules(FileRules.NONE), MAX_BYTES, maxRecords);
  }

  private static Content read(WarcSource source, String path) throws IOException {
    return source.read(PageUrl.parse(SITE + path).orElseThrow());
  }

  private static void assertMissing(WarcSource source, String path, PageOutcome outcome)
      throws IOException {
    assertThat(read(source, path))
        .isInstanceOfSatisfying(
            Content.Missing.class, missing -> assertThat(missing.outcome()).isEqualTo(outcome));
  }
}
