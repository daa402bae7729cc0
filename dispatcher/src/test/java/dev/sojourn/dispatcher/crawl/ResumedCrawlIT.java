package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.dispatcher.cli.crawl.CrawlCommand;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crawls, in processes of their own, that are stopped or killed, and go on.
class ResumedCrawlIT {
  private static final Duration LONG = Duration.ofMinutes(3);

  /// Two seconds are for the crawl; the rest is for the virtual machine to end.
  private static final Duration PROMISED = Duration.ofSeconds(4);

  private static final int ATTEMPTS = 3;
  private static final int CONNECTIONS = 4;

  private static final Duration SLOW_ANSWER = Duration.ofMillis(500);

  @TempDir Path directory;

  private Path out() {
    return directory.resolve("out");
  }

  private Process start(CrawlBench bench, String... words) throws IOException {
    if (!Files.exists(key())) {
      bench.owner.write(key());
    }
    var command = new ArrayList<String>();
    // A shell that runs the tests in the background may ignore SIGINT, which children inherit.
    command.addAll(List.of("env", "--default-signal=INT"));
    command.addAll(List.of(BuiltProgram.FILE.toString(), "crawl"));
    command.addAll(options());
    command.addAll(List.of(words));
    return BuiltProgram.builder(command).redirectError(err().toFile()).start();
  }

  private Path key() {
    return directory.resolve("owner.key");
  }

  private List<String> options() {
    return List.of("--key", key().toString(), "--out", out().toString(), "--patience", "20s");
  }

  /// Goes on with the crawl, in the process of the test.
  private JsonNode resume() throws IOException {
    var noted = new StringWriter();
    var errors = new StringWriter();
    int exit = resume(noted, errors);
    assertThat(exit).as("%s%s", noted, errors).isEqualTo(ExitCode.DONE.code());
    return new ObjectMapper().readTree(noted.toString());
  }

  private int resume(StringWriter noted, StringWriter errors) {
    var words = new ArrayList<>(options());
    words.addAll(List.of("--resume", "--json"));
    return CommandRun.commandLine(new CrawlCommand(), "sojourn")
        .setOut(new PrintWriter(noted))
        .setErr(new PrintWriter(errors))
        .execute(words.toArray(String[]::new));
  }

  private Path err() {
    return directory.resolve("err");
  }

  private Process begin(CrawlBench bench, TestSite site, String... words) throws IOException {
    var classes =
        Path.of(IndexingAgent.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    var all = new ArrayList<>(List.of(words));
    all.addAll(List.of(site.origin() + "/", "--agent", classes.toString()));
    all.addAll(List.of("--main", IndexingAgent.class.getName()));
    return start(bench, all.toArray(String[]::new));
  }

  /// Waits until something was kept. It only reads. A second writer would make the tables at the
  /// same moment as the crawl, and one of the two would be refused.
  private void awaitParcels(Process crawl, Callable<Boolean> areKept) {
    await()
        .atMost(LONG)
        .failFast(() -> assertThat(crawl.isAlive()).as("%s", Files.readString(err())).isTrue())
        .until(areKept);
  }

  private int keptParcels() {
    return CrawlBench.keptParcels(out());
  }

  /// How long a crawl takes to end that is sent SIGINT when it has kept something.
  private Duration interrupt(Process crawl) throws IOException, InterruptedException {
    int before = keptParcels();
    awaitParcels(crawl, () -> keptParcels() >= before + 2);
    var asked = Instant.now();
    signal("-INT", crawl.pid());
    int code = crawl.waitFor();
    var took = Duration.between(asked, Instant.now());
    // One that a busy machine holds up for long ends as killed by the signal; the caller looks at
    // the time.
    if (took.compareTo(PROMISED) < 0) {
      assertThat(code).isEqualTo(ExitCode.PARTIAL.code());
    }
    return took;
  }

  /// The milliseconds of a run that has not ended.
  private long timeOfTheRun() throws IOException {
    try (var store = CrawlStore.open(OutDirectory.database(out()))) {
      return Long.parseLong(store.setting("milliseconds-of-run").orElseThrow());
    }
  }

  private static void signal(String name, long process) throws IOException, InterruptedException {
    new ProcessBuilder("kill", name, Long.toString(process)).start().waitFor();
  }

  /// Several pages of the territory at home are read at once. The territory at a host is cut into
  /// parts: its agents go to `/b/` when one refers to it from `/a/`, and so on.
  @Test
  void goesOnWithItsPartsAndConnectionsAfterItsProcessWasKilled() throws Exception {
    var bench = new CrawlBench(out());
    try (var site = new TestSite(directory.resolve("www"), 60);
        var one = TestHost.start(directory.resolve("one"), site, bench.owner.verifyKey(), "")) {
      site.robots(
          "Mobile-agent-server: / %s\nMobile-agent-server: /a/ none\n".formatted(one.url()));
      site.slow(SLOW_ANSWER);
      var connections = String.valueOf(CONNECTIONS);
      var first =
          begin(
              bench,
              site,
              "--json",
              "--partition",
              "/b/",
              "--partition",
              "/c/",
              "--connections",
              connections);
      // The parcels of the start page at the host, and of the first pages at home.
      awaitParcels(first, () -> CrawlBench.agentsWithParcels(out()) >= 2);
      first.descendants().forEach(ProcessHandle::destroyForcibly);
      first.destroyForcibly().waitFor();
      // A killed process leaves no findings but those in its store, and those of others count for
      // nothing.
      var spool = out().resolve("findings.spool");
      assertThat(spool).doesNotExist();
      Files.writeString(spool, "{\"url\":\"" + site.origin() + "/forged\"}\n");
      var traffic = site.slow(Duration.ofMillis(50));
      long noted = timeOfTheRun();

      var summary = resume();

      assertThat(noted).isPositive();
      assertThat(timeOfTheRun()).isZero();
      assertThat(summary.path("seconds").asDouble()).isGreaterThan(noted / 1_000.0);
      assertThat(summary.path("complete").asBoolean()).as("%s", summary).isTrue();
      assertThat(summary.path("territories"))
          .extracting(t -> t.path("path").asText(), t -> t.path("part").asText())
          .containsExactlyInAnyOrder(
              tuple("/", "1 of 3"),
              tuple("/b/", "2 of 3"),
              tuple("/c/", "3 of 3"),
              tuple("/a/", ""));
      assertThat(traffic.mostUnderWay).hasValue(CONNECTIONS);
      assertThat(traffic.requests).as("%s", summary).hasValueLessThan(pages(summary, "/a/"));
      bench.assertFoundExactly(site);
      bench.assertSameFromTheStore();
    }
  }

  @Test
  void endsWithinFourSecondsOfSigintKeepsWhatIsThereSaysHowToGoOnAndGoesOn() throws Exception {
    var bench = new CrawlBench(out());
    try (var site = new TestSite(directory.resolve("www"), 60)) {
      site.robots("");
      // However late the signal comes, pages are left.
      site.slow(SLOW_ANSWER);
      var first = begin(bench, site);
      awaitParcels(first, () -> keptParcels() >= 1);
      assertRefusesASecondCrawl();
      var took = interrupt(first);
      // Other processes may keep the machine busy for a while; a crawl that hangs does so each
      // time.
      for (int i = 1; i < ATTEMPTS && took.compareTo(PROMISED) >= 0; i++) {
        took = interrupt(start(bench, "--resume"));
      }
      assertThat(took).isLessThan(PROMISED);
      assertThat(Files.readString(err()).lines().toList().getLast())
          .endsWith(
              "is kept; go on with: sojourn crawl --resume --out %s --key %s --patience 20s"
                  .formatted(out(), key()));
      var summary = new ObjectMapper().readTree(out().resolve("summary.json").toFile());
      assertThat(summary.path("interrupted").asBoolean()).isTrue();
      assertThat(summary.path("complete").asBoolean()).isFalse();
      assertThat(summary.path("findings").asLong()).isPositive();
      assertThat(bench.indexedPages()).isPositive();

      site.slow(Duration.ZERO);
      var second = resume();
      assertThat(second.path("complete").asBoolean()).as("%s", second).isTrue();
      assertThat(second.path("seconds").asDouble())
          .isGreaterThan(summary.path("seconds").asDouble());
      bench.assertFoundExactly(site);
    }
  }

  /// A terminal sends SIGINT to all processes of the command line. Here the workers hear it first.
  /// Also of an impatient user, who types Ctrl-C twice.
  @Test
  void afterCtrlCTheFindingsAndTheCrawlLogAreThereAsFarAsTheyWereKept() throws Exception {
    var bench = new CrawlBench(out());
    try (var site = new TestSite(directory.resolve("www"), 60)) {
      site.robots("");
      site.slow(SLOW_ANSWER);
      var crawl = begin(bench, site);
      awaitParcels(crawl, () -> keptParcels() >= 3);
      signal("-INT", crawl.pid());
      signal("-INT", crawl.pid());
      assertThat(crawl.waitFor()).isEqualTo(ExitCode.PARTIAL.code());

      int kept = CrawlBench.number(out(), "SELECT sum(findings) FROM parcel");
      assertThat(bench.foundUrls()).hasSize(kept).doesNotHaveDuplicates();
      var json = new ObjectMapper();
      var logged = Files.readAllLines(out().resolve("urls.jsonl"));
      assertThat(logged).hasSizeGreaterThanOrEqualTo(kept);
      for (var line : logged) {
        assertThat(json.readTree(line).path("url").asText()).startsWith(site.origin());
      }
      var summary = json.readTree(out().resolve("summary.json").toFile());
      assertThat(summary.path("findings").asInt()).isEqualTo(kept);
      assertThat(summary.path("urls").path("asked").asInt()).isEqualTo(logged.size());
      assertThat(err()).content().contains("The findings up to here are in " + out());

      site.slow(Duration.ZERO);
      assertThat(resume().path("complete").asBoolean()).isTrue();
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void blamesNoPageForTheEndOfAWorkerByTheSignalThatStopsTheCrawl() throws Exception {
    var bench = new CrawlBench(out());
    try (var site = new TestSite(directory.resolve("www"), 60)) {
      site.robots("");
      site.slow(SLOW_ANSWER);
      var crawl = begin(bench, site);
      awaitParcels(crawl, () -> keptParcels() >= 1);
      var workers = crawl.descendants().toList();
      assertThat(workers).isNotEmpty();
      for (var worker : workers) {
        signal("-INT", worker.pid());
      }
      await().atMost(LONG).until(() -> !workers.stream().allMatch(ProcessHandle::isAlive));
      signal("-INT", crawl.pid());
      crawl.waitFor();

      assertThat(err()).content().doesNotContain("left out");
      assertThat(out().resolve("summary.json"))
          .content()
          .contains("\"interrupted\" : true")
          .doesNotContain("left out");
      site.slow(Duration.ZERO);
      assertThat(resume().path("complete").asBoolean()).isTrue();
      bench.assertFoundExactly(site);
    }
  }

  private static int pages(JsonNode summary, String territory) {
    for (var each : summary.path("territories")) {
      if (each.path("path").asText().equals(territory)) {
        return each.path("pages").asInt();
      }
    }
    throw new AssertionError(summary + " has no " + territory);
  }

  private void assertRefusesASecondCrawl() {
    var errors = new StringWriter();
    assertThat(resume(new StringWriter(), errors)).isEqualTo(ExitCode.FAILED.code());
    assertThat(errors).asString().contains("Another crawl");
  }
}
