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
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.UrlRules;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// WARC files that come, grow, are replaced and go while their pages are read.
class WarcRefreshTest {
  private static final String SITE = "http://site.example";
  private static final String EARLY = "2026-01-01T00:00:00Z";
  private static final String LATE = "2026-02-01T00:00:00Z";

  @TempDir Path folder;
  private long written;

  @Test
  void aFileThatComesIsTakenOverAndOneThatGoesTakesItsPagesAlong() throws Exception {
    var source = open(10, write("1.warc", html("/a", EARLY, "early")));
    var two = write("2.warc", html("/a", LATE, "late"), html("/b", LATE, "b"));

    assertThat(refresh(source)).isTrue();
    assertThat(text(source, "/a")).isEqualTo("late");
    assertThat(text(source, "/b")).isEqualTo("b");

    Files.delete(two);
    assertThat(refresh(source)).isTrue();
    assertThat(text(source, "/a")).isEqualTo("early");
    assertThat(read(source, "/b")).isInstanceOf(Content.Missing.class);
  }

  @Test
  void aFileThatIsNotSettledLeavesThePagesAsTheyWere() throws Exception {
    var one = write("1.warc", html("/a", EARLY, "early"));
    var source = open(10, one);
    var pages = source.pages();
    write("2.warc", html("/a", LATE, "late"));
    Files.delete(one);

    assertThat(source.refresh(List.of(folder.resolve("2.warc")), _ -> false)).isFalse();
    assertThat(source.pages()).isEqualTo(pages);
    assertThat(refresh(source)).isTrue();
    assertThat(source.pages()).isNotEqualTo(pages);
  }

  /// A page of a file that is replaced waits for no other file.
  @Test
  void aFileThatIsBeingWrittenCostsThePagesOfOthersNothing() throws Exception {
    var growing = write("0.warc", html("/b", EARLY, "b"));
    var source = open(10, growing, write("1.warc", html("/a", EARLY, "a")));
    var whole = html("/b", LATE, "B");
    put(growing, Arrays.copyOf(whole, whole.length - 10));
    write("1.warc", html("/a", LATE, "A"));

    assertThat(text(source, "/a")).isEqualTo("A");
    assertThatThrownBy(() -> read(source, "/b")).isInstanceOf(IOException.class);
  }

  /// As while a hundred gigabytes are taken over, which a visit cannot wait for.
  @Test
  @Timeout(30)
  void aPageOfAReplacedFileDoesNotWaitForFilesThatAreTakenOver() throws Exception {
    var source = open(10, write("1.warc", html("/a", EARLY, "old a")));
    write("2.warc", html("/b", LATE, "b"));
    var files = files();
    var begun = new CountDownLatch(1);
    var isToEnd = new CountDownLatch(1);
    var refresh =
        new FutureTask<>(
            () ->
                source.refresh(
                    files,
                    _ -> {
                      begun.countDown();
                      return isReached(isToEnd);
                    }));
    Thread.ofPlatform().daemon().start(refresh);
    begun.await();
    write("1.warc", html("/c", LATE, "c"), html("/a", LATE, "new a"));

    assertThat(text(source, "/a")).isEqualTo("new a");
    isToEnd.countDown();
    assertThat(refresh.get()).isTrue();
    assertThat(source.pages().stamps()).containsOnlyKeys("/a", "/b", "/c");
    assertThat(text(source, "/a")).isEqualTo("new a");
  }

  private static boolean isReached(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Each reading of a file had room for its records, and both together have none.
  @Test
  @Timeout(30)
  void filesThatAreReadAtOneTimeHoldNoMoreRecordsThanAllowed() throws Exception {
    var source = open(2, write("1.warc", html("/a", EARLY, "old a")));
    write("2.warc", html("/b", LATE, "b"));
    var files = files();
    assertThatThrownBy(
            () ->
                source.refresh(
                    files,
                    _ -> {
                      readReplaced(source);
                      return true;
                    }))
        .hasMessageContaining("site.warc-records");
    assertThat(source.pages().stamps()).containsOnlyKeys("/a", "/c");
  }

  private void readReplaced(WarcSource source) {
    try {
      write("1.warc", html("/c", LATE, "c"), html("/a", LATE, "new a"));
      assertThat(text(source, "/a")).isEqualTo("new a");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// A recall, a kill or a limit interrupts the visit, which then reads no large file any more.
  @Test
  void aVisitThatEndsDoesNotReadAReplacedFileAgain() throws Exception {
    var source = open(10, write("1.warc", html("/a", EARLY, "old a")));
    var pages = source.pages();
    write("1.warc", html("/c", LATE, "c"), html("/a", LATE, "new a"));

    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> read(source, "/a")).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(source.pages()).isEqualTo(pages);
    assertThat(text(source, "/a")).isEqualTo("new a");
  }

  @Test
  void aPageThatIsExcludedHasNoStampAndSoItsChangesWakeNobody() throws Exception {
    var file = write("1.warc", html("/a", EARLY, "a"), html("/secret/b", EARLY, "b"));
    var rules = new UrlRules(FileRules.of(List.of("secret/"), List.of()));
    var source = WarcSource.open(new WarcSettings(SITE, List.of(file), rules, 10_000, 10));

    assertThat(source.pages().stamps()).containsOnlyKeys("/a");
  }

  /// Otherwise the page of another URL stands at its place.
  @Test
  void aPageWhoseFileWasReplacedUnnoticedComesFromTheNewFile() throws Exception {
    var source = open(10, write("1.warc", html("/a", EARLY, "old a"), html("/b", EARLY, "old b")));
    var next = folder.resolve("1.next");
    put(next, concat(html("/b", LATE, "new b"), html("/a", LATE, "new a")));
    Files.move(next, folder.resolve("1.warc"), StandardCopyOption.ATOMIC_MOVE);

    assertThat(text(source, "/a")).isEqualTo("new a");
    assertThat(text(source, "/b")).isEqualTo("new b");
  }

  @Test
  void aPageWhoseFileIsAwayOrBeingWrittenIsNotSaidToBeGone() throws Exception {
    var whole = concat(html("/a", LATE, "new a"), html("/b", LATE, "new b"));
    var file = write("1.warc", html("/b", EARLY, "old b"));
    var source = open(10, file);
    Files.delete(file);
    assertThatThrownBy(() -> read(source, "/b")).isInstanceOf(IOException.class);

    put(file, Arrays.copyOf(whole, whole.length - 20));
    assertThatThrownBy(() -> read(source, "/b")).isInstanceOf(IOException.class);

    put(file, whole);
    assertThat(text(source, "/b")).isEqualTo("new b");
  }

  /// A crawler writes on, and a visit reads what it wrote before.
  @Test
  void theRecordsThatAreWholeOfAFileThatGrowsAreGiven() throws Exception {
    var second = gzip(html("/b", LATE, "b"));
    var file = write("1.warc.gz", gzip(html("/a", EARLY, "a")));
    var source = open(10, file);
    Files.write(file, Arrays.copyOf(second, second.length / 2), StandardOpenOption.APPEND);

    assertThat(refresh(source)).isTrue();
    assertThat(text(source, "/a")).isEqualTo("a");
    assertThat(source.damages()).hasSize(1);

    Files.write(
        file,
        Arrays.copyOfRange(second, second.length / 2, second.length),
        StandardOpenOption.APPEND);
    assertThat(refresh(source)).isTrue();
    assertThat(text(source, "/b")).isEqualTo("b");
    assertThat(source.damages()).isEmpty();
  }

  @Test
  void moreRecordsThanAllowedLeaveThePagesAsTheyWere() throws Exception {
    var source = open(2, write("1.warc", html("/a", EARLY, "a")));
    write("2.warc", html("/a", LATE, "late"), html("/b", LATE, "b"));

    assertThatThrownBy(() -> refresh(source)).hasMessageContaining("site.warc-records");
    assertThat(text(source, "/a")).isEqualTo("a");

    write("2.warc", html("/b", LATE, "b"));
    assertThat(refresh(source)).isTrue();
    assertThat(text(source, "/b")).isEqualTo("b");
  }

  /// A reader sees one index or the other, whatever is taken over meanwhile.
  @Test
  void aVisitUnderWayReadsEachPageFromTheOldFilesOrTheNew() throws Exception {
    var source = open(10, write("1.warc", html("/a", EARLY, "0")));
    var isOver = new AtomicBoolean();
    var wrong = new ArrayList<String>();
    var reads = new AtomicInteger();
    var reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  int last = 0;
                  while (!isOver.get()) {
                    try {
                      int now = Integer.parseInt(text(source, "/a"));
                      if (now < last) {
                        wrong.add(now + " after " + last);
                      }
                      last = now;
                    } catch (IOException | RuntimeException e) {
                      wrong.add(e.toString());
                    }
                    reads.incrementAndGet();
                  }
                });
    for (int i = 1; i <= 60; i++) {
      var next = folder.resolve("next");
      put(next, html("/a", "2026-01-01T%02d:%02d:00Z".formatted(i / 60, i % 60), "" + i));
      Files.move(next, folder.resolve("1.warc"), StandardCopyOption.ATOMIC_MOVE);
      if (i % 2 == 0) {
        refresh(source);
      }
      // A file that is replaced more often than it can be read is given up, as it has to be.
      for (int read = reads.get(); reads.get() == read; ) {
        Thread.onSpinWait();
      }
    }
    isOver.set(true);
    reader.join();
    assertThat(wrong).isEmpty();
  }

  @Test
  void aLaterCaptureOfAnEqualPageHasTheSameStampAndAnyOtherHasNot() throws Exception {
    var first =
        open(
            10,
            write(
                "1.warc",
                digested("/same", EARLY, 200, "AAAA"),
                digested("/body", EARLY, 200, "AAAA"),
                digested("/status", EARLY, 200, "AAAA"),
                digested("/gone", EARLY, 200, "AAAA"),
                html("/none", EARLY, "no digest")));
    var before = first.pages().stamps();
    write(
        "2.warc",
        digested("/same", LATE, 200, "AAAA"),
        digested("/body", LATE, 200, "BBBB"),
        digested("/status", LATE, 203, "AAAA"),
        digested("/gone", LATE, 410, "AAAA"),
        html("/none", LATE, "no digest"));
    refresh(first);
    var after = first.pages().stamps();

    assertThat(before).containsOnlyKeys("/same", "/body", "/status", "/gone", "/none");
    assertThat(after).containsOnlyKeys("/same", "/body", "/status", "/none");
    assertThat(after.get("/same")).isEqualTo(before.get("/same"));
    for (var other : List.of("/body", "/status", "/none")) {
      assertThat(after.get(other)).as(other).isNotEqualTo(before.get(other));
    }
  }

  @Test
  void aRevisitHasTheStampOfTheRecordThatItRefersTo() throws Exception {
    var source = open(10, write("1.warc", digested("/a", EARLY, 200, "AAAA")));
    var before = source.pages().stamps();
    write(
        "2.warc",
        record(
            "revisit",
            "WARC-Target-URI: "
                + SITE
                + "/a\r\n"
                + "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n"
                + "WARC-Refers-To-Target-URI: "
                + SITE
                + "/a\r\nWARC-Refers-To-Date: "
                + EARLY
                + "\r\n",
            LATE,
            bytes("HTTP/1.1 304 Not Modified\r\n\r\n")));
    refresh(source);

    assertThat(source.pages().stamps()).isEqualTo(before);
  }

  /// Files come, are replaced and go at random; then the pages are those of a source that is opened
  /// then. A page that no file has any more is missing.
  @Test
  void whateverHappensToTheFilesThePagesAreThoseOfAFreshSource() throws Exception {
    var random = new Random(7);
    var source = open(1_000, write("0.warc", html("/p0", EARLY, "first")));
    for (int round = 0; round < 60; round++) {
      for (int i = random.nextInt(3); i >= 0; i--) {
        var name = random.nextInt(5) + ".warc";
        if (random.nextInt(4) == 0 && !name.equals("0.warc")) {
          Files.deleteIfExists(folder.resolve(name));
        } else {
          write(name, captures(random, round));
        }
      }
      assertThat(refresh(source)).isTrue();
      var fresh = WarcSource.open(settings(1_000, files()));
      assertThat(source.pages().stamps()).as("round %d", round).isEqualTo(fresh.pages().stamps());
      assertThat(source.urls()).isEqualTo(fresh.urls());
      for (int i = 0; i < 6; i++) {
        assertThat(shown(read(source, "/p" + i))).isEqualTo(shown(read(fresh, "/p" + i)));
      }
    }
  }

  private static byte[][] captures(Random random, int round) {
    var records = new byte[random.nextInt(4) + 1][];
    for (int i = 0; i < records.length; i++) {
      var date = "2026-%02d-%02dT00:00:00Z".formatted(random.nextInt(12) + 1, round % 28 + 1);
      var path = "/p" + random.nextInt(6);
      records[i] =
          random.nextInt(5) == 0
              ? response(SITE + path, date, bytes("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"))
              : html(path, date, round + " " + i);
    }
    return records;
  }

  private static String shown(Content content) throws IOException {
    return content instanceof Content.Found found
        ? new String(found.body(), StandardCharsets.UTF_8)
        : content.toString();
  }

  private static byte[] html(String path, String date, String body) {
    return page(SITE + path, date, "text/html", bytes(body));
  }

  private static byte[] digested(String path, String date, int status, String digest) {
    return record(
        "response",
        "WARC-Target-URI: "
            + SITE
            + path
            + "\r\nWARC-Payload-Digest: sha1:"
            + digest
            + "\r\nContent-Type: application/http;msgtype=response\r\n",
        date,
        bytes("HTTP/1.1 " + status + " Any\r\nContent-Length: 1\r\n\r\nx"));
  }

  private Path write(String name, byte[]... records) throws IOException {
    return put(folder.resolve(name), concat(records));
  }

  /// Writes a file with a time of its own. The clock of a file system is coarser than a test.
  private Path put(Path file, byte[] content) throws IOException {
    Files.write(file, content);
    return Files.setLastModifiedTime(file, FileTime.fromMillis(1_000L * ++written));
  }

  private List<Path> files() throws IOException {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().contains(".warc")).sorted().toList();
    }
  }

  private boolean refresh(WarcSource source) throws IOException {
    return source.refresh(files(), _ -> true);
  }

  private static WarcSettings settings(int maxRecords, List<Path> files) {
    return new WarcSettings(SITE, files, new UrlRules(FileRules.NONE), 10_000, maxRecords);
  }

  private static WarcSource open(int maxRecords, Path... files) throws IOException {
    return WarcSource.open(settings(maxRecords, List.of(files)));
  }

  private static Content read(WarcSource source, String path) throws IOException {
    return source.read(PageUrl.parse(SITE + path).orElseThrow());
  }

  private static String text(WarcSource source, String path) throws IOException {
    return new String(((Content.Found) read(source, path)).body(), StandardCharsets.UTF_8);
  }
}
