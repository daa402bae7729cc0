package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.visits.audit.CrawlIdentity;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.dispatcher.crawl.Crawl;
import dev.sojourn.dispatcher.crawl.CrawlRequest;
import dev.sojourn.dispatcher.crawl.CrawlSettings;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A crawl with the indexing agent of the distribution.
final class IndexingCrawl {
  private IndexingCrawl() {}

  /// Crawls a site.
  ///
  /// @param patience for how long a host may be silent
  static CrawlSummary run(
      String origin, Path out, SigningKey owner, Duration patience, CrawlListener listener)
      throws IOException, InterruptedException {
    var agents = Path.of("target/dist/agents/sojourn-sample-agents-0.1.0-SNAPSHOT.jar");
    var reading = AgentCatalog.ofThisProgram().find(agents, "dev.sojourn.samples.IndexingAgent");
    assertThat(reading).isInstanceOf(AgentReading.Read.class);
    return Crawl.run(
        new CrawlRequest(
            List.of(origin + "/"),
            out,
            false,
            Optional.of(((AgentReading.Read) reading).code()),
            new CrawlRequest.Crawler(
                owner, Optional.empty(), "TestBot", "TestBot/0.1", CrawlIdentity.NONE),
            settings(patience),
            ChangedTerms.NONE),
        listener,
        InstantSource.system());
  }

  private static CrawlSettings settings(Duration patience) {
    var usual = CrawlSettings.defaults();
    return new CrawlSettings(
        new CrawlSettings.Retries(patience, usual.retries().attempts(), usual.retries().delay()),
        usual.hosts(),
        usual.sites(),
        usual.budget(),
        usual.sandbox(),
        usual.isIndexed());
  }
}
