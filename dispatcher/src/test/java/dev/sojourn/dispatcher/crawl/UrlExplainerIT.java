package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.core.RuleChange;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.OutDirectory;
import dev.sojourn.crawl.local.why.UrlExplainer;
import dev.sojourn.crawl.local.why.UrlExplanation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Explanations of URLs agree with the crawl log, with robots.txt and with the patterns.
class UrlExplainerIT {
  private static final int PAGES = 12;

  @TempDir Path directory;

  private static List<UrlExplanation> explain(Path out, List<String> urls) throws IOException {
    try (var store = CrawlStore.open(OutDirectory.database(out))) {
      var pages = urls.stream().flatMap(url -> PageUrl.parse(url).stream()).toList();
      return new UrlExplainer(store).explain(pages);
    }
  }

  private static UrlExplanation explain(Path out, String url) throws IOException {
    return explain(out, List.of(url)).getFirst();
  }

  private static Map<String, List<JsonNode>> log(Path out) throws IOException {
    var json = new ObjectMapper();
    var lines = new HashMap<String, List<JsonNode>>();
    for (var line : Files.readAllLines(out.resolve("urls.jsonl"))) {
      var read = json.readTree(line);
      lines.computeIfAbsent(read.path("url").asText(), _ -> new ArrayList<>()).add(read);
    }
    return lines;
  }

  private CrawlBench crawled(TestSite site, String robots) throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    site.robots(robots);
    var rules = new RuleChange(Optional.empty(), Optional.of(List.of("/b/1")));
    SharedSandbox.crawl(bench.request(site.origin() + "/").withChanged(ChangedTerms.of(rules)));
    return bench;
  }

  @Test
  void everyLineOfTheLogIsExplainedAndSoAreUrlsWithoutOne() throws Exception {
    try (var site = new TestSite(directory.resolve("www"), PAGES)) {
      var bench = crawled(site, "");
      var log = log(bench.out);
      var urls = new ArrayList<>(log.keySet());
      var random = new Random(20261130);
      var sections = List.of("a", "b", "c", "private", "none");
      while (urls.size() < log.size() + 60) {
        urls.add(
            "%s/%s/%d.html"
                .formatted(
                    site.origin(),
                    sections.get(random.nextInt(sections.size())),
                    random.nextInt(2 * PAGES)));
      }

      for (var explanation : explain(bench.out, urls)) {
        var url = explanation.url();
        var path = url.substring(site.origin().length());
        assertThat(explanation.requests()).as(url).isEqualTo(log.getOrDefault(url, List.of()));
        assertThat(explanation.isAllowed()).as(url).isEqualTo(!path.startsWith("/private/"));
        assertThat(explanation.scope().isPresent()).as(url).isEqualTo(path.startsWith("/b/1"));
        assertThat(explanation.isStart()).as(url).isEqualTo(path.equals("/"));
        assertThat(explanation.answer()).as(url).startsWith(answer(path, log.containsKey(url)));
      }
    }
  }

  /// The beginning of the answer, by an independent reading of the rules.
  private static String answer(String path, boolean isLogged) {
    if (path.startsWith("/private/")) {
      return isLogged ? "It was not requested. robots.txt of" : "It was not requested: robots.txt";
    }
    if (path.startsWith("/b/1")) {
      return isLogged
          ? "It was not requested. The crawl leaves it out: --exclude /b/1."
          : "The crawl leaves it out: --exclude /b/1.";
    }
    return isLogged ? "It was read from home" : "It was not requested: no page";
  }

  @Test
  void namesTheHostAndTheLineOfRobotsTxt() throws Exception {
    var owner = new CrawlBench(directory.resolve("out")).owner.verifyKey();
    try (var site = new TestSite(directory.resolve("www"), PAGES);
        var host = TestHost.start(directory.resolve("host"), site, owner, "")) {
      var bench = crawled(site, "Mobile-agent-server: / %s\n".formatted(host.url()));

      assertThat(explain(bench.out, site.origin() + "/a/1.html").answer())
          .startsWith("It was read at " + host.url())
          .endsWith("and is in the index.");
      assertThat(explain(bench.out, site.origin() + "/private/1.html").robots())
          .contains("line 2, Disallow: /private/");
    }
  }

  @Test
  void aUrlOfAnotherSiteIsNotInTheCrawl() throws Exception {
    try (var site = new TestSite(directory.resolve("www"), PAGES)) {
      var bench = crawled(site, "");

      assertThat(explain(bench.out, "https://elsewhere.example/x").answer())
          .startsWith("The site https://elsewhere.example is not in this crawl");
    }
  }
}
