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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarcSourceTest {
  private static final String SITE = "http://site.example";
  private static final String EARLY = "2026-01-01T00:00:00Z";
  private static final String LATE = "2026-02-01T00:00:00Z";
  private static final String LATEST = "2026-03-01T00:00:00Z";
  private static final int MAX_BYTES = 10_000;

  @TempDir Path folder;

  @Test
  void theLatestCaptureWinsInWhateverOrderTheRecordsStand() throws Exception {
    var source =
        source(
            concat(html("/a", LATE, "late"), html("/a", EARLY, "early")),
            concat(html("/a", LATEST, "latest"), html("/b", EARLY, "other")));

    assertThat(text(source, "/a")).isEqualTo("latest");
    assertThat(text(source, "/b")).isEqualTo("other");
    assertThat(source.size()).isEqualTo(2);
    assertThat(source.damages()).isEmpty();
  }

  @Test
  void aLaterFailureOfThePageIsItsLatestState() throws Exception {
    var gone = response(SITE + "/a", LATE, bytes("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"));
    var source = source(concat(html("/a", EARLY, "early"), gone));

    assertMissing(read(source, "/a"), 410, PageOutcome.CLIENT_ERROR);
  }

  @Test
  void onlyRecordsOfTheSiteCountAndTheQueryIsPartOfTheUrl() throws Exception {
    var source =
        source(
            concat(
                page("https://site.example/a", EARLY, "text/html", bytes("https")),
                page("http://other.example/a", EARLY, "text/html", bytes("other")),
                page("dns:site.example", EARLY, "text/dns", bytes("dns")),
                page("<" + SITE + "/b>", EARLY, "text/html", bytes("bracketed")),
                html("/c?x=1", EARLY, "one"),
                html("/c?x=2", EARLY, "two")));

    assertMissing(read(source, "/a"), 404, PageOutcome.CLIENT_ERROR);
    assertThat(text(source, "/b")).isEqualTo("bracketed");
    assertThat(text(source, "/c?x=2")).isEqualTo("two");
    assertMissing(read(source, "/c"), 404, PageOutcome.CLIENT_ERROR);
  }

  @Test
  void aRevisitHasTheBodyOfTheRecordThatItRefersTo() throws Exception {
    var original =
        record(
            "response",
            "WARC-Record-ID: <urn:uuid:11111111-1111-1111-1111-111111111111>\r\nWARC-Target-URI: "
                + SITE
                + "/a\r\nContent-Type: application/http;msgtype=response\r\n",
            EARLY,
            bytes("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\nbody"));
    var byId =
        revisit(
            "/b",
            LATE,
            "WARC-Refers-To: <urn:uuid:11111111-1111-1111-1111-111111111111>\r\n",
            "HTTP/1.1 203 OK\r\nX-Of: revisit\r\nContent-Length: 4\r\n\r\n");
    var byCapture =
        revisit(
            "/a",
            LATE,
            "WARC-Refers-To-Target-URI: " + SITE + "/a\r\nWARC-Refers-To-Date: " + EARLY + "\r\n",
            "HTTP/1.1 304 Not Modified\r\n\r\n");
    var source = source(concat(byId, byCapture, original));

    assertThat(source.damages()).isEmpty();
    assertThat(text(source, "/b")).isEqualTo("body");
    assertThat(((Content.Found) read(source, "/b")).status()).isEqualTo(203);
    assertThat(((Content.Found) read(source, "/b")).header("x-of")).contains("revisit");
    assertThat(text(source, "/a")).isEqualTo("body");
    assertThat(((Content.Found) read(source, "/a")).mediaType()).isEqualTo("text/html");
  }

  @Test
  void aRevisitOfARecordThatIsNotThereLeavesTheEarlierCaptureAndIsReported() throws Exception {
    var first = html("/a", EARLY, "early");
    var lost =
        revisit(
            "/a", LATE, "WARC-Refers-To: <urn:uuid:22222222-2222-2222-2222-222222222222>\r\n", "");
    var source = source(concat(first, lost));

    assertThat(text(source, "/a")).isEqualTo("early");
    assertThat(source.damages())
        .containsExactly(
            new WarcDamage(
                folder.resolve("0.warc"),
                first.length,
                "a revisit refers to a record that is not there"));
  }

  @Test
  void aResourceIsAPageByItself() throws Exception {
    var resource =
        record(
            "resource",
            "WARC-Target-URI: " + SITE + "/a.txt\r\nContent-Type: text/plain\r\n",
            EARLY,
            bytes("plain"));

    var page = (Content.Found) read(source(resource), "/a.txt");

    assertThat(page.mediaType()).isEqualTo("text/plain");
    assertThat(page.body()).asString(StandardCharsets.UTF_8).isEqualTo("plain");
  }

  @Test
  void codingsOfTheCapturedAnswerAreUndone() throws Exception {
    var zipped = gzip(bytes("unpacked"));
    var chunked =
        concat(
            bytes(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n"
                    + "Transfer-Encoding: chunked\r\nSet-Cookie: a=b\r\n\r\n"
                    + Integer.toHexString(zipped.length)
                    + "\r\n"),
            zipped,
            bytes("\r\n0\r\n\r\n"));
    var page = (Content.Found) read(source(response(SITE + "/a", EARLY, chunked)), "/a");

    assertThat(page.body()).asString(StandardCharsets.UTF_8).isEqualTo("unpacked");
    assertThat(page.headers()).containsOnlyKeys("content-type", "content-length");
  }

  @Test
  void aCapturedBodyThatSwellsOrIsTooLongIsMissing() throws Exception {
    var bomb = gzip(new byte[50_000_000]);
    var swelling =
        concat(
            bytes(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: "
                    + bomb.length
                    + "\r\n\r\n"),
            bomb);
    var source =
        source(
            concat(
                response(
                    SITE + "/long",
                    EARLY,
                    concat(bytes("HTTP/1.1 200 OK\r\n\r\n"), new byte[20_000])),
                page(SITE + "/large", EARLY, "text/html", new byte[MAX_BYTES + 1]),
                response(SITE + "/bomb", EARLY, swelling)));

    for (var path : List.of("/large", "/bomb", "/long")) {
      assertMissing(read(source, path), 413, PageOutcome.TOO_LARGE);
    }
  }

  @Test
  void aCapturedAnswerThatIsNoneCostsItsPageAlone() throws Exception {
    var source =
        source(
            concat(
                response(SITE + "/none", EARLY, bytes("no answer")),
                response(SITE + "/empty", EARLY, new byte[0]),
                response(
                    SITE + "/head", EARLY, bytes("HTTP/1.1 200 OK\r\nA: " + "x".repeat(3_000_000))),
                response(
                    SITE + "/code",
                    EARLY,
                    bytes(
                        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\nx")),
                html("/good", EARLY, "good")));

    for (var path : List.of("/none", "/empty", "/head")) {
      assertMissing(read(source, path), 0, PageOutcome.BROKEN_ANSWER);
    }
    assertMissing(read(source, "/code"), 0, PageOutcome.BROKEN_ENCODING);
    assertThat(text(source, "/good")).isEqualTo("good");
  }

  @Test
  void aDamagedPlaceIsReportedWithItsOffsetAndTheRestIsKept() throws Exception {
    var first = html("/a", EARLY, "first");
    var broken = html("/b", EARLY, "broken");
    broken[4] = 'X';
    var last = html("/c", EARLY, "last");
    var source = source(concat(first, broken, last));

    assertThat(text(source, "/a")).isEqualTo("first");
    assertThat(text(source, "/c")).isEqualTo("last");
    assertMissing(read(source, "/b"), 404, PageOutcome.CLIENT_ERROR);
    assertThat(source.damages()).hasSize(1);
    assertThat(source.damages().getFirst().text())
        .startsWith(folder.resolve("0.warc") + " at offset ")
        .endsWith("the other records are used.");
  }

  @Test
  void aDamagedMemberOfACompressedFileIsReportedAndTheRestIsKept() throws Exception {
    var first = gzip(html("/a", EARLY, "first"));
    var broken = gzip(html("/b", EARLY, "broken"));
    Arrays.fill(broken, 12, broken.length - 8, (byte) 0xff);
    var last = gzip(html("/c", EARLY, "last"));
    var source = source(concat(first, broken, last));

    assertThat(text(source, "/a")).isEqualTo("first");
    assertThat(text(source, "/c")).isEqualTo("last");
    assertThat(source.damages()).isNotEmpty();
  }

  @Test
  void aFileThatEndsWithinARecordGivesTheOthers() throws Exception {
    var whole = html("/a", EARLY, "first");
    var cut = html("/b", EARLY, "cut");
    for (boolean isZipped : List.of(true, false)) {
      var first = isZipped ? gzip(whole) : whole;
      var last = isZipped ? gzip(cut) : cut;
      var source = source(concat(first, Arrays.copyOf(last, last.length - 10)));

      assertThat(text(source, "/a")).isEqualTo("first");
      assertMissing(read(source, "/b"), 404, PageOutcome.CLIENT_ERROR);
      assertThat(source.damages()).hasSize(1);
      assertThat(source.damages().getFirst().clause()).isEqualTo("the file ends within a record");
    }
  }

  @Test
  void aFileThatIsNoWarcIsDamagedFromItsBegin() throws Exception {
    var noise = new byte[100_000];
    new Random(1).nextBytes(noise);

    var source = source(noise, html("/a", EARLY, "page"));

    assertThat(text(source, "/a")).isEqualTo("page");
    assertThat(source.damages()).hasSize(1);
    assertThat(source.damages().getFirst().offset()).isZero();
  }

  @Test
  void moreRecordsThanAllowedAreRefusedAndNotHeld() {
    assertThatThrownBy(() -> source(1, html("/a", EARLY, "a"), html("/b", EARLY, "b")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("more than 1 records of " + SITE)
        .hasMessageContaining("site.warc-records");
  }

  @Test
  void aPathThatCouldBeReadInTwoWaysIsNotGivenThoughItWasCaptured() throws Exception {
    var source = source(concat(html("//a", EARLY, "secret"), html("/.git/a", EARLY, "secret")));

    assertMissing(read(source, "//a"), 404, PageOutcome.CLIENT_ERROR);
    assertMissing(read(source, "/.git/a"), 404, PageOutcome.CLIENT_ERROR);
  }

  private static byte[] html(String path, String date, String body) {
    return page(SITE + path, date, "text/html", bytes(body));
  }

  private static byte[] revisit(String path, String date, String fields, String http) {
    return record(
        "revisit",
        "WARC-Target-URI: "
            + SITE
            + path
            + "\r\n"
            + "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n"
            + "Content-Type: application/http;msgtype=response\r\n"
            + fields,
        date,
        bytes(http));
  }

  private WarcSource source(byte[]... files) throws IOException {
    return source(1_000, files);
  }

  private WarcSource source(int maxRecords, byte[]... files) throws IOException {
    var paths = new Path[files.length];
    for (int i = 0; i < files.length; i++) {
      paths[i] = Files.write(folder.resolve(i + ".warc"), files[i]);
    }
    return WarcSource.open(
        new WarcSettings(
            SITE, List.of(paths), new UrlRules(FileRules.NONE), MAX_BYTES, maxRecords));
  }

  private static Content read(WarcSource source, String path) throws IOException {
    return source.read(PageUrl.parse(SITE + path).orElseThrow());
  }

  private static String text(WarcSource source, String path) throws IOException {
    return new String(((Content.Found) read(source, path)).body(), StandardCharsets.UTF_8);
  }

  private static void assertMissing(Content content, int status, PageOutcome outcome) {
    assertThat(content)
        .isInstanceOfSatisfying(
            Content.Missing.class,
            missing -> {
              assertThat(missing.status()).isEqualTo(status);
              assertThat(missing.outcome()).isEqualTo(outcome);
            });
  }
}
