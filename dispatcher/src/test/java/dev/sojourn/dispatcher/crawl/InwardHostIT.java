package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.client.AtpClient;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.dispatcher.crawl.report.CrawlListener;
import dev.sojourn.dispatcher.crawl.report.CrawlSummary;
import dev.sojourn.dispatcher.crawl.report.TerritorySummary;
import dev.sojourn.dispatcher.http.HttpFetcher;
import dev.sojourn.dispatcher.http.HttpSettings;
import dev.sojourn.dispatcher.http.SeeminglyPublic;
import dev.sojourn.dispatcher.index.SearchIndex;
import dev.sojourn.dispatcher.lines.FreshLines;
import dev.sojourn.dispatcher.store.CrawlStore;
import dev.sojourn.dispatcher.store.OutDirectory;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A site of the Internet that names hosts on the loopback of whoever crawls it.
@Timeout(120)
final class InwardHostIT {
  @TempDir private Path directory;

  @Test
  void aSiteOfTheInternetCannotHaveAgentsSentToTheCrawlersOwnMachine() throws IOException {
    try (var victim = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        var site = new TestSite(directory.resolve("www"), 6)) {
      // One is seen to lie inside by its address, the other when its name is resolved.
      var literal = "atp://127.0.0.1:" + victim.getLocalPort();
      var named = "atp://localhost:" + victim.getLocalPort();
      site.robots(
          "Mobile-agent-server: / %s\nMobile-agent-server: /b/ %s\n".formatted(literal, named));
      var bench = new CrawlBench(directory.resolve("out"));

      var summary = crawl(bench.request(site.origin() + "/"));

      var bar = " is at a loopback address, where no site of the Internet may send an agent.";
      assertThat(summary.complete()).isTrue();
      assertThat(summary.wireBytesMobile()).isZero();
      assertThat(summary.territories())
          .hasSize(2)
          .allSatisfy(
              t -> {
                assertThat(t.crawled()).isEqualTo("classic");
                assertThat(t.pages()).isPositive();
                assertThat(t.reason()).isEqualTo((t.path().equals("/") ? literal : named) + bar);
              });
      bench.assertFoundExactly(site);
      victim.setSoTimeout(100);
      assertThatThrownBy(victim::accept).isInstanceOf(SocketTimeoutException.class);

      // Resolved again, the site would be one of this machine; what was kept of it is not.
      assertThat(bench.crawl().territories())
          .extracting(TerritorySummary::reason)
          .containsExactlyInAnyOrder(literal + bar, named + bar);
    }
  }

  /// As [Crawl#run] does it, but on an Internet of the test's own.
  private static CrawlSummary crawl(CrawlRequest request) throws IOException {
    try (var out = OutDirectory.take(request.out());
        var store = CrawlStore.open(out.database());
        var index = SearchIndex.open(out.path(), InstantSource.system());
        var fetcher = HttpFetcher.open(HttpSettings.standard(request.userAgent()));
        var client = AtpClient.open(ClientSettings.DEFAULT);
        var sandbox = ProcessSandbox.open(request.settings().sandbox())) {
      Crawl.begin(request, store, Instant.now());
      return new CrawlRun(
              request,
              store,
              FreshLines.none(),
              Optional.of(index),
              fetcher,
              SeeminglyPublic.robots(fetcher),
              client,
              sandbox,
              Crawl.Clocks.of(InstantSource.system()),
              CrawlListener.SILENT,
              Optional.empty())
          .run(out);
    }
  }
}
