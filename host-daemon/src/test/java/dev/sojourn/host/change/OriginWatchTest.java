package dev.sojourn.host.change;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.atp.parcel.PageOutcome;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.site.RecordedPages;
import dev.sojourn.host.stay.ChangeListener;
import dev.sojourn.host.stay.ChangeMark;
import dev.sojourn.identity.net.NameService;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.UrlRules;
import dev.sojourn.visit.upstream.SitemapServer;
import dev.sojourn.visit.upstream.UpstreamAddress;
import dev.sojourn.visit.upstream.UpstreamSettings;
import dev.sojourn.visit.upstream.UpstreamSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.ResourceBundle;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real web server with sitemaps that a watch asks for.
@Timeout(60)
class OriginWatchTest {
  private static final String SITE = "http://site.example";

  @TempDir Path folder;
  private HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, String> files = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger unchanged = new AtomicInteger();
  private final AtomicBoolean isDown = new AtomicBoolean();
  private final AtomicBoolean isAwaited = new AtomicBoolean(true);
  private final AtomicInteger noted = new AtomicInteger();

  // Both are shared by the watches of all sites.
  private final RateLimitedLog faults = new RateLimitedLog(System.getLogger("test"));
  private final Semaphore turn = new Semaphore(1, true);

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final AtomicInteger outOfTurn = new AtomicInteger();
  private final AtomicReference<Duration> listing = new AtomicReference<>(Duration.ofSeconds(30));
  private final AtomicReference<Optional<RobotsTxt>> robots =
      new AtomicReference<>(
          Optional.of(
              RobotsTxt.parse(
                  ("Sitemap: " + SITE + "/map.xml\n").getBytes(StandardCharsets.UTF_8))));

  /// The gate for which a slow file waits.
  private final CountDownLatch slow = new CountDownLatch(1);

  private final AtomicReference<Duration> recheckEvery = new AtomicReference<>(Duration.ofDays(1));
  private ChangeLog log;
  private UpstreamSource source;
  private Optional<OriginWatch> watch = Optional.empty();

  @BeforeEach
  void open() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    log = ChangeLog.open(folder);
    var address =
        UpstreamAddress.resolve(
            "http://127.0.0.1:" + server.getAddress().getPort(), false, NameService.SYSTEM);
    source =
        UpstreamSource.of(
            new UpstreamSettings(
                SITE,
                address,
                new UrlRules(FileRules.NONE),
                1 << 20,
                1_000,
                Duration.ofSeconds(10)));
  }

  @AfterEach
  void close() throws IOException {
    watch.ifPresent(OriginWatch::close);
    log.close();
    slow.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    requests.incrementAndGet();
    if (turn.tryAcquire()) {
      outOfTurn.incrementAndGet();
      turn.release();
    }
    var path = exchange.getRequestURI().getPath();
    var file = files.get(path);
    if (path.equals("/slow.xml")) {
      awaitSlow();
    }
    try (exchange) {
      if (isDown.get() || file == null) {
        exchange.sendResponseHeaders(isDown.get() ? 503 : 404, -1);
        return;
      }
      var etag = "\"" + file.hashCode() + "\"";
      exchange.getResponseHeaders().set("ETag", etag);
      if (etag.equals(exchange.getRequestHeaders().getFirst("If-None-Match"))) {
        unchanged.incrementAndGet();
        exchange.sendResponseHeaders(304, -1);
        return;
      }
      var body = file.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private void awaitSlow() {
    try {
      slow.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private OriginWatch start() throws Exception {
    watch.ifPresent(OriginWatch::close);
    var pages = new RecordedPages.Origin(source, robots::get);
    var next =
        new OriginWatch(
            SITE,
            () -> Optional.of(pages),
            log,
            new OriginWatch.RoundTerms(
                isAwaited::get,
                () -> Duration.ofMillis(20),
                recheckEvery::get,
                5,
                listing.get(),
                turn,
                InstantSource.system()),
            new ChangeListener() {
              @Override
              public void changed(String origin, ChangeMark change) {
                noted.incrementAndGet();
              }

              @Override
              public void mayHaveChanged(String origin) {}
            },
            faults,
            new LineRecorder());
    watch = Optional.of(next);
    next.start();
    next.record();
    assertThat(next.awaitListed(Duration.ofSeconds(30))).isTrue();
    return next;
  }

  private static String list(String... pathsAndDates) {
    var text = new StringBuilder("<urlset>");
    for (int i = 0; i < pathsAndDates.length; i += 2) {
      text.append("<url><loc>")
          .append(SITE)
          .append(pathsAndDates[i])
          .append("</loc><lastmod>")
          .append(pathsAndDates[i + 1])
          .append("</lastmod></url>");
    }
    return text.append("</urlset>").toString();
  }

  private Map<String, Kind> changes() {
    var changes = new TreeMap<String, Kind>();
    try {
      log.since(SITE, 0, (_, name, kind) -> changes.put(name, kind) == null);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return changes;
  }

  @Test
  void aPageWithAnotherDateIsReportedAndASitemapThatIsTheSameIsNotSentAgain() throws Exception {
    files.put("/map.xml", list("/a", "1", "/b", "1", "/c", "1"));
    var watch = start();
    assertThat(changes()).isEmpty();
    assertThat(watch.reportsAll()).isTrue();
    await().until(() -> unchanged.get() > 2);
    assertThat(noted.get()).isZero();

    files.put("/map.xml", list("/a", "2", "/b", "1", "/d", "1"));
    await()
        .untilAsserted(
            () ->
                assertThat(changes())
                    .isEqualTo(Map.of("/a", Kind.CHANGED, "/c", Kind.GONE, "/d", Kind.NEW)));
    await().untilAsserted(() -> assertThat(noted.get()).isEqualTo(1));
    assertThat(outOfTurn.get()).as("requests while another site had its turn").isZero();
  }

  @Test
  void aServerThatIsDownMakesNoPageGoneAndNoLongerReportsAll() throws Exception {
    files.put("/map.xml", list("/a", "1"));
    var watch = start();
    isDown.set(true);
    await().until(() -> !watch.reportsAll());
    assertThat(changes()).isEmpty();
    isDown.set(false);
    await().until(watch::reportsAll);
    files.put("/map.xml", "<urlset><url><loc>");
    await().until(() -> !watch.reportsAll());
    assertThat(changes()).isEmpty();
    assertThat(noted.get()).isZero();
  }

  @Test
  void nothingIsAskedWhileNoAgentWaits() throws Exception {
    files.put("/map.xml", list("/a", "1"));
    isAwaited.set(false);
    start();
    int first = requests.get();
    isAwaited.set(true);
    await().until(() -> requests.get() > first);
    assertThat(first).isEqualTo(1);
  }

  /// As while another version of the site is put in place.
  @Test
  void aRobotsTxtThatIsAwayForAMomentMakesNoPageGone() throws Exception {
    files.put("/map.xml", list("/a", "1"));
    var watch = start();
    var before = robots.getAndSet(Optional.empty());
    await().until(() -> !watch.reportsAll());
    robots.set(before);
    await().until(watch::reportsAll);
    assertThat(changes()).isEmpty();
    assertThat(noted.get()).isZero();

    robots.set(Optional.of(RobotsTxt.allowAll()));
    await().untilAsserted(() -> assertThat(changes()).isEqualTo(Map.of("/a", Kind.GONE)));
  }

  /// Agents wait no longer than that, and hear of what is read afterwards.
  @Test
  void aSlowSitemapDoesNotKeepTheRecordFromBeginning() throws Exception {
    var index = "<sitemapindex><sitemap><loc>%s</loc></sitemap></sitemapindex>";
    files.put("/map.xml", index.formatted(SITE + "/slow.xml"));
    files.put("/slow.xml", list("/a", "1"));
    listing.set(Duration.ofNanos(1));
    var watch = start();
    var mark = log.mark(SITE).orElseThrow();
    assertThat(changes()).isEmpty();
    assertThat(watch.reportsAll()).isFalse();

    slow.countDown();
    await().until(watch::reportsAll);
    assertThat(changes()).isEqualTo(Map.of("/a", Kind.NEW));
    assertThat(log.mark(SITE).orElseThrow().record()).isEqualTo(mark.record());
    await().untilAsserted(() -> assertThat(noted.get()).isEqualTo(1));
  }

  /// All sites share the log of faults, which has room for a line a minute.
  @Test
  void theLogSaysWhatIsWrongThoughAnotherSiteFailedJustBefore() throws Exception {
    faults.line(System.Logger.Level.WARNING, "The changes of another site cannot be recorded");
    files.put("/map.xml", list("/a", ""));
    start();
    await()
        .untilAsserted(
            () ->
                assertThat(lines)
                    .containsExactly(
                        "The sitemaps of http://site.example do not tell all changes, so agents"
                            + " there look for themselves: /map.xml: some of its pages are"
                            + " without dates (lastmod)"));
    files.put("/map.xml", list("/a", "1"));
    await().until(() -> lines.contains("The sitemaps of http://site.example were read"));
  }

  /// Keeps the lines that are logged.
  private final class LineRecorder implements System.Logger {
    @Override
    public String getName() {
      return "test";
    }

    @Override
    public boolean isLoggable(Level level) {
      return level.getSeverity() >= Level.INFO.getSeverity();
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String text, Throwable thrown) {
      lines.add(text);
    }

    @Override
    public void log(Level level, @Nullable ResourceBundle bundle, String format, Object... values) {
      lines.add(MessageFormat.format(format, values));
    }
  }

  @Test
  void aSitemapHasALimitOfItsOwn() throws Exception {
    files.put("/map.xml", list("/a", "1") + " ".repeat(2 << 20));
    assertThat(start().reportsAll()).as("though pages are smaller").isTrue();

    files.put("/map.xml", " ".repeat(SitemapServer.MAX_SENT_BYTES + 1));
    var url = PageUrl.parse(SITE + "/map.xml").orElseThrow();
    assertThat(source.ask(url, PageValidators.NONE))
        .isEqualTo(
            new Content.Missing(
                413,
                "it is larger than 16777216 bytes; split it, or compress it by gzip",
                PageOutcome.TOO_LARGE));
  }

  /// A site without a sitemap, and a page that no sitemap lists, would stay unseen for ever.
  @Test
  void fromTimeToTimeAnyPageMayHaveChanged() throws Exception {
    recheckEvery.set(Duration.ofMillis(200));
    var watch = start();
    assertThat(watch.reportsAll()).isFalse();
    await().until(() -> noted.get() > 1);
    assertThat(changes()).hasSize(1);
    log.since(
        SITE,
        0,
        (dir, _, _) -> {
          assertThat(OriginWatch.isAnyPage(dir)).isTrue();
          return true;
        });
  }

  @Test
  void aServerThatListsOtherPagesEachTimeDoesNotFillTheDisk() throws Exception {
    files.put("/map.xml", list("/0", "1"));
    start();
    var first = log.mark(SITE).orElseThrow().record();
    for (int i = 1; i < 12; i++) {
      var page = "/" + i;
      files.put("/map.xml", list(page, "1"));
      await().until(() -> log.stamp(SITE, "/map.xml", page).isPresent());
      assertThat(log.size(SITE)).isLessThanOrEqualTo(7);
    }
    // So agents that saw the first one look for themselves.
    await().until(() -> log.mark(SITE).filter(now -> !now.record().equals(first)).isPresent());
  }

  @Test
  void whatChangedWhileNobodyWatchedIsFoundAtTheNextStart() throws Exception {
    files.put("/map.xml", list("/a", "1", "/b", "1"));
    start();
    var mark = log.mark(SITE).orElseThrow();
    watch.orElseThrow().close();
    files.put("/map.xml", list("/a", "2", "/b", "1"));
    start();
    assertThat(changes()).isEqualTo(Map.of("/a", Kind.CHANGED));
    assertThat(log.mark(SITE).orElseThrow().record()).isEqualTo(mark.record());
  }
}
