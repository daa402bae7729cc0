package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.dispatcher.crawl.HttpContentSource;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.extension.RequestRate;
import dev.sojourn.testing.HeldPort;
import dev.sojourn.testing.ScriptedServer;
import dev.sojourn.visit.content.Content;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PoliteSiteIT {
  private final HttpFetcher fetcher =
      HttpFetcher.open(HttpSettings.standard("TestBot/1.0", FetchLimits.DEFAULT));
  private final WireTally tally = new WireTally();
  private final FakeSiteTime time = new FakeSiteTime();

  @AfterEach
  void close() {
    fetcher.close();
  }

  @Test
  void leavesTheSiteAloneBetweenTwoPages() throws Exception {
    try (var server = pages()) {
      var site = site(server, Politeness.standard(), Duration.ZERO);
      site.get(url(server, "/1"), tally);
      time.pass(Duration.ofMillis(100));
      site.get(url(server, "/2"), tally);
      assertThat(time.slept()).containsExactly(Duration.ofMillis(150));
    }
  }

  @Test
  void leavesASlowSiteAloneForAsLongAsItTook() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              time.pass(Duration.ofSeconds(3));
              ScriptedServer.page(out, 200, "slow");
            })) {
      var site = site(server, Politeness.standard(), Duration.ZERO);
      site.get(url(server, "/1"), tally);
      site.get(url(server, "/2"), tally);
      assertThat(time.slept()).containsExactly(Duration.ofSeconds(3));
    }
  }

  @Test
  void keepsTheCrawlDelayOnThisMachineToo() throws Exception {
    try (var server = pages()) {
      var site =
          site(
              server,
              TestPoliteness.withConnections(Politeness.loopback(), 4),
              Duration.ofMillis(1500));
      site.get(url(server, "/1"), tally);
      site.get(url(server, "/2"), tally);
      assertThat(time.slept()).containsExactly(Duration.ofMillis(1500));
      assertThat(site.remarks()).isEmpty();
    }
  }

  @Test
  void keepsACrawlDelayThatTheSiteAsksForLater() throws Exception {
    try (var server = pages()) {
      var several = TestPoliteness.withConnections(Politeness.loopback(), 4);
      var site =
          new PoliteSite(
              server.origin(),
              fetcher,
              several,
              RequestPace.NONE,
              new RestingPages(List.of(), _ -> {}),
              time);
      site.get(url(server, "/1"), tally);
      assertThat(site.pace(new RequestPace(Duration.ofSeconds(2), List.of()))).isTrue();
      site.get(url(server, "/2"), tally);
      site.get(url(server, "/3"), tally);
      assertThat(time.slept()).containsExactly(Duration.ofSeconds(2));
      assertThat(site.pace(RequestPace.NONE)).isTrue();
      assertThat(site.pace(RequestPace.NONE)).isFalse();
    }
  }

  @Test
  void keepsTheStricterOfRequestRateAndCrawlDelay() throws Exception {
    try (var server = pages()) {
      var robots =
          RobotsTxt.parse(
              "User-agent: *\nCrawl-delay: 2\nRequest-rate: 1/5s 1200-1230\nRequest-rate: 1/1s\n"
                  .getBytes(StandardCharsets.UTF_8));
      var site =
          new PoliteSite(
              server.origin(),
              fetcher,
              TestPoliteness.withConnections(Politeness.loopback(), 4),
              RequestPace.of(robots.agent("TestBot")),
              new RestingPages(List.of(), _ -> {}),
              time);
      site.get(url(server, "/1"), tally);
      site.get(url(server, "/2"), tally);
      time.pass(Duration.ofHours(1));
      site.get(url(server, "/3"), tally);
      site.get(url(server, "/4"), tally);
      assertThat(time.slept()).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(2));
    }
  }

  @Test
  void cutsAnEndlessRequestRateAndSaysSo() throws Exception {
    try (var server = pages()) {
      var rate = RequestRate.parse("1/2h").orElseThrow();
      var site =
          new PoliteSite(
              server.origin(),
              fetcher,
              Politeness.standard(),
              new RequestPace(Duration.ZERO, List.of(rate)),
              new RestingPages(List.of(), _ -> {}),
              time);
      assertThat(site.pauseAfter(time.instant())).isEqualTo(Duration.ofSeconds(30));
      assertThat(site.remarks())
          .containsExactly(
              server.origin()
                  + " asks with Request-rate for 7200 s between two requests; it was given 30 s,"
                  + " the most that is kept.");
    }
  }

  /// A page that never comes says nothing of the site's speed.
  @Test
  void aSilentPageStopsItsSiteOnceAndNoLonger() throws Exception {
    var limits =
        HttpSettings.standard(
            "TestBot/1.0",
            new FetchLimits(
                Duration.ofSeconds(10), Duration.ofSeconds(1), Duration.ofSeconds(20), 1 << 20));
    var end = new CountDownLatch(1);
    try (var impatient = HttpFetcher.open(limits);
        var server =
            ScriptedServer.start(
                (request, out) -> {
                  if (!request.target().equals("/silent")) {
                    ScriptedServer.page(out, 200, "page");
                    return;
                  }
                  time.pass(Duration.ofSeconds(20));
                  waitFor(end);
                })) {
      var site =
          new PoliteSite(
              server.origin(),
              impatient,
              Politeness.standard(),
              RequestPace.NONE,
              new RestingPages(List.of(), _ -> {}),
              time);
      site.get(url(server, "/1"), tally);
      for (int i = 0; i < 4; i++) {
        assertThat(site.get(url(server, "/silent"), tally)).isInstanceOf(HttpReply.Failure.class);
        assertThat(site.get(url(server, "/" + i), tally)).isInstanceOf(HttpReply.Answer.class);
      }
      assertThat(tally.requests()).isEqualTo(1 + 4 + 3);
      assertThat(time.slept()).allMatch(Duration.ofMillis(250)::equals);
      assertThat(site.gone()).isEmpty();
      end.countDown();
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void cutsAnEndlessCrawlDelayAndSaysSo() throws Exception {
    try (var server = pages()) {
      var site = site(server, Politeness.standard(), Duration.ofDays(1));
      assertThat(site.pauseAfter(time.instant())).isEqualTo(Duration.ofSeconds(30));
      assertThat(site.remarks())
          .containsExactly(
              server.origin()
                  + " asks for a Crawl-delay of 86400 s; it was given 30 s, the most that is"
                  + " kept.");
    }
  }

  @Test
  void asksAgainAfterTheTimeThatTheSiteNames() throws Exception {
    var asked = new AtomicInteger();
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              if (asked.incrementAndGet() == 1) {
                ScriptedServer.page(out, 503, "", "Retry-After: 7");
              } else {
                ScriptedServer.page(out, 200, "now");
              }
            })) {
      var reply = site(server, Politeness.loopback(), Duration.ZERO).get(url(server, "/"), tally);
      assertThat(((HttpReply.Answer) reply).status()).isEqualTo(200);
      assertThat(time.slept()).containsExactly(Duration.ofSeconds(7));
    }
  }

  @Test
  void givesUpAfterTwoRepeats() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 429, ""))) {
      var reply = site(server, Politeness.loopback(), Duration.ZERO).get(url(server, "/"), tally);
      assertThat(((HttpReply.Answer) reply).status()).isEqualTo(429);
      assertThat(server.requests).hasSize(3);
      assertThat(time.slept()).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }
  }

  @Test
  void aSiteThatOnlyAnswersThatItIsAwayIsGoneAfterAMinute() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 503, ""))) {
      var site = site(server, Politeness.standard(), Duration.ZERO);
      for (int i = 0; i < 100 && site.gone().isEmpty(); i++) {
        site.get(url(server, "/" + i), tally);
      }
      assertThat(site.gone()).contains("it answers only with errors such as status 503");
      assertThat(server.requests).hasSizeBetween(5, 100);
    }
  }

  @Test
  void aSiteWithManyBrokenPagesIsNotGone() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 500, ""))) {
      var site = site(server, Politeness.standard(), Duration.ZERO);
      for (int i = 0; i < 400; i++) {
        site.get(url(server, "/" + i), tally);
      }
      assertThat(site.gone()).isEmpty();
      assertThat(server.requests).hasSize(400);
    }
  }

  @Test
  void anErrorOfThePageIsNotRepeated() throws Exception {
    try (var server = ScriptedServer.start((request, out) -> ScriptedServer.page(out, 500, ""))) {
      site(server, Politeness.loopback(), Duration.ZERO).get(url(server, "/"), tally);
      assertThat(server.requests).hasSize(1);
    }
  }

  @Test
  void oneExchangeAtATimeHoweverManyAsk() throws Exception {
    try (var server = pages()) {
      var site =
          new PoliteSite(
              server.origin(),
              fetcher,
              Politeness.loopback(),
              RequestPace.NONE,
              new RestingPages(List.of(), _ -> {}),
              InstantSource.system());
      askTogether(server, site, 16);
      assertThat(server.mostUnderWay()).isEqualTo(1);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void asManyAtATimeAsAllowed() throws Exception {
    try (var server = pages()) {
      var site =
          new PoliteSite(
              server.origin(),
              fetcher,
              TestPoliteness.withConnections(Politeness.loopback(), 3),
              RequestPace.NONE,
              new RestingPages(List.of(), _ -> {}),
              InstantSource.system());
      askTogether(server, site, 24);
      assertThat(server.mostUnderWay()).isBetween(1, 3);
      assertThat(server.requests).hasSize(24);
    }
  }

  @Test
  void givesPagesRedirectsAndWhatIsMissing() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              switch (request.target()) {
                case "/page" ->
                    ScriptedServer.page(
                        out,
                        200,
                        "text",
                        "Content-Type: text/plain",
                        "X-Robots-Tag: a",
                        "x-robots-tag: b");
                case "/moved" -> ScriptedServer.page(out, 301, "", "Location: ../page#here");
                case "/away" ->
                    ScriptedServer.page(out, 302, "", "Location: https://other.example/");
                case "/nowhere" -> ScriptedServer.page(out, 302, "", "Location: mailto:a@b");
                default -> ScriptedServer.page(out, 404, "none");
              }
            })) {
      var source = source(server);
      var page = (Content.Found) source.read(url(server, "/page"));
      assertThat(page.body()).asString(StandardCharsets.UTF_8).isEqualTo("text");
      assertThat(page.mediaType()).isEqualTo("text/plain");
      assertThat(page.headers().get("x-robots-tag")).containsExactly("a", "b");
      assertThat(source.read(url(server, "/moved")))
          .isEqualTo(new Content.Redirect(url(server, "/page")));
      assertThat(source.read(url(server, "/away")))
          .isEqualTo(new Content.Redirect(PageUrl.parse("https://other.example/").orElseThrow()));
      assertThat(source.read(url(server, "/nowhere")))
          .isEqualTo(new Content.Missing(302, "The site redirects to no page."));
      assertThat(source.read(url(server, "/absent")))
          .isEqualTo(new Content.Missing(404, "The site answers with status 404."));
    }
  }

  @Test
  void aPageOverTheLimitIsMissingAndNotCutShort() throws Exception {
    var small =
        HttpSettings.standard(
            "TestBot/1.0",
            new FetchLimits(
                Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofSeconds(20), 1000));
    try (var limited = HttpFetcher.open(small);
        var server =
            ScriptedServer.start(
                (request, out) ->
                    ScriptedServer.page(
                        out, 200, "x".repeat(Integer.parseInt(request.target().substring(1)))))) {
      var site =
          new PoliteSite(
              server.origin(),
              limited,
              Politeness.loopback(),
              RequestPace.NONE,
              new RestingPages(List.of(), _ -> {}),
              InstantSource.system());
      var source = new HttpContentSource(site, tally);
      assertThat(source.read(url(server, "/1000"))).isInstanceOf(Content.Found.class);
      assertThat(source.read(url(server, "/1001")))
          .isEqualTo(
              new Content.Missing(
                  413, "The page is larger than this crawler reads.", PageOutcome.TOO_LARGE));
    }
  }

  @Test
  void aBrokenAnswerIsNotTakenForAMissingPage() throws Exception {
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              ScriptedServer.say(out, ScriptedServer.head(200, "Content-Length: 9") + "half");
              out.close();
            })) {
      assertThat(source(server).read(url(server, "/")))
          .isEqualTo(
              new Content.Missing(
                  0,
                  "The site's answer could not be read: the answer ends early.",
                  PageOutcome.BROKEN_ANSWER));
    }
  }

  @Test
  void aSiteThatIsGoneEndsTheVisitAndNotEachPageInTurn() throws Exception {
    try (var port = HeldPort.take()) {
      var gone = origin(port.number());
      var site =
          new PoliteSite(
              gone,
              fetcher,
              Politeness.loopback(),
              RequestPace.NONE,
              new RestingPages(List.of(), _ -> {}),
              time);
      var source = new HttpContentSource(site, tally);
      var page = PageUrl.parse(gone + "/").orElseThrow();
      assertThatThrownBy(() -> source.read(page))
          .isInstanceOf(UncheckedIOException.class)
          .hasMessageContaining(gone + " stopped answering: it refuses connections");
      var waited = time.slept().stream().reduce(Duration.ZERO, Duration::plus);
      assertThat(waited).isBetween(Duration.ofSeconds(60), Duration.ofSeconds(80));
      long requests = tally.requests();
      assertThatThrownBy(() -> source.read(page)).isInstanceOf(UncheckedIOException.class);
      assertThat(tally.requests()).isEqualTo(requests);
      assertThat(site.gone()).contains("it refuses connections");
    }
  }

  @Test
  void aSiteThatComesBackInTimeLosesNoPage() throws Exception {
    var asked = new AtomicInteger();
    try (var server =
        ScriptedServer.start(
            (request, out) -> {
              asked.incrementAndGet();
              ScriptedServer.page(out, 200, "back");
            })) {
      server.refuse();
      var returning =
          new ReturningTime(
              time,
              3,
              () -> {
                try {
                  server.accept();
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      var site =
          new PoliteSite(
              server.origin(),
              fetcher,
              Politeness.loopback(),
              RequestPace.NONE,
              new RestingPages(List.of(), _ -> {}),
              returning);
      var source = new HttpContentSource(site, tally);
      assertThat(source.read(url(server, "/"))).isInstanceOf(Content.Found.class);
      assertThat(asked.get()).isEqualTo(1);
      assertThat(site.gone()).isEmpty();
    }
  }

  /// Does something after a number of sleeps.
  private static final class ReturningTime implements PoliteSite.Time {
    private final FakeSiteTime time;
    private final int after;
    private final Runnable event;
    private int sleeps;

    ReturningTime(FakeSiteTime time, int after, Runnable event) {
      this.time = time;
      this.after = after;
      this.event = event;
    }

    @Override
    public Instant instant() {
      return time.instant();
    }

    @Override
    public void sleep(Duration duration) {
      time.sleep(duration);
      if (++sleeps == after) {
        event.run();
      }
    }
  }

  @Test
  void pagesThatTimeOutAreMissingOneByOneUntilTheSiteCountsAsGone() throws Exception {
    var impatient = TestPoliteness.withPatience(Politeness.loopback(), Duration.ZERO);
    try (var server = ScriptedServer.start((request, out) -> out.close())) {
      var source = new HttpContentSource(site(server, impatient, Duration.ZERO), tally);
      for (int i = 1; i <= 4; i++) {
        assertThat(source.read(url(server, "/" + i))).isInstanceOf(Content.Missing.class);
      }
      assertThatThrownBy(() -> source.read(url(server, "/5")))
          .isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void readsNoPageOfAnotherSite() throws Exception {
    try (var server = pages()) {
      var other = PageUrl.parse("http://other.example/").orElseThrow();
      assertThatThrownBy(() -> source(server).read(other))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static ScriptedServer pages() throws IOException {
    return ScriptedServer.start((request, out) -> ScriptedServer.page(out, 200, "page"));
  }

  private PoliteSite site(ScriptedServer server, Politeness politeness, Duration crawlDelay) {
    return new PoliteSite(
        server.origin(),
        fetcher,
        politeness,
        new RequestPace(crawlDelay, List.of()),
        new RestingPages(List.of(), _ -> {}),
        time);
  }

  private HttpContentSource source(ScriptedServer server) {
    return new HttpContentSource(site(server, Politeness.loopback(), Duration.ZERO), tally);
  }

  private void askTogether(ScriptedServer server, PoliteSite site, int pages)
      throws InterruptedException, ExecutionException {
    var asking = new ArrayList<FutureTask<HttpReply>>();
    for (int i = 0; i < pages; i++) {
      var page = url(server, "/" + i);
      var task = new FutureTask<>(() -> site.get(page, tally));
      asking.add(task);
      Thread.ofVirtual().start(task);
    }
    for (var task : asking) {
      assertThat(task.get()).isInstanceOf(HttpReply.Answer.class);
    }
  }

  private static PageUrl url(ScriptedServer server, String path) {
    return PageUrl.parse(server.origin() + path).orElseThrow();
  }

  private static String origin(int port) {
    return "http://127.0.0.1:" + port;
  }
}
