package dev.sojourn.crawl.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.client.HostClient;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.atp.server.AddressFilter;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.AtpServerConfig;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlHeader;
import dev.sojourn.crawl.core.CrawlTerms;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.local.lines.ParcelCache;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.crawl.local.store.LeftOutPages;
import dev.sojourn.crawl.visits.RequestedPages;
import dev.sojourn.crawl.visits.SiteView;
import dev.sojourn.crawl.visits.StayNews;
import dev.sojourn.crawl.visits.VisitListener;
import dev.sojourn.crawl.visits.audit.StayCheck;
import dev.sojourn.crawl.visits.host.AgentRetrieval;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Agents at a host that has no time for their crawl.
@Timeout(30)
class AgentRetrievalTest {
  private static final String SITE = "http://site.example";

  @TempDir Path directory;

  private final List<AtpMethod> requests = new CopyOnWriteArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final AtpClient connections = AtpClient.open(ClientSettings.DEFAULT);
  private CrawlStore store;
  private AtpServer server;
  private SiteContext site;
  private AgentRetrieval retrieval;

  @BeforeEach
  void open() throws IOException {
    store = CrawlStore.open(directory.resolve("crawl.db"));
    var terms = new CrawlTerms(SITE, "k0", new Allowance(1, 1, 1, 1), 1, 2, 1);
    store.begin(
        new CrawlHeader("k", List.of(), "Sojourn", "00", "A", "key", 0, Map.of()),
        Bytes.EMPTY,
        List.of(terms));
    site = new SiteContext(0, terms, "Sojourn", new NoRules(), _ -> true);
    var loop = new CrawlLoop(store, ParcelCache.none(), List.of(site), _ -> {}, () -> {});
    var shell = new LocalShell(loop, store, new LeftOutPages(store, "k"), new LiveCounts());
    retrieval =
        new AgentRetrieval(shell, new StayCheck(shell, Optional.empty()), "key", new Notes());
    server =
        AtpServer.start(
            new AtpServerConfig(
                List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                Optional.empty(),
                WireLimits.DEFAULT,
                ServerTimeouts.DEFAULT,
                ServerCapacity.DEFAULT,
                AddressFilter.NONE),
            (request, _) -> answer(request),
            (_, _) -> {},
            InstantSource.system());
  }

  private final class Notes implements VisitListener {
    @Override
    public void note(String sentence) {
      notes.add(sentence);
    }

    @Override
    public void sitemaps(String origin, boolean isReading) {}

    @Override
    public void reached(SiteView at, String agentId, Tally tally) {}

    @Override
    public void asked(String agentId, RequestedPages pages) {}

    @Override
    public void stays(SiteView at, StayNews news) {}
  }

  @AfterEach
  void close() throws IOException {
    server.close();
    connections.close();
    store.close();
  }

  private AtpResponse answer(AtpRequest request) {
    requests.add(request.method());
    return request.method() == AtpMethod.RETRACT
        ? AtpResponse.unavailable("too-busy", "It has no time.", Duration.ofSeconds(1))
        : AtpResponse.okay();
  }

  private String host() {
    return "atp://127.0.0.1:" + server.address().getPort();
  }

  private HostClient client() {
    return new HostClient(
        connections,
        AtpAddress.parse(host()).orElseThrow(),
        SigningKey.generate(new SecureRandom()),
        RetryPolicy.NEVER,
        InstantSource.system(),
        new SecureRandom());
  }

  @Test
  void aBusyHostForgetsNoAgentWhoseStateDidNotComeHome() throws Exception {
    retrieval.dispose(site, "k0t0v0", host(), true, client());

    assertThat(requests).containsExactly(AtpMethod.RETRACT);
    assertThat(store.events(0)).last().isEqualTo(new Event.Disposed("k0t0v0"));
  }

  @Test
  void aBusyHostIsAskedForOneOfItsAgentsAtTheEndOfACrawl() throws Exception {
    var first = retrieval.bringHome("k0t0v0", host(), client());
    var second = retrieval.bringHome("k0t1v0", host(), client());

    assertThat(first).get().asString().contains("It has no time");
    assertThat(second).isEqualTo(first);
    assertThat(requests).containsExactly(AtpMethod.RETRACT);
    assertThat(notes)
        .containsExactly("Asking " + host() + " for agents that did not come home yet.");
  }

  @Test
  void aDeadHostIsAskedForOneOfItsAgentsAtTheEndOfACrawl() throws Exception {
    server.close();
    var first = retrieval.bringHome("k0t0v0", host(), client());

    assertThat(first).get().asString().contains("cannot be reached");
    assertThat(retrieval.bringHome("k0t1v0", host(), client())).isEqualTo(first);
    assertThat(notes).hasSize(1);
  }
}
