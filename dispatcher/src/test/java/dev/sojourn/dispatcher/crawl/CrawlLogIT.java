package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.fetch.site.FetchLimits;
import dev.sojourn.fetch.site.Politeness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The crawl log of whole crawls, from home and through a host.
class CrawlLogIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  @Test
  void reportsOfEachUrlHowItCameOutAndWhyItIsNotInTheIndex() throws IOException {
    try (var site = new FailingSite(false)) {
      var heard = new Hearing();
      var summary = SharedSandbox.crawl(request(directory.resolve("out"), site.origin()), heard);
      assertThat(heard.sites).isEqualTo(1);
      assertThat(heard.unreached).isEmpty();
      assertThat(heard.territories.getLast().state()).isEqualTo(TerritoryStatus.IN_PART);
      assertThat(heard.territories.getLast().unread()).isEqualTo(8);

      var expected = new TreeMap<String, String>();
      expected.put("/", "fetched 200 indexed");
      expected.put("/403", "client-error 403 no-page");
      expected.put("/404", "client-error 404 no-page");
      expected.put("/410", "client-error 410 no-page");
      expected.put("/413", "client-error 413 no-page");
      expected.put("/429", "rate-limited 429 no-page");
      expected.put("/500", "server-error 500 no-page");
      expected.put("/503", "server-error 503 no-page");
      expected.put("/away", "outside 302 no-page");
      expected.put("/good", "fetched 200 indexed");
      expected.put("/gzip", "broken-encoding 0 no-page");
      expected.put("/large", "too-large 413 no-page");
      expected.put("/late", "timed-out 0 no-page");
      expected.put("/loop", "redirect-loop 508 no-page");
      expected.put("/moved", "fetched 200 indexed");
      expected.put("/noindex", "fetched 200 noindex");
      expected.put("/private/a", "disallowed 0 no-page");
      expected.put("/reset", "broken-answer 0 no-page");
      expected.put("/text", "fetched 200 not-html");
      expected.put("/twin", "fetched 200 same-body /good");
      var lines = lines(directory.resolve("out"));
      assertThat(noted(lines, site.origin())).isEqualTo(expected);

      assertThat(line(lines, site.origin() + "/").path("depth").asInt(-1)).isZero();
      assertThat(line(lines, site.origin() + "/").has("foundOn")).isFalse();
      assertThat(line(lines, site.origin() + "/404").path("depth").asInt()).isEqualTo(1);
      assertThat(line(lines, site.origin() + "/404").path("foundOn").asText())
          .isEqualTo(site.origin() + "/");
      assertThat(line(lines, site.origin() + "/moved").path("end").asText())
          .isEqualTo(site.origin() + "/good");
      assertThat(line(lines, site.origin() + "/good").path("where").asText()).isEqualTo("home");

      assertThat(summary.complete()).isFalse();
      assertThat(summary.urls().asked()).isEqualTo(expected.size());
      // A page that a redirect leads to as well is in the index once.
      assertThat(summary.urls().indexed()).isEqualTo(2);
      assertThat(new CrawlBench(directory.resolve("out")).indexedPages()).isEqualTo(2);
      assertThat(summary.urls().failed()).isEqualTo(8);
      assertThat(summary.urls().notTold()).isZero();
      assertThat(summary.territories())
          .singleElement()
          .satisfies(
              t -> {
                assertThat(t.state()).isEqualTo(TerritoryStatus.IN_PART);
                assertThat(t.reason()).startsWith("8 of 20 pages could not be read (");
                assertThat(t.urls()).isEqualTo(summary.urls());
              });
      var kept = JSON.readTree(directory.resolve("out/summary.json").toFile());
      assertThat(kept.at("/urls/outcomes"))
          .hasToString(JSON.writeValueAsString(summary.urls().outcomes()));
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log("out"))))
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aSiteWhosePagesAreOnlyMissingOrDisallowedIsComplete() throws IOException {
    try (var site = new FailingSite(true)) {
      var summary = crawl(site, directory.resolve("out"));

      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.urls().outcomes())
          .isEqualTo(Map.of("fetched", 2L, "client-error", 3L, "disallowed", 1L));
    }
  }

  @Test
  void reportsTheSameOfPagesAtAHost() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new TestSite(directory.resolve("www"), 3);
        var host = TestHost.start(directory.resolve("one"), site, bench.owner.verifyKey(), "")) {
      site.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
      Files.writeString(
          site.root().resolve("index.html"),
          "<title>Start</title><a href=/a/>a</a><a href=/none>n</a><a href=/private/0.html>p</a>"
              + "<a href=/twin.html>t</a><a href=/noindex.html>i</a>");
      Files.copy(site.root().resolve("a/0.html"), site.root().resolve("twin.html"));
      Files.writeString(
          site.root().resolve("noindex.html"), "<meta name=robots content=noindex>No");

      var summary = bench.crawl(site.origin() + "/");

      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.territories().getFirst().crawled()).isEqualTo(CrawlWay.MOBILE);
      var lines = lines(directory.resolve("out"));
      var noted = noted(lines, site.origin());
      assertThat(noted)
          .isEqualTo(
              Map.of(
                  "/", "fetched 200 indexed",
                  "/a/", "fetched 200 indexed",
                  "/a/0.html", "fetched 200 indexed",
                  "/a/1.html", "fetched 200 indexed",
                  "/a/2.html", "fetched 200 indexed",
                  "/noindex.html", "fetched 200 noindex",
                  "/none", "client-error 404 no-page",
                  "/private/0.html", "disallowed 0 no-page",
                  "/twin.html", "fetched 200 same-body /a/0.html"));
      assertThat(line(lines, site.origin() + "/none").path("where").asText()).isEqualTo(host.url());
      assertThat(line(lines, site.origin() + "/none").path("foundOn").asText())
          .isEqualTo(site.origin() + "/");
    }
  }

  /// The links of a page that is as it was are not looked at again.
  @Test
  void aRecrawlReportsTheSameOfWhatPassportsLeaveOut() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new TestSite(directory.resolve("www"), 3);
        var one = TestHost.start(directory.resolve("one"), site, bench.owner.verifyKey(), "");
        var two = TestHost.start(directory.resolve("two"), site, bench.owner.verifyKey(), "")) {
      site.robots(
          "Disallow: /b/1.html\nMobile-agent-server: / %s\nMobile-agent-server: /b/ %s\n"
              .formatted(one.url(), two.url()));
      Files.writeString(
          site.root().resolve("a/1.html"),
          "<title>One</title><a href=/private/0.html>p</a><a href=/b/>b</a>");
      // A link into another territory that robots.txt disallows is no visit's to ask for.
      Files.writeString(
          site.root().resolve("b/0.html"),
          "<title>Zero</title><a href=/private/1.html>p</a><a href=/b/1.html>1</a>");
      var first = bench.crawl(site.origin() + "/");
      var disallowed = disallowed(site.origin());
      assertThat(disallowed).containsExactly("/b/1.html", "/private/0.html");

      for (int i = 0; i < 2; i++) {
        var again = SharedSandbox.crawlAgain(bench.request());

        assertThat(again.recrawl().unchanged()).as("%s", again).isEqualTo(first.pages());
        assertThat(again.territories()).hasSize(2).allMatch(t -> t.crawled() == CrawlWay.MOBILE);
        assertThat(disallowed(site.origin())).isEqualTo(disallowed);
        assertThat(again.urls().asked()).isEqualTo(first.urls().asked());
      }
    }
  }

  /// The paths that robots.txt disallows, each with a line that counts and no other.
  private List<String> disallowed(String origin) throws IOException {
    return noted(lines(directory.resolve("out")), origin).entrySet().stream()
        .filter(line -> line.getValue().equals("disallowed 0 no-page"))
        .map(Map.Entry::getKey)
        .toList();
  }

  private Path log(String out) {
    return directory.resolve(out).resolve("urls.jsonl");
  }

  @Test
  void reportsOfEachSiteThatItCountsAndOfThoseThatItCannotReach() throws IOException {
    try (var site = new FailingSite(true)) {
      var heard = new Hearing();
      SharedSandbox.crawl(
          request(directory.resolve("out"), site.origin(), "http://127.0.0.1:1"), heard);

      assertThat(heard.sites).isEqualTo(2);
      assertThat(heard.unreached).containsExactly("http://127.0.0.1:1");
      assertThat(heard.territories.getLast().state()).isEqualTo(TerritoryStatus.COMPLETE);
      assertThat(heard.territories.getLast().unread()).isZero();
    }
  }

  /// Hears the progress of a crawl.
  private static final class Hearing implements CrawlListener {
    private final List<String> unreached = new ArrayList<>();
    private final List<TerritoryProgress> territories = new ArrayList<>();
    private int sites;

    @Override
    public void begun(int all) {
      sites = all;
    }

    @Override
    public void unreached(String origin) {
      unreached.add(origin);
    }

    @Override
    public void planned(Plan plan) {}

    @Override
    public void changed(TerritoryProgress territory) {
      territories.add(territory);
    }

    @Override
    public void noted(String sentence) {}
  }

  private static CrawlSummary crawl(FailingSite site, Path out) throws IOException {
    return SharedSandbox.crawl(request(out, site.origin()));
  }

  private static CrawlRequest request(Path out, String... origins) {
    var settings = CrawlSettings.defaults();
    var limits =
        new FetchLimits(
            Duration.ofSeconds(10),
            Duration.ofSeconds(3),
            Duration.ofSeconds(20),
            FailingSite.MAX_BODY_BYTES);
    var impatient =
        new Politeness(
            1,
            Duration.ZERO,
            0,
            Duration.ZERO,
            Duration.ZERO,
            0,
            Duration.ZERO,
            Duration.ofMinutes(1));
    return new CrawlBench(out)
        .request(
            TestSettings.withPoliteness(
                TestSettings.withAnswers(
                    TestSettings.withPatience(settings, Duration.ofMillis(1)),
                    settings.hosts().client(),
                    limits),
                impatient),
            Stream.of(origins).map(origin -> origin + "/").toArray(String[]::new));
  }

  /// The lines by URL; no URL has two.
  private static Map<String, JsonNode> lines(Path out) throws IOException {
    var lines = new LinkedHashMap<String, JsonNode>();
    for (var text : Files.readAllLines(out.resolve("urls.jsonl"))) {
      var line = JSON.readTree(text);
      assertThat(lines.put(line.path("url").asText(), line)).isNull();
    }
    return lines;
  }

  private static JsonNode line(Map<String, JsonNode> lines, String url) {
    return Objects.requireNonNull(lines.get(url), url);
  }

  private static Map<String, String> noted(Map<String, JsonNode> lines, String origin) {
    var noted = new TreeMap<String, String>();
    lines.forEach(
        (url, line) -> {
          var indexed = line.path("indexed").asBoolean();
          var same = line.path("sameAs").asText().replace(origin, "");
          noted.put(
              url.replace(origin, ""),
              "%s %s %s"
                  .formatted(
                      line.path("outcome").asText(),
                      line.path("status").asText(),
                      indexed ? "indexed" : (line.path("why").asText() + " " + same).strip()));
        });
    return noted;
  }
}
