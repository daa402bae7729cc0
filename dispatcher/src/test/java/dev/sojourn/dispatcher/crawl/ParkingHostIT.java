package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.testing.IndexRecords;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Crawls that follow a site, with a host whose answers are scripted.
@Timeout(300)
final class ParkingHostIT {
  private static final Duration LONG = Duration.ofMinutes(3);
  private static final Duration PROMISED = Duration.ofSeconds(5);
  private static final int ATTEMPTS = 3;

  @TempDir private Path directory;
  private ParkingHost host;
  private TestSite site;
  private CrawlBench bench;
  private final List<Process> processes = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  @BeforeEach
  void build() throws IOException {
    host = new ParkingHost();
    site = new TestSite(directory.resolve("www"), 1);
    site.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
    bench = new CrawlBench(directory.resolve("out"));
    bench.owner.write(directory.resolve("owner.key"));
  }

  @AfterEach
  void close() throws InterruptedException {
    for (var process : processes) {
      process.destroyForcibly().waitFor();
    }
    for (var thread : threads) {
      thread.interrupt();
      thread.join();
    }
    site.close();
    host.close();
  }

  /// Follows the site in the process of the test: without start URLs, goes on with the crawl.
  private void follow(String... starts) {
    threads.add(
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    Crawl.follow(
                        bench.request(starts),
                        Duration.ofDays(1),
                        CrawlListener.SILENT,
                        InstantSource.system());
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }));
  }

  /// Begins to follow the site in a process of its own.
  private Process begin() throws IOException {
    var command = new ArrayList<>(List.of(BuiltProgram.FILE.toString()));
    command.addAll(List.of("crawl", "--follow", "--json", "--out", bench.out.toString()));
    command.addAll(List.of("--key", directory.resolve("owner.key").toString()));
    var classes = IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    command.addAll(List.of(site.origin() + "/", "--agent", classes));
    command.addAll(List.of("--main", IndexingAgent.class.getName()));
    var crawl =
        BuiltProgram.builder(command)
            .redirectOutput(directory.resolve("told").toFile())
            .redirectError(directory.resolve("errors").toFile())
            .start();
    processes.add(crawl);
    return crawl;
  }

  private void awaitStay() {
    await().atMost(LONG).until(host::isStay);
  }

  private List<String> indexed() throws IOException {
    return IndexRecords.of(bench.out).stream().filter(record -> record.contains("Told")).toList();
  }

  private ParcelLine[] page(String path) {
    var url = site.origin() + path;
    var body =
        new PageRecord.Body(
            "text/html", 100, "0123456789abcdef", false, "", Optional.empty(), Optional.empty());
    var record =
        new PageRecord(
            url,
            Optional.empty(),
            Optional.empty(),
            OptionalInt.empty(),
            Instant.EPOCH,
            Duration.ZERO,
            PageOutcome.FETCHED,
            200,
            "",
            Optional.of(body));
    var finding = "{\"url\":\"%s\",\"title\":\"Told\",\"text\":\"words\"}".formatted(url);
    return new ParcelLine[] {new ParcelLine.Page(record), new ParcelLine.Finding(finding)};
  }

  @Test
  void aHostThatAnswersAtOnceWithNothingCannotMakeACrawlThatFollowsSpin() throws Exception {
    follow(site.origin() + "/");
    awaitStay();
    // It has answered with nothing for a while, and is asked less often by now.
    int before = host.collects.get();
    await().atMost(LONG).until(() -> host.collects.get() >= before + 3);

    int from = host.collects.get();
    long begun = System.nanoTime();
    await().pollDelay(Duration.ofSeconds(1)).atMost(LONG).until(() -> true);
    var passed = Duration.ofNanos(System.nanoTime() - begun);
    assertThat(host.collects.get() - from).isLessThanOrEqualTo((int) passed.toSeconds() + 1);

    // Other processes may keep the machine busy for a while.
    var took = indexed(1, "/a/0.html");
    for (int i = 2; i <= ATTEMPTS && took.compareTo(PROMISED) >= 0; i++) {
      took = indexed(i, "/a/" + i + ".html");
    }
    assertThat(took).isLessThan(PROMISED);
  }

  /// How long it takes until a page that the host reports is in the index.
  private Duration indexed(int number, String path) {
    long noted = System.nanoTime();
    host.announce(number, page(path));
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(indexed()).hasSize(number));
    return Duration.ofNanos(System.nanoTime() - noted);
  }

  @Test
  void aKillBetweenAcknowledgementAndCommitLosesNoRecord() throws Exception {
    var crawl = begin();
    awaitStay();
    host.whenAcknowledged(
        number -> {
          if (number == 1) {
            crawl.destroyForcibly();
          }
        });
    host.announce(1, page("/a/0.html"));
    assertThat(crawl.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(host.has(1)).as("the host has forgotten it").isFalse();

    follow();
    await()
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(indexed()).hasSize(1));
    host.announce(2, page("/b/0.html"));
    await()
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(indexed()).hasSize(2));
  }
}
