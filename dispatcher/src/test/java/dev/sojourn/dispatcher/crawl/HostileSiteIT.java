package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.RobotsStanding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Sites that answer so that a crawl should end, and what they cost it.
@Timeout(300)
class HostileSiteIT {
  private static final byte[] NO_RULES =
      "User-agent: *\nAllow: /\n".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;

  /// A site on loopback of a few bodies, those of `gzipped` with that coding.
  private record HostileSite(
      HttpServer server, Map<String, byte[]> pages, Map<String, byte[]> gzipped)
      implements AutoCloseable {
    static HostileSite start() throws IOException {
      var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      var site = new HostileSite(server, new HashMap<>(), new HashMap<>());
      site.pages.put("/robots.txt", NO_RULES);
      server.createContext("/", site::answer);
      server.start();
      return site;
    }

    HostileSite html(String path, String html) {
      pages.put(path, html.getBytes(StandardCharsets.UTF_8));
      return this;
    }

    String origin() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
      try (exchange) {
        var path = exchange.getRequestURI().getPath();
        var body = gzipped.getOrDefault(path, pages.getOrDefault(path, new byte[0]));
        exchange.getResponseHeaders().set("Content-Type", "text/html");
        if (gzipped.containsKey(path)) {
          exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        }
        exchange.sendResponseHeaders(
            body.length == 0 ? 404 : 200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
      }
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }

  private static byte[] emptyMembers(int count) throws IOException {
    var member = new ByteArrayOutputStream();
    new GZIPOutputStream(member).close();
    var all = new ByteArrayOutputStream();
    for (int i = 0; i < count; i++) {
      all.writeBytes(member.toByteArray());
    }
    return all.toByteArray();
  }

  @Test
  void aRobotsTxtOfTenThousandGzipMembersEndsNoOtherSite() throws IOException {
    try (var hostile = HostileSite.start().html("/", "<title>Hostile</title>");
        var honest = HostileSite.start().html("/", "<title>Honest</title>")) {
      hostile.gzipped.put("/robots.txt", emptyMembers(10_000));
      var bench = new CrawlBench(directory.resolve("out"));

      var request = bench.impatient(hostile.origin() + "/", honest.origin() + "/");
      var summary = SharedSandbox.crawl(request);

      assertThat(bench.foundUrls()).containsExactly(honest.origin() + "/");
      assertThat(summary.sites().getFirst().robots()).isEqualTo(RobotsStanding.UNREACHABLE);
      assertThat(summary.sites().getFirst().sentence())
          .contains("the gzip body has more than 1000 members");
      assertThat(summary.sites().getLast().robots()).isEqualTo(RobotsStanding.READ);
    }
  }

  @Test
  void aPageOfTenThousandGzipMembersCostsTheVisitNoOtherPage() throws IOException {
    try (var site =
        HostileSite.start()
            .html("/", "<title>Start</title><a href=/bomb>1</a><a href=/after>2</a>")
            .html("/after", "<title>After</title>")) {
      site.gzipped.put("/bomb", emptyMembers(10_000));
      var bench = new CrawlBench(directory.resolve("out"));

      var summary = bench.crawl(site.origin() + "/");

      assertThat(bench.foundUrls())
          .containsExactlyInAnyOrder(site.origin() + "/", site.origin() + "/after");
      assertThat(summary.urls().outcomes()).isEqualTo(Map.of("fetched", 2L, "broken-encoding", 1L));
    }
  }

  @Test
  void aPathThatRepeatsItselfEndsAndTheSummaryReportsIt() throws IOException {
    try (var site = HostileSite.start().html("/", "<title>Start</title><a href=a/>1</a>")) {
      for (int depth = 1; depth < 6; depth++) {
        site.html("/" + "a/".repeat(depth), "<title>" + depth + "</title><a href=a/>further</a>");
      }
      var summary = new CrawlBench(directory.resolve("out")).crawl(site.origin() + "/");

      assertThat(summary.urls().frontier().repeatedSegments()).isEqualTo(1);
      assertThat(summary.sites().getFirst().remarks())
          .contains(
              "The agent of "
                  + site.origin()
                  + " left out 1 link: 1 to paths that repeat themselves.");
    }
  }

  /// As many links as are read of a page, all but the last of them to another site.
  private static String elsewhere() {
    var html = new StringBuilder("<title>Start</title>");
    for (int i = 0; i < 99_999; i++) {
      html.append("<a href=http://x.example/").append(i).append(">x</a>");
    }
    return html.append("<a href=/after.html>after</a>").toString();
  }

  private static void assertDropped(CrawlSummary summary, String origin) {
    assertThat(summary.complete()).as("%s", summary).isTrue();
    assertThat(summary.urls().outcomes()).isEqualTo(Map.of("fetched", 2L));
    // Half of the 100,000 that a visit may make lead to other sites at most.
    assertThat(summary.urls().droppedReferrals()).isEqualTo(49_999);
    assertThat(summary.sites().getFirst().remarks())
        .anyMatch(remark -> remark.startsWith("49,999 links out of " + origin + " were dropped"));
  }

  @Test
  void aPageOfAHundredThousandLinksElsewhereCostsNoPageAtHome() throws IOException {
    try (var site =
        HostileSite.start().html("/", elsewhere()).html("/after.html", "<title>After</title>")) {
      var bench = new CrawlBench(directory.resolve("out"));

      var summary = bench.crawl(site.origin() + "/");

      assertThat(bench.foundUrls())
          .containsExactlyInAnyOrder(site.origin() + "/", site.origin() + "/after.html");
      assertDropped(summary, site.origin());
    }
  }

  @Test
  void aPageOfAHundredThousandLinksElsewhereCostsNoPageAtAHost() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = new TestSite(directory.resolve("www"), 1);
        var host =
            TestHost.start(
                directory.resolve("one"),
                site,
                bench.owner.verifyKey(),
                "\n[limits]\nfindings = 1000")) {
      site.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
      Files.writeString(site.root().resolve("index.html"), elsewhere());
      Files.writeString(site.root().resolve("after.html"), "<title>After</title>");

      var summary = bench.crawl(site.origin() + "/");

      assertThat(summary.territories().getFirst().crawled()).isEqualTo(CrawlWay.MOBILE);
      assertThat(bench.foundUrls())
          .containsExactlyInAnyOrder(site.origin() + "/", site.origin() + "/after.html");
      assertDropped(summary, site.origin());
    }
  }
}
