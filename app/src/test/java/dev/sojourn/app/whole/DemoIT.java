package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `sojourn demo --json` in a process of its own, compared with the files.
final class DemoIT {
  @TempDir private static Path temp;
  private static Path out;
  private static JsonNode demo;

  @BeforeAll
  static void runTheDemo() throws IOException, InterruptedException {
    ProgramStartCache.make();
    out = temp.resolve("demo");
    var run =
        Program.run(temp, Duration.ofMinutes(20), "demo", "--json", "--out", out.toString())
            .succeeded();
    demo = new ObjectMapper().readTree(run.out());
  }

  @Test
  void everyReachableAndAllowedPageIsFoundExactlyOnceAndItsFindingSaysWhatItSays()
      throws IOException {
    var origin = origin();
    var findings = new PageFindings(Files.readAllLines(out.resolve("crawl/findings.jsonl")));
    assertThat(findings.unread()).hasSizeGreaterThan(1_000);

    var walk =
        SiteWalk.of(
            out.resolve("site"),
            origin,
            (path, body, html) -> findings.agreeWith(origin + path, body, html));

    assertThat(walk.pages()).hasSizeGreaterThan(1_000);
    assertThat(findings.unread()).as("findings about no page of the walk").isEmpty();
    CrawledPages.in(Path.of(demo.path("index").asText())).areThoseOf(walk, origin);
  }

  @Test
  void theFiguresAgree() throws IOException {
    var found = CrawledPages.in(Path.of(demo.path("index").asText())).urls().size();

    // A finding that only names a better URL of a page is no page.
    assertThat(demo.path("findings").asInt()).isGreaterThanOrEqualTo(found);
    assertThat(demo.path("pages").asInt()).isGreaterThanOrEqualTo(found);
    assertThat(sum("pages", "mobile") + sum("pages", "classic"))
        .isEqualTo(demo.path("pages").asLong());
    assertThat(sum("wireBytes", "mobile")).isEqualTo(demo.path("wireBytesMobile").asLong());
    assertThat(sum("wireBytes", "classic"))
        .isLessThanOrEqualTo(demo.path("wireBytesClassic").asLong());
    assertThat(demo.path("classicBytesAvoided").asLong())
        .isGreaterThan(demo.path("wireBytesMobile").asLong());
    assertThat(demo.path("seconds").asDouble()).isPositive();
    assertThat(demo.path("complete").asBoolean()).isTrue();
  }

  @Test
  void eachPartIsCrawledWhereRobotsTxtSays() {
    assertThat(demo.path("territories"))
        .anySatisfy(part -> isCrawled(part, "/", "mobile"))
        .anySatisfy(part -> isCrawled(part, "/lucene-core/org/apache/lucene/search/", "mobile"))
        .anySatisfy(part -> isCrawled(part, "/junit-jupiter-api/", "classic"))
        .hasSize(3);
  }

  @Test
  void theReportStands() {
    assertThat(Path.of(demo.path("report").asText()))
        .content()
        .startsWith("<!DOCTYPE html>")
        .contains("/lucene-core/org/apache/lucene/search/");
  }

  @Test
  void searchPrintsRankedHits() {
    var search = Program.here("search", out.toString(), "analyzer token stream").succeeded();

    assertThat(search.out())
        .contains(origin() + "/lucene-core/org/apache/lucene/analysis/")
        .containsIgnoringCase("TokenStream");
  }

  @Test
  void noDaemonIsLeftBehind() {
    // Only the processes that name the directory of this demo count.
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () ->
                assertThat(
                        ProcessHandle.allProcesses().flatMap(p -> p.info().commandLine().stream()))
                    .noneMatch(line -> line.contains(out.toString())));
  }

  @Test
  void nothingDisallowedStandsInTheIndex() throws IOException {
    assertThat(CrawledPages.in(Path.of(demo.path("index").asText())).urls())
        .noneMatch(url -> url.contains("/lucene/internal/") || url.contains("/src-html/"));
    assertThat(Files.readString(out.resolve("site/robots.txt"))).contains("/lucene/internal/");
  }

  private static String origin() {
    return demo.at("/sites/0/site").asText();
  }

  private static void isCrawled(JsonNode part, String path, String crawled) {
    assertThat(part.path("path").asText()).isEqualTo(path);
    assertThat(part.path("crawled").asText()).isEqualTo(crawled);
    if (crawled.equals("mobile")) {
      assertThat(part.path("route").asText()).startsWith("atp://127.0.0.1:");
    } else {
      assertThat(part.path("route").asText()).isEqualTo("none");
    }
    assertThat(part.path("pages").asInt()).isPositive();
    assertThat(part.path("wireBytes").asLong()).isPositive();
  }

  private static long sum(String figure, String crawled) {
    return StreamSupport.stream(demo.path("territories").spliterator(), false)
        .filter(part -> part.path("crawled").asText().equals(crawled))
        .mapToLong(part -> part.path(figure).asLong())
        .sum();
  }
}
