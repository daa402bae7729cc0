package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.lab.result.LinkResult;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sojourn lab` with real web servers, hosts, links and crawls: two crawls of the same two sites.
/// If nginx is installed, it serves the second.
final class ExperimentIT {
  private static final int PAGES = 40;
  private static final String CAPTURED =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>captured</p>";

  @TempDir private static Path temp;
  private static Path file;
  private static Path out;
  private static Program run;

  @BeforeAll
  static void runAnExperiment() throws IOException {
    ProgramStartCache.make();
    writeCapture(temp.resolve("captured.warc"));
    file = writeExperiment(temp.resolve("sites.toml"));
    out = temp.resolve("results");
    run = Program.here("lab", "run", file.toString(), "--out", out.toString(), "--keep", "--json");
  }

  private static void writeCapture(Path warc) throws IOException {
    Files.writeString(
        warc,
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
            .formatted(CAPTURED.length(), CAPTURED)
            .replaceAll("(?<!\r)\n", "\r\n"));
  }

  private static Path writeExperiment(Path file) throws IOException {
    boolean hasNginx = Files.isExecutable(Path.of("/usr/sbin/nginx"));
    return Files.writeString(
        file,
        """
        name = "sites"
        question = "Do several sites have all their pages, and do all the counts agree?"
        repetitions = 1
        [[site]]
        kind = "warc"
        origin = "https://www.example.org"
        files = ["captured.warc"]
        start = "/about"
        [[site]]
        kind = "generated"
        server = "%s"
        pages = %d
        page-bytes = "4 KiB"
        [hosts]
        count = 2
        [hosts.limits]
        workers = 1
        spare-workers = 0
        [link]
        delay = "5 ms"
        [crawl]
        kind = ["mobile", "classic"]
        """
            .formatted(hasNginx ? "nginx" : "lab", PAGES));
  }

  @Test
  void theResultsHaveTheExperimentTheMachineAndALineForEachRun() throws IOException {
    var counts = new ObjectMapper().readTree(run.out());
    assertThat(counts.get("done").asInt() + counts.get("partial").asInt())
        .describedAs(run.err())
        .isEqualTo(2);
    var results = new ResultsDirectory(out);
    assertThat(results.experiment()).hasSameTextualContentAs(file);
    assertThat(results.readMachine().processors()).isPositive();
    assertThat(results.table()).content().hasLineCount(3);
    assertThat(results.readRuns())
        .hasSize(2)
        .allMatch(result -> result.outcome() == RunOutcome.DONE || isOnABusyMachine(result));
  }

  /// If so, its links were late. All counts hold all the same.
  private static boolean isOnABusyMachine(RunResult result) {
    return result.outcome() == RunOutcome.PARTIAL
        && result.reason().contains("the machine is too busy");
  }

  @Test
  void oneCrawlReadsSeveralSitesAndOneOfThemFromWarcFiles() throws IOException {
    for (var result : new ResultsDirectory(out).readRuns()) {
      assertThat(result.crawl().pages()).isEqualTo(PAGES + 2);
      assertThat(result.crawl().findings()).isEqualTo(PAGES + 2);
      assertThat(result.links().stream().map(LinkResult::to).toList())
          .isEqualTo(
              isMobile(result)
                  ? List.of("web server 1", "web server 2", "host 1", "host 2")
                  : List.of("web server 1", "web server 2"));
      assertThat(result.links()).allMatch(link -> link.bytesFromServer() > 0);
    }
  }

  @Test
  void theCountsOfLinksServersAndDispatcherAgree() throws IOException {
    for (var result : new ResultsDirectory(out).readRuns()) {
      var logs = List.of(log(result, 1), log(result, 2));
      for (int i = 0; i < logs.size(); i++) {
        var link = result.links().get(i);
        assertThat(link.bytesToServer()).isEqualTo(sum(logs.get(i), 4));
        assertThat(link.bytesFromServer()).isEqualTo(sum(logs.get(i), 5));
      }
      agree(result, logs.stream().flatMap(List::stream).toList());
    }
  }

  /// Every byte is counted by three programs: at the link, at the server, and by the dispatcher,
  /// which leaves robots.txt out.
  ///
  /// @param log of both web servers
  private static void agree(RunResult result, List<String> log) {
    assertThat(result.links())
        .allSatisfy(link -> assertThat(link.delayMillis()).isEqualTo(5))
        .allSatisfy(link -> assertThat(link.measuredDelayMillis()).isGreaterThanOrEqualTo(5));
    var server = result.server();
    assertThat(server.requestBytes()).isEqualTo(sum(log, 4));
    assertThat(server.responseBytes()).isEqualTo(sum(log, 5));
    assertThat(server.requests()).isEqualTo(log.size());
    var robots = log.stream().filter(line -> line.contains(" GET /robots.txt ")).toList();
    assertThat(server.requestBytes() + server.responseBytes() - sum(robots, 4) - sum(robots, 5))
        .isEqualTo(result.crawl().wireBytesClassic());
    long ofHosts =
        result.links().stream()
            .skip(2)
            .mapToLong(link -> link.bytesToServer() + link.bytesFromServer())
            .sum();
    assertThat(ofHosts).isEqualTo(result.crawl().wireBytesMobile());
    assertThat(log.size() - robots.size()).isEqualTo(isMobile(result) ? 0 : PAGES + 2);
    assertThat(result.cpuSeconds("dispatcher")).isPositive();
    assertThat(result.cpuSeconds("host") > 0).isEqualTo(isMobile(result));
    assertThat(result.peakMemoryBytes("dispatcher")).isPositive();
    assertThat(result.machine().calibrationSeconds()).isPositive();
  }

  private static boolean isMobile(RunResult result) {
    return result.settings().getFirst().text().equals("mobile");
  }

  private static long sum(List<String> log, int column) {
    return log.stream().mapToLong(line -> Long.parseLong(line.split(" ", -1)[column])).sum();
  }

  private static List<String> log(RunResult result, int server) throws IOException {
    var folder = out.resolve("work/run-00" + result.run());
    return Files.readAllLines(folder.resolve("web-" + server + "/access.log"));
  }

  @Test
  void everyMistakeOfAnExperimentIsReported() throws IOException {
    var wrong = ExperimentText.write(temp, "[crawl]\nkind = \"mobil\"\nagents = 1\n");
    var check = Program.here("lab", "check", wrong.toString());

    assertThat(check.exitCode()).isEqualTo(2);
    assertThat(check.err().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).startsWith(wrong + ":"))
        .anySatisfy(line -> assertThat(line).contains("crawl.kind: found \"mobil\""))
        .anySatisfy(line -> assertThat(line).contains("did you mean 'agent'?"));
    var unfit =
        ExperimentText.write(
            temp,
            "[crawl]\n"
                + "kind = \"mobile\"\n"
                + "agent = [\"indexing\", \"nosuch\", \"search best=zwei\"]\n");
    assertThat(Program.here("lab", "check", unfit.toString()).err().lines())
        .hasSize(3)
        .allSatisfy(line -> assertThat(line).contains(": crawl.agent: found "))
        .anySatisfy(line -> assertThat(line).contains("\"nosuch\" (expected: an agent of this"))
        .anySatisfy(line -> assertThat(line).contains("parameter words: nothing (expected: text)"))
        .anySatisfy(line -> assertThat(line).contains("parameter best: zwei (expected: a whole"));
    assertThat(Program.here("lab", "check", temp + "/none.toml").exitCode()).isEqualTo(2);
  }
}
