package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.Agent;
import dev.sojourn.crawl.core.ChangedTerms;
import dev.sojourn.crawl.index.SearchIndex;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.testing.IndexRecords;
import dev.sojourn.crawl.visits.audit.CrawlIdentity;
import dev.sojourn.dispatcher.agent.AgentCatalog;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.dispatcher.agent.AgentReading;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.samples.IndexingAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/// The common parts of the tests of whole crawls: the indexing agent, a key, and a look at what
/// came home.
final class CrawlBench {
  static {
    try {
      UserStartCache.ofTests();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// One owner for all, whose crawls share a worker.
  private static final SigningKey OWNER = SigningKey.generate(new SecureRandom());

  final SigningKey owner;
  final Path out;

  CrawlBench(Path out) {
    this(out, OWNER);
  }

  CrawlBench(Path out, SigningKey owner) {
    this.out = out;
    this.owner = owner;
  }

  /// {@return the same directory in the hands of somebody with another key}
  CrawlBench ofStranger() {
    return new CrawlBench(out, SigningKey.generate(new SecureRandom()));
  }

  static AgentCode indexingAgent() {
    return agent(IndexingAgent.class);
  }

  /// {@return one of the agents that come along}
  static AgentCode agent(Class<? extends Agent> type) {
    try {
      var classes = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      return switch (AgentCatalog.ofThisProgram().find(classes, type.getName())) {
        case AgentReading.Read(var code) -> code;
        case AgentReading.Unusable(var sentence, _) -> throw new AssertionError(sentence);
      };
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  /// With the usual patience: hosts that are there may be slow.
  CrawlRequest request(String... starts) {
    return request(CrawlSettings.defaults(), starts);
  }

  /// For a host that is gone, so that waiting for it is no use.
  CrawlRequest impatient(String... starts) {
    return request(
        TestSettings.withPatience(CrawlSettings.defaults(), Duration.ofSeconds(3)), starts);
  }

  CrawlRequest request(CrawlSettings settings, String... starts) {
    return request(settings, indexingAgent(), starts);
  }

  CrawlRequest request(CrawlSettings settings, AgentCode agent, String... starts) {
    return new CrawlRequest(
        List.of(starts),
        out,
        starts.length == 0,
        starts.length == 0 ? Optional.empty() : Optional.of(agent),
        new CrawlRequest.Crawler(
            owner, Optional.empty(), "Sojourn", "Sojourn/0.1", CrawlIdentity.NONE),
        settings,
        ChangedTerms.NONE);
  }

  /// Crawls in the sandbox of the tests.
  CrawlSummary crawl(String... starts) throws IOException {
    return SharedSandbox.crawl(request(starts));
  }

  /// Crawls as the program does, in a sandbox of the crawl's own.
  CrawlSummary crawlAlone(String... starts) throws IOException {
    return Crawl.run(request(starts), CrawlListener.SILENT, InstantSource.system());
  }

  List<String> foundUrls() throws IOException {
    var urls = new ArrayList<String>();
    var json = new ObjectMapper();
    for (var line : Files.readAllLines(out.resolve("findings.jsonl"))) {
      urls.add(json.readTree(line).path("url").asText());
    }
    return urls;
  }

  /// {@return how many parcels are in the store, 0 while there are no tables}
  static int keptParcels(Path out) {
    return number(out, "SELECT count(*) FROM parcel");
  }

  /// {@return of how many agents there are parcels in the store, 0 while there are no tables}
  static int agentsWithParcels(Path out) {
    return number(out, "SELECT count(DISTINCT agent) FROM parcel");
  }

  /// {@return a number out of a crawl's store, 0 while there is none}
  static int number(Path out, String query) {
    var readOnly = new SQLiteConfig();
    readOnly.setReadOnly(true);
    try (var connection = readOnly.createConnection("jdbc:sqlite:" + out.resolve("crawl.db"));
        var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      return row.getInt(1);
    } catch (SQLException _) {
      return 0;
    }
  }

  int indexedPages() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      return index.pages();
    }
  }

  /// The run that ended has lines of its own; one that goes on has those of the store alone.
  void assertSameFromTheStore() throws IOException {
    var findings = Files.readString(out.resolve("findings.jsonl"));
    var log = Files.readString(out.resolve("urls.jsonl"));
    var records = IndexRecords.of(out);
    crawl();
    assertThat(Files.readString(out.resolve("findings.jsonl"))).isEqualTo(findings).isNotEmpty();
    assertThat(Files.readString(out.resolve("urls.jsonl"))).isEqualTo(log).isNotEmpty();
    assertThat(IndexRecords.of(out)).isEqualTo(records);
    assertThat(out.resolve("findings.spool")).doesNotExist();
  }

  /// Every page once, none that is not allowed, and the index agrees.
  void assertFoundExactly(TestSite site) throws IOException {
    assertThat(foundUrls())
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(site.expected());
    assertThat(indexedPages()).isEqualTo(site.expected().size());
  }
}
