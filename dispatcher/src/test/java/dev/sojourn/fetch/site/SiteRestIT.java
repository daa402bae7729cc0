package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.plan.RobotsOutcome.Kind;
import dev.sojourn.dispatcher.crawl.FirstRules;
import dev.sojourn.dispatcher.crawl.HttpContentSource;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.testing.ScriptedServer;
import dev.sojourn.visit.content.Content;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What `Retry-After` does to the requests that follow.
@Timeout(120)
class SiteRestIT {
  private final HttpFetcher fetcher =
      HttpFetcher.open(HttpSettings.standard("TestBot/1.0", FetchLimits.DEFAULT));
  private final WireTally tally = new WireTally();
  private final FakeSiteTime time = new FakeSiteTime();
  private final List<String> kept = new ArrayList<>();

  @AfterEach
  void close() {
    fetcher.close();
  }

  /// A server that says "later" to some of its pages.
  private static ScriptedServer resting(String under, int status, String retryAfter)
      throws IOException {
    return ScriptedServer.start(
        (request, out) -> {
          if (request.target().startsWith(under)) {
            ScriptedServer.page(out, status, "", "Retry-After: " + retryAfter);
          } else {
            ScriptedServer.page(out, 200, "page");
          }
        });
  }

  @Test
  void oneAnswerThatAsksForALongRestIsEnoughWhateverRobotsTxtSays() throws Exception {
    for (int status : new int[] {429, 503}) {
      try (var server = resting("/later", status, "3600")) {
        var source = source(server);
        assertThat(source.read(url(server, "/1"))).isInstanceOf(Content.Found.class);
        for (int i = 0; i < 20; i++) {
          var page = url(server, i == 0 ? "/later" : "/" + i);
          assertThatThrownBy(() -> source.read(page))
              .isInstanceOf(UncheckedIOException.class)
              .hasMessageEndingWith(
                  "it asks to be left alone for 3600 s (status %d)".formatted(status));
        }
        assertThat(targets(server)).containsExactly("/1", "/later");
        assertThat(time.slept()).isEmpty();
      }
    }
  }

  @Test
  void aDateIsObeyedAsANumberIs() throws Exception {
    for (var date :
        List.of(
            "Sat, 21 Nov 2026 13:00:00 GMT",
            "Saturday, 21-Nov-26 13:00:00 GMT",
            "Sat Nov 21 13:00:00 2026")) {
      try (var server = resting("/", 503, date)) {
        var source = source(server);
        assertThatThrownBy(() -> source.read(url(server, "/1")))
            .hasMessageEndingWith("it asks to be left alone for 3600 s (status 503)");
        assertThatThrownBy(() -> source.read(url(server, "/2")))
            .isInstanceOf(UncheckedIOException.class);
        assertThat(targets(server)).containsExactly("/1");
      }
    }
  }

  @Test
  void thePagesAreReadWhenTheTimeIsOver() throws Exception {
    var asked = new AtomicInteger();
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              if (asked.incrementAndGet() == 1) {
                ScriptedServer.page(out, 503, "", "Retry-After: 3600");
              } else {
                ScriptedServer.page(out, 200, "page");
              }
            })) {
      var source = source(server);
      assertThatThrownBy(() -> source.read(url(server, "/1")))
          .isInstanceOf(UncheckedIOException.class);
      time.pass(Duration.ofSeconds(3599));
      assertThat(server.requests).hasSize(1);
      time.pass(Duration.ofSeconds(1));
      for (var path : List.of("/1", "/2")) {
        assertThat(source.read(url(server, path))).isInstanceOf(Content.Found.class);
      }
      assertThat(targets(server)).containsExactly("/1", "/1", "/2");
      assertThat(kept).isEmpty();
    }
  }

  @Test
  void aShortRestIsWaitedOutForTheWholeSite() throws Exception {
    var asked = new AtomicInteger();
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              if (asked.incrementAndGet() <= 5) {
                ScriptedServer.page(out, 503, "", "Retry-After: 10");
              } else {
                ScriptedServer.page(out, 200, "page");
              }
            })) {
      var source = source(server);
      assertThat(source.read(url(server, "/1"))).isInstanceOf(Content.Found.class);
      assertThat(source.read(url(server, "/2"))).isInstanceOf(Content.Found.class);
      assertThat(server.requests).hasSize(7);
      // The last pause would have been 16 s without the most that is waited between two attempts.
      assertThat(time.slept())
          .containsExactly(
              Duration.ofSeconds(10),
              Duration.ofSeconds(10),
              Duration.ofSeconds(10),
              Duration.ofSeconds(10),
              Duration.ofSeconds(15));
    }
  }

  @Test
  void aShortRestAfterALongOneIsWaitedOutToo() throws Exception {
    var asked = new AtomicInteger();
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              switch (asked.incrementAndGet()) {
                case 1 -> ScriptedServer.page(out, 503, "", "Retry-After: 3600");
                case 2 -> ScriptedServer.page(out, 503, "", "Retry-After: 10");
                default -> ScriptedServer.page(out, 200, "page");
              }
            })) {
      var source = source(server);
      assertThatThrownBy(() -> source.read(url(server, "/1")))
          .isInstanceOf(UncheckedIOException.class);
      time.pass(Duration.ofHours(1));
      assertThat(source.read(url(server, "/2"))).isInstanceOf(Content.Found.class);
      assertThat(time.slept()).containsExactly(Duration.ofSeconds(10));
    }
  }

  @Test
  void aSiteThatAlwaysSaysLaterIsLeftAloneAfterAMinuteAndLosesNoPage() throws Exception {
    for (var retryAfter : List.of("0", "1", "10", "60")) {
      try (var server = resting("/", 429, retryAfter)) {
        var source = source(server);
        var before = time.instant();
        for (int i = 0; i < 5; i++) {
          var page = url(server, "/" + i);
          assertThatThrownBy(() -> source.read(page))
              .isInstanceOf(UncheckedIOException.class)
              .hasMessageEndingWith("(status 429), again and again");
        }
        assertThat(Duration.between(before, time.instant()))
            .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(75));
        assertThat(server.requests).hasSizeLessThan(9);
      }
    }
  }

  /// Else a page that never comes would hold its site up with each `--resume`.
  @Test
  void aPageThatAsksAgainAfterItsRestSpeaksForItselfAlone() throws Exception {
    try (var server = resting("/later", 503, "3600")) {
      var source = source(server);
      assertThatThrownBy(() -> source.read(url(server, "/later")))
          .isInstanceOf(UncheckedIOException.class);
      time.pass(Duration.ofHours(1));
      assertThat(source.read(url(server, "/later")))
          .isEqualTo(new Content.Missing(503, "The site answers with status 503."));
      assertThat(source.read(url(server, "/1"))).isInstanceOf(Content.Found.class);
    }
  }

  @Test
  void thatIsRememberedByTheNextRunOfTheCrawl() throws Exception {
    try (var server = resting("/later", 503, "3600")) {
      var first = source(server);
      assertThatThrownBy(() -> first.read(url(server, "/later")))
          .isInstanceOf(UncheckedIOException.class);
      assertThat(kept).containsExactly(url(server, "/later").toString());
      try (var other =
          HttpFetcher.open(HttpSettings.standard("TestBot/1.0", FetchLimits.DEFAULT))) {
        var resumed = source(server, other);
        assertThat(resumed.read(url(server, "/later"))).isInstanceOf(Content.Missing.class);
        assertThatThrownBy(() -> resumed.read(url(server, "/later/too")))
            .isInstanceOf(UncheckedIOException.class);
      }
    }
  }

  @Test
  void aPageThatIsThereAgainIsForgotten() throws Exception {
    kept.add("http://127.0.0.1/other");
    try (var server = resting("/later", 503, "3600")) {
      kept.add(url(server, "/now").toString());
      assertThat(source(server).read(url(server, "/now"))).isInstanceOf(Content.Found.class);
      assertThat(kept).containsExactly("http://127.0.0.1/other");
    }
  }

  @Test
  void oneRestHoldsForPagesAndForRobotsTxt() throws Exception {
    try (var server = resting("/later", 503, "3600")) {
      var robots = new RobotsFetcher(fetcher, time);
      var site = source(server);
      assertThatThrownBy(() -> site.read(url(server, "/later")))
          .isInstanceOf(UncheckedIOException.class);
      var outcome = FirstRules.fetch(robots, server.origin(), tally).outcome();
      assertThat(outcome.kind()).isEqualTo(Kind.UNREACHABLE);
      assertThat(outcome.sentence()).contains("it asks to be left alone for 3600 s (status 503)");
      assertThat(targets(server)).containsExactly("/later");
    }
    try (var server = resting("/robots.txt", 429, "3600")) {
      var robots = new RobotsFetcher(fetcher, time);
      assertThat(FirstRules.fetch(robots, server.origin(), tally).outcome().kind())
          .isEqualTo(Kind.UNREACHABLE);
      assertThat(robots.rest(server.origin())).isEqualTo(Duration.ofHours(1));
      assertThatThrownBy(() -> source(server).read(url(server, "/1")))
          .isInstanceOf(UncheckedIOException.class);
      assertThat(FirstRules.fetch(robots, server.origin(), tally).outcome().kind())
          .isEqualTo(Kind.UNREACHABLE);
      assertThat(targets(server)).containsExactly("/robots.txt");
    }
  }

  @Test
  void aRestIsThatOfOneSiteAlone() throws Exception {
    try (var resting = resting("/", 503, "3600");
        var other = resting("/later", 503, "3600")) {
      assertThatThrownBy(() -> source(resting).read(url(resting, "/1")))
          .isInstanceOf(UncheckedIOException.class);
      assertThat(source(other).read(url(other, "/1"))).isInstanceOf(Content.Found.class);
      assertThat(time.slept()).isEmpty();
    }
  }

  @Test
  void otherAnswersAskForNoRest() throws Exception {
    for (int status : new int[] {200, 301, 404, 500}) {
      try (var server =
          ScriptedServer.start(
              (request, out) ->
                  ScriptedServer.page(out, status, "x", "Retry-After: 3600", "Location: /"))) {
        var source = source(server);
        source.read(url(server, "/1"));
        source.read(url(server, "/2"));
        assertThat(server.requests).hasSize(2);
      }
    }
  }

  private static List<String> targets(ScriptedServer server) {
    return server.requests.stream().map(ScriptedServer.Request::target).toList();
  }

  private HttpContentSource source(ScriptedServer server) {
    return source(server, fetcher);
  }

  private HttpContentSource source(ScriptedServer server, HttpFetcher by) {
    var memory =
        new RestingPages(
            List.copyOf(kept),
            pages -> {
              kept.clear();
              kept.addAll(pages);
            });
    var site =
        new PoliteSite(server.origin(), by, Politeness.loopback(), RequestPace.NONE, memory, time);
    return new HttpContentSource(site, tally);
  }

  private static PageUrl url(ScriptedServer server, String path) {
    return PageUrl.parse(server.origin() + path).orElseThrow();
  }
}
