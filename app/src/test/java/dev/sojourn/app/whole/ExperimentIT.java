package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sojourn lab` with real web servers, hosts, links and crawls.
final class ExperimentIT {
  private static final Duration AT_MOST = Duration.ofMinutes(4);
  private static final int PAGES = 60;
  private static final String TEXT =
      """
      name = "whole"
      question = "Do all the counts agree?"
      repetitions = 1
      [site]
      kind = "generated"
      pages = %d
      page-bytes = "4 KiB"
      parts = 2
      leaving = 0.1
      [hosts]
      count = 2
      [hosts.limits]
      workers = 1
      spare-workers = 0
      """
          .formatted(PAGES);

  @TempDir private Path temp;

  @Test
  void theCountsOfLinksServerAndDispatcherAgree() throws IOException, InterruptedException {
    var out = temp.resolve("results");
    var file = experiment("[link]\ndelay = \"5 ms\"\n[crawl]\nkind = [\"mobile\", \"classic\"]\n");
    var run =
        Program.run(
                temp,
                AT_MOST,
                "lab",
                "run",
                file.toString(),
                "--out",
                out.toString(),
                "--keep",
                "--json")
            .succeeded();

    assertThat(new ObjectMapper().readTree(run.out()).get("done").asInt()).isEqualTo(2);
    var results = new ResultsDirectory(out);
    assertThat(results.experiment()).hasSameTextualContentAs(file);
    assertThat(results.readMachine().processors()).isPositive();
    assertThat(results.table()).content().hasLineCount(3);
    for (var result : results.readRuns()) {
      assertThat(result.outcome()).as(result.reason()).isEqualTo(RunOutcome.DONE);
      assertThat(result.crawl().pages()).isEqualTo(PAGES + 1);
      assertThat(result.crawl().findings()).isEqualTo(PAGES + 1);
      agrees(result, logOf(out, result));
    }
  }

  @Test
  void oneCrawlReadsSeveralSitesAndOneOfThemFromWarcFiles()
      throws IOException, InterruptedException {
    var out = temp.resolve("results");
    var answer = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>captured</p>";
    Files.writeString(
        temp.resolve("captured.warc"),
        """
        WARC/1.0
        WARC-Type: response
        WARC-Target-URI: https://www.example.org/about
        WARC-Date: 2026-01-05T09:00:00Z
        WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-000000000000>
        Content-Type: application/http;msgtype=response
        Content-Length: %d

        %s

        """
            .formatted(answer.length(), answer)
            .replaceAll("(?<!\r)\n", "\r\n"));
    var file =
        Files.writeString(
            temp.resolve("sites.toml"),
            """
            name = "sites"
            question = "Do several sites have all their pages?"
            repetitions = 1
            [[site]]
            kind = "warc"
            origin = "https://www.example.org"
            files = ["captured.warc"]
            start = "/about"
            [[site]]
            kind = "generated"
            pages = 9
            [hosts]
            count = 2
            [hosts.limits]
            workers = 1
            spare-workers = 0
            [crawl]
            kind = "mobile"
            """);
    Program.run(temp, AT_MOST, "lab", "run", file.toString(), "--out", out.toString()).succeeded();

    var result = new ResultsDirectory(out).readRuns().getFirst();
    assertThat(result.outcome()).as(result.reason()).isEqualTo(RunOutcome.DONE);
    assertThat(result.crawl().pages()).isEqualTo(11);
    assertThat(result.links().stream().map(link -> link.to()))
        .containsExactly("web server 1", "web server 2", "host 1", "host 2");
    assertThat(result.links()).allMatch(link -> link.bytesFromServer() > 0);
  }

  @Test
  void nginxCountsTheSameBytes() throws IOException, InterruptedException {
    assumeThat(Path.of("/usr/sbin/nginx")).isExecutable();
    var out = temp.resolve("results");
    var file = experiment("[link]\ndelay = \"5 ms\"\n[crawl]\nkind = [\"classic\"]\n");
    var text = Files.readString(file).replace("[site]", "[site]\nserver = \"nginx\"");
    Files.writeString(file, text);
    Program.run(temp, AT_MOST, "lab", "run", file.toString(), "--out", out.toString(), "--keep")
        .succeeded();

    for (var result : new ResultsDirectory(out).readRuns()) {
      assertThat(result.outcome()).as(result.reason()).isEqualTo(RunOutcome.DONE);
      agrees(result, logOf(out, result));
    }
  }

  /// Every byte is counted by three programs: at the link, at the server, and by the dispatcher,
  /// which leaves robots.txt out.
  private static void agrees(RunResult result, List<String> log) {
    var web = result.links().getFirst();
    assertThat(web.delayMillis()).isEqualTo(5);
    assertThat(web.measuredDelayMillis()).isGreaterThanOrEqualTo(5);
    assertThat(web.bytesToServer())
        .isEqualTo(result.server().requestBytes())
        .isEqualTo(sum(log, 4));
    assertThat(web.bytesFromServer())
        .isEqualTo(result.server().responseBytes())
        .isEqualTo(sum(log, 5));
    assertThat(result.server().requests()).isEqualTo(log.size());
    var robots = log.stream().filter(line -> line.contains(" GET /robots.txt ")).toList();
    assertThat(web.bytesToServer() + web.bytesFromServer() - sum(robots, 4) - sum(robots, 5))
        .isEqualTo(result.crawl().wireBytesClassic());
    long ofHosts =
        result.links().stream()
            .skip(1)
            .mapToLong(link -> link.bytesToServer() + link.bytesFromServer())
            .sum();
    assertThat(ofHosts).isEqualTo(result.crawl().wireBytesMobile());
    boolean isMobile = result.settings().getFirst().text().equals("mobile");
    assertThat(log.size() - robots.size()).isEqualTo(isMobile ? 0 : PAGES + 1);
    assertThat(result.links()).hasSize(isMobile ? 3 : 1);
    assertThat(result.cpuSeconds("dispatcher")).isPositive();
    assertThat(result.cpuSeconds("host") > 0).isEqualTo(isMobile);
    assertThat(result.peakMemoryBytes("dispatcher")).isPositive();
  }

  private static long sum(List<String> log, int column) {
    return log.stream().mapToLong(line -> Long.parseLong(line.split(" ", -1)[column])).sum();
  }

  private static List<String> logOf(Path out, RunResult result) throws IOException {
    return Files.readAllLines(out.resolve("work/run-00" + result.run() + "/web-1/access.log"));
  }

  @Test
  void whatIsKilledIsStartedAgainAndNoPageIsMissing() throws IOException, InterruptedException {
    var out = temp.resolve("results");
    // Four seconds pass before an agent has come to a host, so no crawl has ended by then.
    var file =
        experiment(
            """
            [link]
            delay = "500 ms"
            [crawl]
            kind = "mobile"
            [[fault]]
            at = "2 s"
            kill = "dispatcher"
            [[fault]]
            at = "3 s"
            kill = "host 2"
            back = "1 s"
            """);
    var run = Program.run(temp, AT_MOST, "lab", "run", file.toString(), "--out", out.toString());

    assertThat(run.succeeded().err()).contains("dispatcher killed at ", "host 2 killed at ");
    var result = new ResultsDirectory(out).readRuns().getFirst();
    assertThat(result.outcome()).as(result.reason()).isEqualTo(RunOutcome.DONE);
    assertThat(result.crawl().pages()).isEqualTo(PAGES + 1);
    assertThat(result.faults())
        .hasSize(2)
        .allSatisfy(
            fault -> assertThat(fault.backSeconds()).isGreaterThanOrEqualTo(fault.atSeconds()));
  }

  @Test
  void ctrlCEndsEverythingThatWasStarted() throws IOException, InterruptedException {
    var out = temp.resolve("results");
    // Each page takes two seconds at least, so the first run lasts until it is ended.
    var file = experiment("[link]\ndelay = \"1 s\"\n[crawl]\nkind = [\"classic\", \"mobile\"]\n");
    var lab =
        Program.startInterruptible(temp, "lab", "run", file.toString(), "--out", out.toString());
    List<ProcessHandle> descendants = List.of();
    try {
      await().atMost(AT_MOST).until(() -> Files.exists(out.resolve("work/run-001/crawl/crawl.db")));
      descendants = lab.descendants().toList();
      assertThat(descendants).hasSizeGreaterThanOrEqualTo(2);
      new ProcessBuilder("kill", "-INT", Long.toString(lab.pid())).start().waitFor();

      assertThat(lab.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(lab.exitValue()).isEqualTo(6);
      for (var process : descendants) {
        await()
            .atMost(Duration.ofSeconds(30))
            .untilAsserted(
                () -> assertThat(process.isAlive()).as(process.info().toString()).isFalse());
      }
      assertThat(new ResultsDirectory(out).readRuns()).hasSizeLessThan(2);
    } finally {
      lab.destroyForcibly();
      descendants.forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void aRunThatFailsIsToldAndRecordedAndTheOthersGoOn() throws IOException, InterruptedException {
    var out = temp.resolve("results");
    var file =
        experiment("[crawl]\nkind = \"classic\"\nagent = [\"no-such-agent\", \"indexing\"]\n");
    var run = Program.run(temp, AT_MOST, "lab", "run", file.toString(), "--out", out.toString());

    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(run.err()).contains("failed: ", "no-such-agent", "1 done", "1 failed");
    assertThat(new ResultsDirectory(out).readRuns())
        .extracting(RunResult::outcome)
        .containsExactlyInAnyOrder(RunOutcome.DONE, RunOutcome.FAILED);

    var again = Program.run(temp, AT_MOST, "lab", "run", file.toString(), "--out", out.toString());
    assertThat(again.exitCode()).isEqualTo(2);
    assertThat(again.err()).contains("has results already", "--resume").hasLineCount(1);

    // As if it had been killed while it wrote the line of the second run.
    var runs = new ResultsDirectory(out).runs();
    var lines = Files.readAllLines(runs);
    var first = lines.getFirst() + "\n";
    Files.writeString(runs, first + lines.getLast().substring(0, 20));
    var resumed =
        Program.run(
            temp, AT_MOST, "lab", "run", file.toString(), "--out", out.toString(), "--resume");
    assertThat(resumed.exitCode()).isEqualTo(6);
    assertThat(resumed.err())
        .contains("run 2 of 2", "1 done", "1 failed")
        .doesNotContain("run 1 of");
    assertThat(runs).content().startsWith(first).hasLineCount(2);
  }

  @Test
  void everyMistakeOfAnExperimentIsTold() throws IOException, InterruptedException {
    var file = experiment("[crawl]\nkind = \"mobil\"\nagents = 1\n");
    var run = Program.run(temp, AT_MOST, "lab", "check", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).startsWith(file + ":"))
        .anySatisfy(line -> assertThat(line).contains("crawl.kind: found \"mobil\""))
        .anySatisfy(line -> assertThat(line).contains("did you mean 'agent'?"));
    assertThat(Program.run(temp, AT_MOST, "lab", "check", temp + "/none.toml").exitCode())
        .isEqualTo(2);
  }

  private Path experiment(String rest) throws IOException {
    return Files.writeString(temp.resolve("whole.toml"), TEXT + rest);
  }
}
