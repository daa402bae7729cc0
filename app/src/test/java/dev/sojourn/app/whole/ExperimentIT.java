package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.ObjectMapper;
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

/// `sojourn lab` with real web servers, hosts, links and crawls.
final class ExperimentIT {
  @TempDir private Path temp;

  @BeforeAll
  static void makeTheStartCache() throws IOException {
    ProgramStartCache.make();
  }

  @Test
  void theCountsOfLinksServerAndDispatcherAgree() throws IOException {
    var out = temp.resolve("results");
    var file = experiment("[link]\ndelay = \"5 ms\"\n[crawl]\nkind = [\"mobile\", \"classic\"]\n");
    var run =
        Program.here("lab", "run", file.toString(), "--out", out.toString(), "--keep", "--json")
            .succeeded();

    assertThat(new ObjectMapper().readTree(run.out()).get("done").asInt()).isEqualTo(2);
    var results = new ResultsDirectory(out);
    assertThat(results.experiment()).hasSameTextualContentAs(file);
    assertThat(results.readMachine().processors()).isPositive();
    assertThat(results.table()).content().hasLineCount(3);
    for (var result : results.readRuns()) {
      assertThat(result.outcome()).as(result.reason()).isEqualTo(RunOutcome.DONE);
      assertThat(result.crawl().pages()).isEqualTo(ExperimentText.PAGES + 1);
      assertThat(result.crawl().findings()).isEqualTo(ExperimentText.PAGES + 1);
      agrees(result, logOf(out, result));
    }
  }

  @Test
  void oneCrawlReadsSeveralSitesAndOneOfThemFromWarcFiles() throws IOException {
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
    Program.here("lab", "run", file.toString(), "--out", out.toString()).succeeded();

    var result = new ResultsDirectory(out).readRuns().getFirst();
    assertThat(result.outcome()).as(result.reason()).isEqualTo(RunOutcome.DONE);
    assertThat(result.crawl().pages()).isEqualTo(11);
    assertThat(result.links().stream().map(link -> link.to()))
        .containsExactly("web server 1", "web server 2", "host 1", "host 2");
    assertThat(result.links()).allMatch(link -> link.bytesFromServer() > 0);
  }

  @Test
  void nginxCountsTheSameBytes() throws IOException {
    assumeThat(Path.of("/usr/sbin/nginx")).isExecutable();
    var out = temp.resolve("results");
    var file = experiment("[link]\ndelay = \"5 ms\"\n[crawl]\nkind = [\"classic\"]\n");
    var text = Files.readString(file).replace("[site]", "[site]\nserver = \"nginx\"");
    Files.writeString(file, text);
    Program.here("lab", "run", file.toString(), "--out", out.toString(), "--keep").succeeded();

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
    assertThat(log.size() - robots.size()).isEqualTo(isMobile ? 0 : ExperimentText.PAGES + 1);
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
  void everyMistakeOfAnExperimentIsTold() throws IOException {
    var file = experiment("[crawl]\nkind = \"mobil\"\nagents = 1\n");
    var run = Program.here("lab", "check", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err().lines())
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).startsWith(file + ":"))
        .anySatisfy(line -> assertThat(line).contains("crawl.kind: found \"mobil\""))
        .anySatisfy(line -> assertThat(line).contains("did you mean 'agent'?"));
    assertThat(Program.here("lab", "check", temp + "/none.toml").exitCode()).isEqualTo(2);
  }

  private Path experiment(String rest) throws IOException {
    return ExperimentText.write(temp, rest);
  }
}
