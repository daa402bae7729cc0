package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.sojourn.crawl.local.report.LiveCounts;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.fetch.site.FetchLimits;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.HttpSettings;
import dev.sojourn.fetch.site.RobotsFetcher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The patience with a robots.txt that cannot be read.
@Timeout(60)
class RobotsReadingTest {
  private final SettableClock clock = new SettableClock();
  private final AtomicInteger asked = new AtomicInteger();
  private final List<String> notes = new ArrayList<>();
  private final HttpFetcher http =
      HttpFetcher.open(HttpSettings.standard("Sojourn/0.1", FetchLimits.DEFAULT));
  private Optional<String> retryAfter = Optional.empty();
  private HttpServer server;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            asked.incrementAndGet();
            clock.passes(Duration.ofSeconds(20));
            retryAfter.ifPresent(
                seconds -> exchange.getResponseHeaders().set("Retry-After", seconds));
            exchange.sendResponseHeaders(503, -1);
          }
        });
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
    http.close();
  }

  private RobotsOutcome.Kind read(String origin, Duration patience) throws InterruptedException {
    var settings = TestSettings.withPatience(CrawlSettings.defaults(), patience);
    var progress = new Progress(new NotedSentences(notes), new LiveCounts());
    return new RobotsReading(new RobotsFetcher(http, clock), settings, progress, clock)
        .read(origin)
        .outcome()
        .kind();
  }

  @Test
  void thePatienceCountsTheTimeOfTheRequestsToo() throws Exception {
    var origin = "http://127.0.0.1:" + server.getAddress().getPort();
    assertThat(read(origin, Duration.ofSeconds(30))).isEqualTo(RobotsOutcome.Kind.UNREACHABLE);
    assertThat(asked).hasValue(2);
    assertThat(notes)
        .containsExactly(
            origin
                + "/robots.txt gave no answer that could be used; it is asked for again until 30 s"
                + " after the first request.");
  }

  @Test
  void aSiteThatAsksForALongerRestThanThePatienceIsAskedOnce() throws Exception {
    retryAfter = Optional.of("3600");
    var origin = "http://127.0.0.1:" + server.getAddress().getPort();
    assertThat(read(origin, Duration.ofMinutes(10))).isEqualTo(RobotsOutcome.Kind.UNREACHABLE);
    assertThat(asked).hasValue(1);
    assertThat(notes).isEmpty();
  }

  @Test
  void oneRequestThatOutlastsThePatienceIsTheOnlyOne() throws Exception {
    var origin = "http://127.0.0.1:" + server.getAddress().getPort();
    assertThat(read(origin, Duration.ofSeconds(20))).isEqualTo(RobotsOutcome.Kind.UNREACHABLE);
    assertThat(asked).hasValue(1);
    assertThat(notes).isEmpty();
  }
}
