package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.local.follow.VisitsAtHosts;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.FollowEvent;
import dev.sojourn.crawl.local.report.FollowEvent.Kind;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.testing.IndexRecords;
import dev.sojourn.samples.IndexingAgent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Crawls that follow a site which changes. The index has to become, record by record, that of a
/// crawl from nothing.
@Timeout(300)
class FollowIT {
  private static final Duration LONG = Duration.ofMinutes(3);
  private static final int PAGES = 5;
  private static final String OPEN = "User-agent: *\nAllow: /\n";

  @TempDir Path directory;
  private RevisedSite site;
  private CrawlBench bench;

  @BeforeEach
  void build() throws IOException {
    site = new RevisedSite(directory.resolve("www"), PAGES);
    site.robots(OPEN);
    bench = new CrawlBench(directory.resolve("out"));
    bench.owner.write(directory.resolve("owner.key"));
  }

  @AfterEach
  void close() {
    site.close();
  }

  private Process start(String... words) throws IOException {
    var command = new ArrayList<>(List.of(BuiltProgram.FILE.toString()));
    command.addAll(List.of("crawl", "--follow", "--json", "--out", bench.out.toString()));
    command.addAll(List.of("--key", directory.resolve("owner.key").toString()));
    command.addAll(List.of(words));
    return BuiltProgram.builder(command).redirectError(errors().toFile()).start();
  }

  private Path errors() {
    return directory.resolve("errors");
  }

  private static String classes() {
    return IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath();
  }

  /// Reads lines until an event comes.
  private JsonNode next(BufferedReader lines, Kind kind) throws IOException {
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var event = new ObjectMapper().readTree(line);
      if (event.path("event").asText().equals(kind.word())) {
        return event;
      }
    }
    throw new AssertionError("It ended: " + Files.readString(errors()));
  }

  private List<String> fresh() throws IOException {
    var fresh = new CrawlBench(Files.createTempDirectory(directory, "fresh"), bench.owner);
    fresh.crawl(site.origin() + "/");
    return IndexRecords.of(fresh.out);
  }

  private void awaitLikeACrawlFromNothing() throws IOException {
    var records = fresh();
    await()
        .atMost(LONG)
        .ignoreExceptionsInstanceOf(IOException.class)
        .untilAsserted(() -> assertThat(IndexRecords.of(bench.out)).isEqualTo(records));
  }

  @Test
  void aMobileSiteIsFollowedByAnAgentThatStaysAlsoAfterItsDispatcherWasKilled() throws Exception {
    try (var host =
        TestHost.start(
            directory.resolve("host"), site.origin(), site.root(), bench.owner.verifyKey(), "")) {
      site.robots(OPEN + "Mobile-agent-server: / %s\n".formatted(host.url()));
      var first =
          start(site.origin() + "/", "--agent", classes(), "--main", IndexingAgent.class.getName());
      var events = first.inputReader();
      assertThat(next(events, Kind.STAYING).path("where").asText()).isEqualTo(host.url());
      next(events, Kind.ROUND_OVER);
      site.write(RevisedSite.page("b", 2), "Changed", "<a href='/b/new.html'>new</a>");
      site.write("b/new.html", "New", "page");
      site.delete(RevisedSite.page("c", 3));
      assertThat(next(events, Kind.CHANGED).path("changed").asInt()).isPositive();
      awaitLikeACrawlFromNothing();

      first.descendants().forEach(ProcessHandle::destroyForcibly);
      first.destroyForcibly().waitFor();
      site.write(RevisedSite.page("a", 1), "Changed meanwhile", "words");
      site.write(RevisedSite.page("b", 2), "Changed again", "<a href='/b/new.html'>new</a>");
      var second = start();
      assertThat(next(second.inputReader(), Kind.ROUND_OVER).path("reason").asText())
          .contains("next round");
      assertThat(VisitsAtHosts.of(bench.out))
          .singleElement()
          .satisfies(visit -> assertThat(visit.state()).isEqualTo("staying"))
          .satisfies(visit -> assertThat(visit.host()).isEqualTo(host.url()));
      site.write(RevisedSite.page("c", 3), "Back", "words");
      awaitLikeACrawlFromNothing();
      assertThat(site.asked).isEmpty();

      // SIGTERM; the process itself would close its output too.
      second.toHandle().destroy();
      var rest = second.inputReader().lines().toList();
      assertThat(second.waitFor()).as("%s", rest).isEqualTo(ExitCode.DONE.code());
      assertThat(rest.getLast()).contains("\"complete\":true", "\"state\":\"staying\"");
      assertThat(errors()).content().contains("stays at " + host.url());
      assertThat(bench.foundUrls()).doesNotHaveDuplicates();

      // A crawl that only goes on takes the agent back.
      assertThat(bench.crawl().complete()).isTrue();
    }
  }

  @Test
  void aClassicSiteIsVisitedAgainByConditionalRequestsWhenItIsDue() throws Exception {
    var events = new CopyOnWriteArrayList<FollowEvent>();
    var crawl = new CompletableFuture<Thread>();
    var summary =
        CompletableFuture.supplyAsync(
            () -> {
              crawl.complete(Thread.currentThread());
              try {
                return Crawl.follow(
                    bench.request(site.origin() + "/"),
                    Duration.ofSeconds(3),
                    new Hearing(events),
                    InstantSource.system());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            Thread::startVirtualThread);
    await().atMost(LONG).until(() -> count(events, Kind.ROUND_OVER) == 1);
    site.asked.clear();
    site.write(RevisedSite.page("b", 2), "Changed", "<a href='/b/new.html'>new</a>");
    site.write("b/new.html", "New", "page");
    site.delete(RevisedSite.page("c", 3));
    await().atMost(LONG).until(() -> count(events, Kind.ROUND_OVER) == 2);

    assertThat(site.asked.stream().filter(asked -> asked.startsWith("200"))).hasSize(2);
    assertThat(site.asked).contains("304 /a/1.html", "404 /c/3.html");
    awaitLikeACrawlFromNothing();
    crawl.join().interrupt();
    assertThat(summary.join().sites()).hasSize(1);
  }

  private static long count(List<FollowEvent> events, Kind kind) {
    return events.stream().filter(event -> event.event() == kind).count();
  }

  private record Hearing(List<FollowEvent> events) implements CrawlListener {
    @Override
    public void planned(Plan plan) {}

    @Override
    public void changed(TerritoryProgress territory) {}

    @Override
    public void noted(String sentence) {}

    @Override
    public void followed(FollowEvent event) {
      events.add(event);
    }
  }
}
