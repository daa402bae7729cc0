package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.RobotsStanding;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Crawls of sites that have no hosts.
class ClassicCrawlIT {
  @TempDir Path directory;

  @Test
  void findsEveryAllowedPageOnce() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 20)) {
      site.robots("");
      var bench = new CrawlBench(directory.resolve("out"));
      var summary = bench.crawl(site.origin() + "/");
      bench.assertFoundExactly(site);
      assertThat(summary.complete()).isTrue();
      assertThat(summary.interrupted()).isFalse();
      assertThat(summary.findings()).isEqualTo(site.expected().size());
      assertThat(summary.wireBytesClassic()).isPositive();
      assertThat(summary.wireBytesMobile()).isZero();
      assertThat(summary.territories())
          .singleElement()
          .satisfies(
              t -> {
                assertThat(t.path()).isEqualTo("/");
                assertThat(t.route()).hasToString("unspecified");
                assertThat(t.crawled()).isEqualTo(CrawlWay.CLASSIC);
                assertThat(t.state()).isEqualTo(TerritoryStatus.COMPLETE);
              });
      assertThat(Files.readString(directory.resolve("out/summary.json"))).contains("\"complete\"");
    }
  }

  @Test
  void aCrawlWithoutAnIndexGetsOneWhenItIsResumedWithOne() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 20)) {
      site.robots("");
      var bench = new CrawlBench(directory.resolve("out"));
      var without = TestSettings.withoutIndex(CrawlSettings.defaults());
      for (var starts : List.of(new String[] {site.origin() + "/"}, new String[0])) {
        var summary = SharedSandbox.crawl(bench.request(without, starts));
        assertThat(summary.complete()).isTrue();
        assertThat(bench.foundUrls()).containsExactlyInAnyOrderElementsOf(site.expected());
        assertThat(bench.out.resolve("index")).doesNotExist();
      }

      var resumed = bench.crawl();
      assertThat(resumed.findings()).isEqualTo(site.expected().size());
      bench.assertFoundExactly(site);
    }
  }

  /// Also in a directory that was there before and that others may look into.
  @Test
  void nobodyElseCanReadWhatACrawlFound() throws IOException {
    var given = Files.createDirectory(directory.resolve("given"));
    Files.setPosixFilePermissions(given, PosixFilePermissions.fromString("rwxr-xr-x"));
    try (var site = new TestSite(directory.resolve("www"), 1)) {
      site.robots("");
      new CrawlBench(given).crawlAlone(site.origin() + "/");
      assertThat(readableByOthers(given)).containsExactly(given);
      var made = directory.resolve("made/out");
      new CrawlBench(made).crawl(site.origin() + "/");
      assertThat(readableByOthers(made)).isEmpty();
    }
  }

  /// The files that others can reach, which leaves out the contents of a directory that is closed
  /// to them.
  private static List<Path> readableByOthers(Path path) throws IOException {
    var found = new ArrayList<Path>();
    var mode = Files.getPosixFilePermissions(path);
    if (mode.stream().noneMatch(p -> !p.name().startsWith("OWNER"))) {
      return found;
    }
    found.add(path);
    if (Files.isDirectory(path)) {
      try (var entries = Files.list(path)) {
        for (var entry : entries.toList()) {
          found.addAll(readableByOthers(entry));
        }
      }
    }
    return found;
  }

  @Test
  void losesNoPageThatSaysOneWordAThousandTimes() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 1)) {
      site.robots("");
      Files.writeString(
          site.root().resolve("echo.html"), "<title>Echo</title><p>" + "ha ".repeat(50_000));
      var bench = new CrawlBench(directory.resolve("out"));
      var summary = bench.crawl(site.origin() + "/echo.html");
      assertThat(summary.complete()).isTrue();
      assertThat(bench.foundUrls()).contains(site.origin() + "/echo.html");
    }
  }

  /// Bold text that never ends is made anew in each paragraph: more than any heap.
  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aPageThatWouldFillItsWorkerIsReadInPartAndCostsNoOtherPage(int connections)
      throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 1)) {
      site.robots("");
      var bomb = site.root().resolve("bomb.html");
      var bold =
          IntStream.range(0, 12).mapToObj("<b a=%d>"::formatted).collect(Collectors.joining());
      Files.writeString(bomb, "<title>Bomb</title><p>" + bold + "<p>x".repeat(100_000));
      Files.writeString(
          site.root().resolve("start.html"),
          "<title>Start</title><a href=before.html>1</a><a href=bomb.html>2</a><a"
              + " href=after.html>3</a>");
      Files.writeString(site.root().resolve("before.html"), "<title>Before</title>one");
      Files.writeString(site.root().resolve("after.html"), "<title>After</title>two");
      var bench = new CrawlBench(directory.resolve("out"));

      var settings =
          withSmallHeap(TestSettings.withConnections(CrawlSettings.defaults(), connections));
      var request = bench.request(settings, site.origin() + "/start.html");
      var summary = Crawl.run(request, CrawlListener.SILENT, InstantSource.system());

      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.urls().outcomes()).isEqualTo(Map.of("fetched", 4L));
      assertThat(summary.urls().inPart()).isEqualTo(1);
      assertThat(summary.urls().frontier().linksInPart()).isEqualTo(1);
      assertThat(bench.foundUrls())
          .as("%s", summary)
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrder(
              site.origin() + "/start.html",
              site.origin() + "/before.html",
              site.origin() + "/bomb.html",
              site.origin() + "/after.html");
      assertThat(summary.sites().getFirst().remarks())
          .singleElement()
          .asString()
          .startsWith("1 page went beyond the bounds of what is read of a page: ")
          .contains(site.origin() + "/bomb.html");

      var resumed = SharedSandbox.crawl(bench.request(settings));

      assertThat(resumed.sites().getFirst().remarks())
          .isEqualTo(summary.sites().getFirst().remarks());
    }
  }

  /// A small heap is full sooner, and is searched for garbage at less cost.
  private static CrawlSettings withSmallHeap(CrawlSettings usual) {
    var sandbox = usual.sandbox();
    var pool = sandbox.pool();
    // A start cache is for workers of one heap.
    var small = sandbox.withBounds(pool.workers(), pool.visitsPerWorker(), 32).withoutStartCache();
    return new CrawlSettings(
        usual.retries(), usual.hosts(), usual.sites(), usual.budget(), small, usual.isIndexed());
  }

  @Test
  void crawlsAllOfASiteWithoutRobotsTxt() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 3)) {
      var bench = new CrawlBench(directory.resolve("out"));
      var summary = bench.crawl(site.origin() + "/");
      assertThat(summary.complete()).isTrue();
      assertThat(bench.foundUrls()).contains(site.origin() + "/private/1.html");
      assertThat(summary.sites().getFirst().robots()).isEqualTo(RobotsStanding.ABSENT);
    }
  }

  @Test
  void fetchesNothingWhereRobotsTxtFailsUntilItCanBeRead() throws IOException {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    var robotsStatus = new AtomicInteger(503);
    var pagesAsked = new AtomicInteger();
    server.createContext(
        "/",
        exchange -> {
          if (exchange.getRequestURI().getPath().equals("/robots.txt")) {
            exchange.sendResponseHeaders(robotsStatus.get(), -1);
          } else {
            pagesAsked.incrementAndGet();
            var page = "<title>A page</title>".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/html");
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
          }
          exchange.close();
        });
    server.start();
    try {
      var bench = new CrawlBench(directory.resolve("out"));
      var start = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
      var summary = SharedSandbox.crawl(bench.impatient(start));
      assertThat(summary.pages()).isZero();
      assertThat(summary.complete()).isFalse();
      assertThat(summary.sites().getFirst().robots()).isEqualTo(RobotsStanding.UNREACHABLE);
      assertThat(pagesAsked).hasValue(0);

      robotsStatus.set(404);
      var resumed = bench.crawl();
      assertThat(resumed.complete()).as("%s", resumed).isTrue();
      assertThat(resumed.pages()).isEqualTo(1);
      assertThat(bench.foundUrls()).hasSize(1);
    } finally {
      server.stop(0);
    }
  }

  @Test
  void keepsThePageBudget() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 20)) {
      site.robots("");
      var bench = new CrawlBench(directory.resolve("out"));
      var tight = CrawlSettings.defaults().budget().allowance();
      var few = new Allowance(7, tight.bytes(), tight.findings(), 60);
      var settings = TestSettings.withAllowance(CrawlSettings.defaults(), few);
      var summary = SharedSandbox.crawl(bench.request(settings, site.origin() + "/"));
      assertThat(summary.complete()).isFalse();
      assertThat(summary.pages()).isLessThanOrEqualTo(7);
      assertThat(bench.foundUrls()).hasSizeLessThanOrEqualTo(7).isNotEmpty();
      assertThat(summary.territories().getFirst().state()).isEqualTo(TerritoryStatus.IN_PART);
      assertThat(summary.territories().getFirst().reason()).isEqualTo("stopped by --max-pages 7.");
    }
  }

  @Test
  void refusesADirectoryThatHasACrawlAlready() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 8)) {
      site.robots("");
      var bench = new CrawlBench(directory.resolve("out"));
      bench.crawl(site.origin() + "/");
      assertThatThrownBy(() -> bench.crawl(site.origin() + "/"))
          .isInstanceOf(CommandException.class)
          .hasMessageContaining("--resume");
      assertThat(bench.crawl().findings()).isEqualTo(site.expected().size());
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void refusesToResumeWhatWasNeverBegunOrIsSomebodyElses() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    assertThatThrownBy(bench::crawl)
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("no crawl");
    try (var site = new TestSite(directory.resolve("www"), 8)) {
      site.robots("");
      bench.crawl(site.origin() + "/");
      assertThatThrownBy(bench.ofStranger()::crawl)
          .isInstanceOf(CommandException.class)
          .hasMessageContaining("--key");
    }
  }
}
