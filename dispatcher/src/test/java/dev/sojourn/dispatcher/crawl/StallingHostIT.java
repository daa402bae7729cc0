package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.parcel.Delivery;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.server.AtpServer;
import dev.sojourn.atp.server.AtpServerConfig;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.wire.WireLimits;
import dev.sojourn.dispatcher.crawl.report.CrawlListener;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A host that takes agents in and never comes to an end with them.
@Timeout(120)
final class StallingHostIT {
  @TempDir private Path directory;

  private final AtomicInteger asked = new AtomicInteger();

  private AtpServer host(List<VisitState> says) throws IOException {
    return AtpServer.start(
        new AtpServerConfig(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.empty(),
            WireLimits.DEFAULT,
            ServerTimeouts.DEFAULT,
            ServerCapacity.DEFAULT),
        (request, _) -> answer(request, says),
        (_, _) -> {},
        InstantSource.system());
  }

  private AtpResponse answer(AtpRequest request, List<VisitState> says) {
    return switch (request.method()) {
      case COLLECT -> {
        var state = says.get(asked.getAndIncrement() % says.size());
        yield AtpResponse.okay(
            Delivery.MEDIA_TYPE, new Delivery(standing(state), List.of()).encode());
      }
      case STATUS -> AtpResponse.okay("application/json", VisitStatus.waiting().toJson());
      case DISPATCH, MESSAGE, RETRACT, FETCH, DISPOSE -> AtpResponse.okay();
    };
  }

  private static VisitStatus standing(VisitState state) {
    return new VisitStatus(state, "", List.of(), 0, 0, 0, 0, 0, Optional.empty(), Optional.empty());
  }

  private void crawledFromHome(List<VisitState> says) throws IOException {
    try (var host = host(says);
        var site = new TestSite(directory.resolve("www"), 6)) {
      var url = "atp://127.0.0.1:" + host.address().getPort();
      site.robots("Mobile-agent-server: / %s\n".formatted(url));
      var bench = new CrawlBench(directory.resolve("out"));
      var settings =
          CrawlSettings.defaults()
              .withPatience(Duration.ofSeconds(30))
              .withMaxWait(Duration.ofSeconds(1));

      var summary =
          Crawl.run(
              bench.request(settings, site.origin() + "/"),
              CrawlListener.SILENT,
              InstantSource.system());

      bench.assertFoundExactly(site);
      assertThat(asked.get()).isGreaterThan(1);
      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(summary.territories())
          .singleElement()
          .satisfies(
              t -> {
                assertThat(t.crawled()).isEqualTo("classic");
                assertThat(t.reason())
                    .isEqualTo(
                        url
                            + ": it let the agent wait for its turn for more than 1 s"
                            + " (--max-wait).");
              });
    }
  }

  @Test
  void aHostThatSaysWaitingForEverIsGivenUpAndItsPartVisitedFromHome() throws IOException {
    crawledFromHome(List.of(VisitState.WAITING));
  }

  @Test
  void aHostThatSaysRunningNowAndThenIsGivenUpAsWell() throws IOException {
    crawledFromHome(List.of(VisitState.WAITING, VisitState.RUNNING));
  }
}
