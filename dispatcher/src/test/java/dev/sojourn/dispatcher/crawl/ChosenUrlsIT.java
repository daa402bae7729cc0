package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.RuleChange;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.testing.IndexRecords;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crawls whose owner chooses the URLs, with real daemons. What they find equals an independent
/// walk over the files of the site.
class ChosenUrlsIT {
  private static final int PAGES = 20;
  private static final Pattern LINK = Pattern.compile("href='([^']+)'");
  private static final List<String> NO_TEENS = List.of("*/1*.html$", "regex:/b/[2-4]\\.html$");

  @TempDir static Path shared;
  private static TestSite site;
  private static TestHost one;
  private static TestHost two;

  @TempDir Path directory;
  private CrawlBench mobile;
  private CrawlBench classic;

  @BeforeAll
  static void start() throws Exception {
    var owner = new CrawlBench(shared).owner.verifyKey();
    site = new TestSite(shared.resolve("www"), PAGES);
    one = TestHost.start(shared.resolve("one"), site, owner, "");
    two = TestHost.start(shared.resolve("two"), site, owner, "");
  }

  @AfterAll
  static void stop() throws IOException {
    one.close();
    two.close();
    site.close();
  }

  @BeforeEach
  void makeBenches() {
    mobile = new CrawlBench(directory.resolve("mobile"));
    classic = new CrawlBench(directory.resolve("classic"));
  }

  private static void hosts() throws IOException {
    site.robots(
        "Mobile-agent-server: / %s\nMobile-agent-server: /b/ %s\n".formatted(one.url(), two.url()));
  }

  private static void noHost() throws IOException {
    site.robots("");
  }

  private static RuleChange rules(List<String> includes, List<String> excludes) {
    return new RuleChange(Optional.of(includes), Optional.of(excludes));
  }

  private static CrawlSummary crawl(CrawlBench bench, RuleChange rules, String path)
      throws IOException {
    var request = bench.request(site.origin() + path).withChanged(ChangedTerms.of(rules));
    return SharedSandbox.crawl(request);
  }

  private static CrawlSummary resume(CrawlBench bench, RuleChange rules) throws IOException {
    return SharedSandbox.crawl(bench.request().withChanged(ChangedTerms.of(rules)));
  }

  private static CrawlSummary recrawl(CrawlBench bench, RuleChange rules) throws IOException {
    return SharedSandbox.crawlAgain(bench.request().withChanged(ChangedTerms.of(rules)));
  }

  /// The pages that links lead to from a start page, over pages that are wanted and allowed.
  private static Set<String> walk(Predicate<String> isWanted) throws IOException {
    var found = new TreeSet<String>();
    var waiting = new ArrayDeque<String>(List.of("/"));
    while (!waiting.isEmpty()) {
      var path = waiting.remove();
      if (path.startsWith("/private/") || !found.add(site.origin() + path)) {
        continue;
      }
      var file = site.root().resolve("." + path + (path.endsWith("/") ? "index.html" : ""));
      LINK.matcher(Files.readString(file))
          .results()
          .map(link -> URI.create(path).resolve(link.group(1)).toString())
          .filter(isWanted)
          .forEach(waiting::add);
    }
    return found;
  }

  private static List<JsonNode> log(CrawlBench bench) throws IOException {
    var json = new ObjectMapper();
    var lines = new ArrayList<JsonNode>();
    for (var line : Files.readAllLines(bench.out.resolve("urls.jsonl"))) {
      lines.add(json.readTree(line));
    }
    return lines;
  }

  private static boolean isNoTeen(String path) {
    return !path.matches(".*/1\\d*\\.html") && !path.matches("/b/[2-4]\\.html");
  }

  private static void assertFound(CrawlBench bench, Set<String> expected) throws IOException {
    assertThat(bench.foundUrls()).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(bench.indexedPages()).isEqualTo(expected.size());
  }

  @Test
  void hostsAndHomeLeaveOutTheSame() throws IOException {
    hosts();
    var summary = crawl(mobile, rules(List.of(), NO_TEENS), "/");
    noHost();
    crawl(classic, rules(List.of(), NO_TEENS), "/");

    assertThat(summary.territories())
        .allSatisfy(territory -> assertThat(territory.crawled()).isEqualTo(CrawlWay.MOBILE));
    assertFound(classic, walk(ChosenUrlsIT::isNoTeen));
    assertFound(mobile, walk(ChosenUrlsIT::isNoTeen));
  }

  @Test
  void includesLeadFromAStartUrlThatNeedsNone() throws IOException {
    hosts();
    crawl(mobile, rules(List.of("/a/", site.origin() + "/c/"), List.of()), "/");
    noHost();
    crawl(classic, rules(List.of("/a/", site.origin() + "/c/"), List.of()), "/");

    // Links from a to b and from b to c are all that leads to c.
    var expected = walk(path -> path.startsWith("/a/") || path.startsWith("/c/"));
    assertThat(expected).contains(site.origin() + "/").noneMatch(url -> url.contains("/c/"));
    assertFound(classic, expected);
    assertFound(mobile, expected);
  }

  @Test
  void aStartUrlMayRedirectToAPageThatNoIncludeMatches() throws IOException {
    noHost();
    crawl(classic, rules(List.of("/b/"), List.of()), "/a");

    assertFound(classic, Set.of(site.origin() + "/a/"));
  }

  @Test
  void theLogNamesWhatWasLeftOutAndByWhichRule() throws IOException {
    for (var bench : List.of(mobile, classic)) {
      site.robots(bench == mobile ? "Mobile-agent-server: / " + one.url() + "\n" : "");
      var summary = crawl(bench, rules(List.of(), List.of("/b/", "/a/7.html$")), "/");

      var leftOut =
          log(bench).stream().filter(line -> line.path("outcome").asText().equals("unwanted"));
      assertThat(leftOut.map(line -> line.path("url").asText() + line.path("reason").asText()))
          .containsExactlyInAnyOrder(
              site.origin() + "/a/7.htmlThe crawl leaves it out: --exclude /a/7.html$.",
              site.origin() + "/b/5.htmlThe crawl leaves it out: --exclude /b/.",
              site.origin() + "/b/15.htmlThe crawl leaves it out: --exclude /b/.");
      assertThat(summary.urls().outcomes()).containsEntry("unwanted", 3L);
      assertThat(summary.urls().frontier().unwanted()).isGreaterThanOrEqualTo(3);
      assertThat(summary.complete()).isTrue();
    }
  }

  @Test
  void whatWasLeftOutIsCrawledWhenAResumedCrawlWantsIt() throws IOException {
    for (var bench : List.of(mobile, classic)) {
      site.robots(bench == mobile ? "Mobile-agent-server: / " + one.url() + "\n" : "");
      crawl(bench, rules(List.of(), List.of("/b/")), "/");
      assertFound(bench, walk(path -> !path.startsWith("/b/")));

      resume(bench, rules(List.of(), List.of("/b/1")));

      assertFound(bench, walk(path -> !path.startsWith("/b/1")));
    }
  }

  @Test
  void aResumedCrawlWithoutNewRulesKeepsTheEarlierOnes() throws IOException {
    noHost();
    crawl(classic, rules(List.of(), List.of("/b/")), "/");
    resume(classic, RuleChange.NONE);

    assertFound(classic, walk(path -> !path.startsWith("/b/")));
  }

  @Test
  void aRecrawlWithOtherRulesIsLikeACrawlFromNothing() throws IOException {
    var widened = rules(List.of(), List.of("/a/7.html$"));
    for (var bench : List.of(mobile, classic)) {
      site.robots(bench == mobile ? "Mobile-agent-server: / " + one.url() + "\n" : "");
      crawl(bench, rules(List.of(), List.of("/b/")), "/");
      recrawl(bench, widened);
      var fresh = new CrawlBench(directory.resolve("fresh of " + bench.out.getFileName()));
      crawl(fresh, widened, "/");
      assertThat(IndexRecords.of(bench.out)).isEqualTo(IndexRecords.of(fresh.out));

      var narrowed = recrawl(bench, rules(List.of("/a/"), List.of()));
      assertFound(bench, walk(path -> path.startsWith("/a/")));
      assertThat(narrowed.complete()).isTrue();

      // The rules stay as they are, so only changed pages are read.
      var again = recrawl(bench, RuleChange.NONE);
      assertFound(bench, walk(path -> path.startsWith("/a/")));
      assertThat(again.recrawl().unchanged())
          .isEqualTo(walk(path -> path.startsWith("/a/")).size());
    }
  }
}
