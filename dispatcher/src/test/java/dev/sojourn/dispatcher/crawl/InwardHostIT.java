package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritorySummary;
import dev.sojourn.fetch.site.SeeminglyPublic;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A site of the Internet that names hosts on the loopback of whoever crawls it.
@Timeout(300)
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

      var summary =
          SharedSandbox.crawl(
              bench.request(site.origin() + "/"),
              Crawl.Clocks.of(InstantSource.system()),
              SeeminglyPublic::robots);

      var bar = " is at a loopback address, where no site of the Internet may send an agent.";
      assertThat(summary.complete()).isTrue();
      assertThat(summary.wireBytesMobile()).isZero();
      assertThat(summary.territories())
          .hasSize(2)
          .allSatisfy(
              t -> {
                assertThat(t.crawled()).isEqualTo(CrawlWay.CLASSIC);
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
}
