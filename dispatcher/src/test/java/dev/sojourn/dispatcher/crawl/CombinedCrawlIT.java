package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.local.report.CombinationState;
import dev.sojourn.crawl.local.report.CombinationSummary;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.samples.duplicates.DuplicateCensusAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Crawls whose agents are combined: one at a real host, one at home.
@Timeout(300)
class CombinedCrawlIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PAGES = 6;

  @TempDir Path directory;

  private static CrawlRequest request(CrawlBench bench, String... starts) {
    var code = CrawlBench.agent(DuplicateCensusAgent.class);
    return bench.request(
        TestSettings.withPatience(CrawlSettings.defaults(), Duration.ofSeconds(3)), code, starts);
  }

  /// The findings that have no page of their own, and those across sites.
  private static List<JsonNode> findings(CrawlBench bench, String member) throws IOException {
    var found = new ArrayList<JsonNode>();
    for (var line : Files.readAllLines(bench.out.resolve("findings.jsonl"))) {
      var finding = JSON.readTree(line);
      if (finding.has(member)) {
        found.add(finding);
      }
    }
    return found;
  }

  @Test
  void theStatesOfAllTerritoriesComeHomeAndAreCombinedOnceAlsoOfAHostThatWasAway()
      throws Exception {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var mobile = new TestSite(directory.resolve("www"), PAGES);
        var classic = new TestSite(directory.resolve("other"), PAGES)) {
      var host = TestHost.start(directory.resolve("host"), mobile, bench.owner.verifyKey(), "");
      mobile.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
      classic.robots("");
      classic.slow(Duration.ofMillis(60));
      var ending = new EndsWhenDone(mobile.origin(), host);
      CrawlSummary first;
      try {
        first =
            SharedSandbox.crawl(
                request(bench, mobile.origin() + "/", classic.origin() + "/"), ending);
      } finally {
        host.close();
      }

      // The host was gone when its agent was to come home.
      assertThat(first.territories())
          .as("%s", first)
          .allSatisfy(t -> assertThat(t.state()).isEqualTo(TerritoryStatus.COMPLETE));
      assertThat(first.combination().state()).isEqualTo(CombinationState.IN_PART);
      assertThat(first.combination().missing())
          .singleElement()
          .satisfies(missing -> assertThat(missing.site()).isEqualTo(mobile.origin()))
          .satisfies(missing -> assertThat(missing.reason()).contains("cannot be reached"));
      assertThat(first.complete()).isFalse();
      assertThat(findings(bench, "territories").getLast().path("territories").asInt()).isEqualTo(1);

      try (var _ = TestHost.startAgain(directory.resolve("host"), host.url())) {
        var second = SharedSandbox.crawl(request(bench));
        assertThat(second.combination().state())
            .as("%s", second)
            .isEqualTo(CombinationState.COMPLETE);
        assertThat(second.combination().agents()).isEqualTo(2);
        assertThat(second.complete()).isTrue();
        assertThat(second.findings())
            .isEqualTo(Files.readAllLines(bench.out.resolve("findings.jsonl")).size());
      }
      var census = findings(bench, "territories");
      assertThat(census).as("the combination of before counts no more").hasSize(1);
      // The sites have the same pages, so one of them adds no group.
      var own = findings(bench, "groups").getFirst();
      assertThat(census.getFirst().path("groups")).isEqualTo(own.path("groups"));
      assertThat(census.getFirst().path("pages").asInt()).isEqualTo(2 * own.path("pages").asInt());

      // The work is done, and the host is not needed any more.
      var file = Files.readString(bench.out.resolve("findings.jsonl"));
      var third = SharedSandbox.crawl(request(bench));
      assertThat(Files.readString(bench.out.resolve("findings.jsonl"))).isEqualTo(file);
      assertThat(third.combination().state()).isEqualTo(CombinationState.COMPLETE);
      assertThat(findings(bench, "territories")).isEqualTo(census);

      forgeStateOf(bench, mobile.origin());
      var forged = SharedSandbox.crawl(request(bench));
      assertThat(forged.combination().state()).isEqualTo(CombinationState.IN_PART);
      assertThat(forged.combination().missing())
          .extracting(CombinationSummary.MissingAgent::site)
          .containsExactly(mobile.origin());
      assertThat(forged.combination().missing().getFirst().reason()).contains("state");
      assertThat(findings(bench, "territories").getFirst().path("territories").asInt())
          .isEqualTo(1);
    }
  }

  /// As a host may make up any state.
  private static void forgeStateOf(CrawlBench bench, String origin) throws SQLException {
    var url = "jdbc:sqlite:" + bench.out.resolve("crawl.db");
    try (var connection = DriverManager.getConnection(url);
        var update =
            connection.prepareStatement(
                "UPDATE saved SET state = x'01ffffff' WHERE agent LIKE"
                    + " (SELECT json_extract(terms, '$.idPrefix') || 't%' FROM site"
                    + " WHERE json_extract(terms, '$.origin') = ?)")) {
      update.setString(1, origin);
      assertThat(update.executeUpdate()).isEqualTo(1);
    }
  }

  /// Ends a host as soon as the territory of a site is complete.
  private record EndsWhenDone(String origin, TestHost host) implements CrawlListener {
    @Override
    public void planned(Plan plan) {}

    @Override
    public void changed(TerritoryProgress territory) {
      if (territory.site().equals(origin) && territory.state() == TerritoryStatus.COMPLETE) {
        try {
          host.close();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    @Override
    public void noted(String sentence) {}
  }
}
