package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.Nginx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One crawl of five sites, by the program's command, compared with an independent walk of their
/// files. Three are real ones, served by nginx if it is installed. One is of frames, and one of
/// equal bodies with pages that fail on purpose. Two daemons take agents for parts of them.
final class FiveSitesIT {
  /// Parts of the documentation that would only make the crawl longer: large pages of the first two
  /// sites, modules and most languages of the third.
  private static final List<String> CLOSED =
      List.of(
          """
          /app /bookindex /datatype /ddl /ecpg /functions /libpq /monitoring /plpgsql /protocol
          /release /runtime /sql
          /c-api/e /c-api/i /c-api/m /c-api/s /c-api/t /c-api/u /contents /distutils/ /extending/
          /faq/p /genindex /glossary /howto/ /install /library/a /library/c /library/d /library/e
          /library/f /library/h /library/i /library/l /library/m /library/n /library/o /library/p
          /library/r /library/s /library/t /library/u /library/w /library/x /reference/ /using/
          /whatsnew/
          /en/mod/core /en/mod/m
          /da/ /de/ /es/ /fr/ /ja/ /ko/ /pt-br/ /ru/ /tr/ /zh-cn/\
          """
              .split("\\s+", -1));

  @TempDir private static Path temp;
  private static final List<AutoCloseable> OPEN = new ArrayList<>();
  private static final Map<String, Path> ROOTS = new HashMap<>();
  private static String documentation;
  private static String framed;
  private static String repeating;
  private static Program run;
  private static JsonNode summary;

  @BeforeAll
  static void crawlFiveSites() throws IOException {
    ProgramStartCache.make();
    var roots = new ArrayList<>(DocumentationSites.in(temp));
    roots.add(FramedSite.in(temp.resolve("framed")));
    var origins = serve(roots);
    documentation = origins.getFirst();
    framed = origins.getLast();
    var copies = RepeatingSite.in(temp.resolve("repeating"));
    repeating = opened(FailingServer.start(copies)).origin();
    ROOTS.put(repeating, copies);
    for (int i = 0; i < roots.size(); i++) {
      ROOTS.put(origins.get(i), roots.get(i));
    }
    var key = temp.resolve("owner.jwk");
    var owner = SigningKey.generate(new SecureRandom());
    owner.write(key);
    Files.write(temp.resolve("owner.jwk.pub"), owner.verifyKey().toJwk().toArray());
    var wide = host("wide", List.of(documentation, origins.get(1), framed), key);
    var narrow = host("narrow", List.of(origins.get(1)), key);
    route(documentation, List.of("/ " + wide.listening()));
    route(origins.get(1), List.of("/ " + wide.listening(), "/l " + narrow.listening(), "/c none"));
    route(origins.get(2), List.of("/ none"));
    route(framed, List.of("/ " + wide.listening()));
    route(repeating, List.of("/ none"));
    var words = new ArrayList<>(List.of("crawl", "--json", "--key", key.toString(), "--out"));
    words.add(temp.resolve("out").toString());
    ROOTS.keySet().forEach(origin -> words.add(origin + "/"));
    run = Program.here(words.toArray(String[]::new));
    assertThat(run.out()).describedAs(run.err()).isNotEmpty();
    summary = new ObjectMapper().readTree(run.out());
  }

  @AfterAll
  static void stopTheServers() throws Exception {
    for (var open : OPEN.reversed()) {
      open.close();
    }
  }

  @Test
  void theIndexHoldsWhatAnIndependentWalkReaches() throws IOException {
    var found = CrawledPages.in(temp.resolve("out/index"));
    for (var site : ROOTS.entrySet()) {
      var walk = SiteWalk.of(site.getValue(), site.getKey());
      found.of(site.getKey()).areThoseOf(walk, site.getKey());
    }
    assertThat(found.urls()).hasSizeGreaterThan(1_000);
  }

  @Test
  void everyPageBehindAFrameIsFound() throws IOException {
    assertThat(CrawledPages.in(temp.resolve("out/index")).of(framed).urls())
        .contains(
            framed + "/embedded/deeper.html",
            framed + "/pages/area.html",
            framed + "/pages/moved.html",
            framed + "/canonical.html",
            framed + "/chain/59.html");
  }

  @Test
  void equalBodiesAreKeptUnderTheNameThatTheyPreferOrElseTheShortest() {
    assertThat(search("wohlbenannt")).contains(repeating + RepeatingSite.CANONICAL);
    assertThat(search("zweinamig")).contains(repeating + RepeatingSite.SHORTEST);
  }

  @Test
  void onlyTheSiteWithFaultsIsDoneInPart() {
    assertThat(run.exitCode()).isEqualTo(6);
    assertThat(summary.path("complete").asBoolean()).isFalse();
    assertThat(summary.path("territories"))
        .allSatisfy(
            part ->
                assertThat(part.path("state").asText())
                    .describedAs("%s", part)
                    .isEqualTo(
                        part.path("site").asText().equals(repeating) ? "in part" : "complete"));
  }

  @Test
  void theCrawlLogReportsOfEachPageThatFailed() throws IOException {
    var failed = FailingServer.FAULTS.stream().map(path -> repeating + path).toArray(String[]::new);
    var log = crawlLog();

    assertThat(log).containsKeys(failed).containsKey(repeating + FailingServer.GONE);
    assertThat(log.keySet()).containsAll(CrawledPages.in(temp.resolve("out/index")).urls());
    for (var url : failed) {
      assertThat(log.get(url).path("indexed").asBoolean()).describedAs(url).isFalse();
      assertThat(log.get(url).path("foundOn").asText()).isEqualTo(repeating + "/fails/");
    }
  }

  private static String search(String words) {
    return Program.here("search", temp.resolve("out").toString(), words).succeeded().out();
  }

  private static Map<String, JsonNode> crawlLog() throws IOException {
    var json = new ObjectMapper();
    var byUrl = new HashMap<String, JsonNode>();
    for (var line : Files.readAllLines(temp.resolve("out/urls.jsonl"))) {
      var entry = json.readTree(line);
      byUrl.put(entry.path("url").asText(), entry);
      if (entry.has("end")) {
        byUrl.putIfAbsent(entry.path("end").asText(), entry);
      }
    }
    return byUrl;
  }

  private static List<String> serve(List<Path> roots) throws IOException {
    if (Nginx.isInstalled()) {
      return opened(Nginx.start(temp.resolve("nginx"), roots)).origins();
    }
    var origins = new ArrayList<String>();
    for (var root : roots) {
      origins.add(opened(FailingServer.start(root)).origin());
    }
    return origins;
  }

  private static InProcessHost host(String name, List<String> origins, Path key)
      throws IOException {
    var home = Files.createDirectories(temp.resolve(name));
    var sites =
        origins.stream()
            .map(
                origin ->
                    """
                    [[site]]
                    origin = "%s"
                    root = "%s"

                    """
                        .formatted(origin, ROOTS.get(origin)))
            .reduce("", String::concat);
    var config = home.resolve("host.toml");
    Files.writeString(
        config,
        """
        listen = "127.0.0.1:0"
        data = "data"

        %s[[trust]]
        name = "test"
        keys = "%s.pub"

        [limits]
        spare-workers = 0
        """
            .formatted(sites, key));
    return opened(InProcessHost.start(config));
  }

  private static void route(String origin, List<String> routes) throws IOException {
    var closed = CLOSED.stream().map("Disallow: "::concat);
    var lines = Stream.concat(Stream.of("User-agent: *"), Stream.concat(closed, routes.stream()));
    Files.writeString(
        ROOTS.get(origin).resolve("robots.txt"),
        String.join(
            "\n", lines.map(l -> l.startsWith("/") ? "Mobile-agent-server: " + l : l).toList()));
  }

  private static <T extends AutoCloseable> T opened(T resource) {
    OPEN.add(resource);
    return resource;
  }
}
