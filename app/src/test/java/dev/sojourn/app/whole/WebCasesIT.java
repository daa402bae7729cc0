package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.app.whole.web.CaseResult;
import dev.sojourn.app.whole.web.CrawlFiles;
import dev.sojourn.app.whole.web.RawSite;
import dev.sojourn.app.whole.web.RawSites;
import dev.sojourn.app.whole.web.WebCase;
import dev.sojourn.app.whole.web.WebCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The kinds of pages and answers that other crawlers have met, in one crawl by the program's
/// command over a server of raw bytes. Each case has the one value that is right by its standard.
final class WebCasesIT {
  private static final List<WebCase> CASES = WebCases.all();

  @TempDir private static Path temp;
  private static RawSites server;
  private static final Map<WebCase, RawSite> SITES = new LinkedHashMap<>();
  private static final Map<WebCase, String> PREFIXES = new HashMap<>();
  private static Program run;
  private static CrawlFiles files;

  @BeforeAll
  static void crawlAllCases() throws IOException {
    ProgramStartCache.make();
    server = RawSites.start();
    var shared = new HashMap<String, RawSite>();
    var starts = new ArrayList<String>();
    for (var each : CASES) {
      var site =
          each.isAlone() ? server.add() : shared.computeIfAbsent(each.family(), _ -> server.add());
      var prefix = each.isAlone() ? "/" : "/" + PREFIXES.size() + "/";
      each.putOn(site, prefix);
      SITES.put(each, site);
      PREFIXES.put(each, prefix);
      starts.add(site.origin() + prefix);
    }
    var list = Files.write(temp.resolve("sites"), starts);
    var key = temp.resolve("owner.key").toString();
    Program.here("key", "new", key).succeeded();
    run =
        Program.here(
            "crawl",
            "--json",
            "--sites",
            list.toString(),
            "--out",
            temp.resolve("out").toString(),
            "--key",
            temp.resolve("owner.key").toString(),
            "--patience",
            "1s",
            "--timeout",
            "10s");
    assertThat(run.out()).describedAs(run.err()).isNotEmpty();
    files = CrawlFiles.in(temp.resolve("out"));
  }

  @AfterAll
  static void stopTheServer() throws IOException {
    server.close();
  }

  static List<WebCase> cases() {
    return CASES;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void isRight(WebCase each) {
    each.check(new CaseResult(SITES.get(each), PREFIXES.get(each), files));
  }

  @Test
  void thereAreNinetyNineKindsAndMore() {
    assertThat(CASES).hasSizeGreaterThanOrEqualTo(99);
    assertThat(CASES.stream().map(WebCase::family).distinct()).hasSizeGreaterThanOrEqualTo(20);
    assertThat(CASES.stream().map(WebCase::toString)).doesNotHaveDuplicates();
  }

  @Test
  void nothingIsAskedForBeforeRobotsTxt() {
    assertThat(SITES.values())
        .allSatisfy(site -> assertThat(site.targets()).first().isEqualTo("/robots.txt"));
  }

  @Test
  void theSummaryCountsWhatTheLogHas() {
    var urls = files.summary().path("urls");
    int outcomes = 0;
    for (var count : urls.path("outcomes")) {
      outcomes += count.asInt();
    }
    assertThat(urls.path("asked").asInt()).isEqualTo(outcomes).isEqualTo(files.log().size());
    assertThat(files.summary().path("pages").asInt())
        .isEqualTo(urls.path("outcomes").path("fetched").asInt());
  }
}
