package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.atp.parcel.PageRecord;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.dispatcher.cli.DispatcherMain;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
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

/// Crawls that follow a site, in processes of their own, with a host whose answers are scripted.
@Timeout(180)
final class ParkingHostIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir private Path directory;
  private ParkingHost host;
  private TestSite site;
  private CrawlBench bench;
  private final List<Process> crawls = new ArrayList<>();

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
    for (var crawl : crawls) {
      crawl.destroyForcibly().waitFor();
    }
    site.close();
    host.close();
  }

  private Process start(String... words) throws IOException {
    var command = new ArrayList<>(JarProgram.command(DispatcherMain.class));
    command.addAll(List.of("crawl", "--follow", "--json", "--out", bench.out.toString()));
    command.addAll(List.of("--key", directory.resolve("owner.key").toString()));
    command.addAll(List.of(words));
    var crawl =
        new ProcessBuilder(command)
            .redirectOutput(directory.resolve("told").toFile())
            .redirectError(directory.resolve("errors").toFile())
            .start();
    crawls.add(crawl);
    return crawl;
  }

  private Process begin() throws IOException {
    var classes = IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    return start(site.origin() + "/", "--agent", classes, "--main", IndexingAgent.class.getName());
  }

  private void awaitStay() {
    await().atMost(LONG).until(host::isStay);
  }

  private List<String> indexed() throws IOException {
    return IndexRecords.of(bench.out).stream().filter(record -> record.contains("Told")).toList();
  }

  private ParcelLine[] page(String path) {
    var url = site.origin() + path;
    var body = new PageRecord.Body("text/html", 100, "0123456789abcdef", false);
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
    begin();
    awaitStay();
    // It has answered with nothing for a while, and is asked less often by now.
    int before = host.collects.get();
    await().atMost(LONG).until(() -> host.collects.get() >= before + 3);

    int from = host.collects.get();
    long begun = System.nanoTime();
    await().pollDelay(Duration.ofSeconds(1)).atMost(LONG).until(() -> true);
    var passed = Duration.ofNanos(System.nanoTime() - begun);
    assertThat(host.collects.get() - from).isLessThanOrEqualTo((int) passed.toSeconds() + 1);

    host.tell(1, page("/a/0.html"));
    await()
        .atMost(Duration.ofSeconds(5))
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(indexed()).hasSize(1));
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
    host.tell(1, page("/a/0.html"));
    assertThat(crawl.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(host.has(1)).as("the host has forgotten it").isFalse();

    start();
    await()
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(indexed()).hasSize(1));
    host.tell(2, page("/b/0.html"));
    await()
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(indexed()).hasSize(2));
  }
}
