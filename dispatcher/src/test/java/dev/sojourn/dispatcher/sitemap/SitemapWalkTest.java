package dev.sojourn.dispatcher.sitemap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.fetch.body.BodyRoom;
import dev.sojourn.fetch.site.HttpReply;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SitemapWalkTest {
  private static final String SITE = "https://site.example";
  private static final int MANY = 1_000;
  private static final long MANY_BYTES = 1L << 30;

  private final Map<String, HttpReply> files = new HashMap<>();
  private final List<String> requests = new ArrayList<>();

  @TempDir private Path temp;
  private BodyRoom room = new BodyRoom(MANY_BYTES, MANY_BYTES, Path.of(""));

  /// A site whose pages under `/asked/` were visited, and that disallows `/private/`.
  private class TestServer implements SitemapWalk.Site {
    private final Semaphore turn = new Semaphore(1);

    @Override
    public Semaphore turn() {
      return turn;
    }

    @Override
    public BodyRoom room() {
      return room;
    }

    @Override
    public HttpReply get(PageUrl url) {
      assertThat(turn.availablePermits()).describedAs("a file that hangs holds no other").isOne();
      requests.add(url.pathAndQuery());
      return files.getOrDefault(url.pathAndQuery(), answer(404, Map.of(), ""));
    }

    @Override
    public boolean allows(PageUrl url) {
      return !url.path().startsWith("/private/");
    }

    @Override
    public boolean isOfCrawl(String other) {
      return other.equals("https://second.example");
    }

    @Override
    public boolean isAsked(PageUrl url) {
      assertThat(turn.availablePermits()).describedAs("turn of one that is read").isZero();
      return url.path().startsWith("/asked/");
    }
  }

  private static HttpReply answer(int status, Map<String, List<String>> fields, String body) {
    return new HttpReply.Answer(status, fields, body.getBytes(StandardCharsets.UTF_8), false);
  }

  private void put(String path, String body) {
    files.put(path, answer(200, Map.of(), body));
  }

  private static String list(String... urls) {
    return List.of(urls).stream()
        .map("<url><loc>%s</loc></url>"::formatted)
        .collect(Collectors.joining("", "<urlset>", "</urlset>"));
  }

  private static String index(String... urls) {
    return List.of(urls).stream()
        .map("<sitemap><loc>%s</loc></sitemap>"::formatted)
        .collect(Collectors.joining("", "<sitemapindex>", "</sitemapindex>"));
  }

  private Event.SitemapsRead read(String... named) throws InterruptedException {
    return SitemapWalk.read(new TestServer(), SITE, MANY, List.of(named), List.of());
  }

  @Test
  void pagesThatNoVisitAskedForComeInTheOrderOfTheSitemaps() throws Exception {
    put("/i.xml", index(SITE + "/1.xml", SITE + "/2.txt", SITE + "/1.xml"));
    put("/1.xml", list(SITE + "/z", SITE + "/asked/a", SITE + "/a", SITE + "/z#part"));
    put("/2.txt", SITE + "/c\n" + SITE + "/a\n");
    var read = read(SITE + "/i.xml", "/i.xml");

    assertThat(read.urls()).containsExactly(SITE + "/z", SITE + "/a", SITE + "/c");
    assertThat(read.remarks()).isEmpty();
    assertThat(read.isWhole()).isTrue();
    assertThat(requests).containsExactly("/i.xml", "/1.xml", "/2.txt");
  }

  @Test
  void anIdentifierOfASessionIsNoPartOfAPage() throws Exception {
    put("/s.xml", list(SITE + "/a;jsessionid=0123456789ABCDEF0123", SITE + "/a"));
    assertThat(read("/s.xml").urls()).containsExactly(SITE + "/a");
  }

  @Test
  void relativeReferencesAreThoseOfTheSitemap() throws Exception {
    put("/sub/s.xml", list("/rel", "rel2", "//site.example/rel3"));
    assertThat(read("/sub/s.xml").urls())
        .containsExactly(SITE + "/rel", SITE + "/sub/rel2", SITE + "/rel3");
  }

  @Test
  void pagesOfAnotherSiteOfTheCrawlAreHandedOnAndThoseOfStrangersAreCounted() throws Exception {
    put(
        "/s.xml",
        list(
            "https://second.example/a",
            "https://www.site.example/1",
            "https://www.site.example/2",
            "http://other.example/"));
    var read = read("/s.xml");

    assertThat(read.urls()).containsExactly("https://second.example/a");
    assertThat(read.remarks())
        .containsExactly(
            "3 pages in the sitemaps of https://site.example are of other sites, 2 of them of"
                + " https://www.site.example, which is not in this crawl; name it as a start URL"
                + " too.");
  }

  @Test
  void aSitemapOfAnotherSiteIsNotAskedForWhoeverNamesIt() throws Exception {
    put("/i.xml", index("http://169.254.169.254/latest", "https://other.example/s.xml"));
    files.put("/moved.xml", answer(301, Map.of("location", List.of("http://10.0.0.1/s.xml")), ""));
    var read = read("https://second.example/s.xml", "/i.xml", "/moved.xml");

    assertThat(requests).containsExactly("/i.xml", "/moved.xml");
    assertThat(read.remarks())
        .containsExactly(
            "https://site.example names 4 sitemaps of other sites, which were not asked for:"
                + " https://second.example/s.xml; name that site as a start URL too.");
  }

  @Test
  void whatIsLeftOutIsCountedByItsReason() throws Exception {
    put("/s.xml", list(SITE + "/private/a", SITE + "/private/b", "mailto:x", "", SITE + "/a"));
    put("/broken.xml", "<html><p>Not found");
    put("/cut.xml", "<urlset><url><loc>" + SITE + "/b</loc></url>");
    var read = read("/s.xml", "/broken.xml", "/gone.xml", "/private/s.xml", "/cut.xml", "http://[");

    assertThat(read.urls()).containsExactly(SITE + "/a", SITE + "/b");
    assertThat(read.isWhole()).isTrue();
    assertThat(read.remarks())
        .containsExactly(
            "3 sitemaps of https://site.example could not be read: https://site.example/broken.xml"
                + " (it is neither a sitemap nor a feed, but begins with <html>).",
            "1 sitemap of https://site.example has more than 50,000 entries or breaks off, and was"
                + " read up to there: https://site.example/cut.xml.",
            "3 items in the sitemaps of https://site.example could not be used, since they are no"
                + " URLs of at most 8 KiB.",
            "2 pages in the sitemaps of https://site.example were not visited, since robots.txt"
                + " disallows them.");
    assertThat(requests).doesNotContain("/private/s.xml");
  }

  @Test
  void whatMayBeReadBetterAtAnotherTimeIsSaidToBe() throws Exception {
    for (var reply :
        List.of(
            answer(503, Map.of(), ""),
            answer(429, Map.of(), ""),
            new HttpReply.Failure(HttpReply.Kind.TIMEOUT, "it took too long"))) {
      files.put("/s.xml", reply);
      var read = read("/s.xml");
      assertThat(read.isWhole()).as("%s", reply).isFalse();
      assertThat(read.remarks()).singleElement().asString().contains("and --resume asks again");
    }
  }

  @Test
  void aSiteThatIsGoneIsNotAskedForEachOfItsSitemaps() throws Exception {
    files.put("/1", new HttpReply.Failure(HttpReply.Kind.UNREACHABLE, "refused"));
    var read = read("/1", "/2", "/3");
    assertThat(requests).containsExactly("/1");
    assertThat(read.remarks()).singleElement().asString().startsWith("3 sitemaps of");
  }

  @Test
  void anEndlessIndexAndAnEndlessListEnd() throws Exception {
    var children = IntStream.range(0, 5_000).mapToObj(i -> SITE + "/s" + i).toArray(String[]::new);
    put("/i.xml", index(children));
    for (int i = 0; i < 5_000; i++) {
      put("/s" + i, index(SITE + "/s" + i + "a"));
    }
    var read = read("/i.xml");
    assertThat(requests).hasSize(SitemapWalk.MAX_SITEMAPS);
    assertThat(read.remarks().toString())
        .contains("has more than 500 sitemaps; 5,000 sitemaps were left out");

    requests.clear();
    put("/i.xml", index(SITE + "/l1", SITE + "/l2"));
    var pages = IntStream.range(0, MANY + 7).mapToObj(i -> SITE + "/p" + i).toArray(String[]::new);
    put("/l1", list(pages));
    var full = read("/i.xml");
    assertThat(full.urls()).hasSize(MANY);
    assertThat(requests).containsExactly("/i.xml", "/l1");
    assertThat(full.remarks())
        .containsExactly(
            "The sitemaps of https://site.example name more than the 1,000 pages that a crawl takes"
                + " from them, of 256 characters each on average; 7 pages and 1 sitemap were left"
                + " out.");
  }

  /// Each of 50,000 entries of some characters would become a URL of 8,000.
  @Test
  void aSitemapWithALongUrlOfItsOwnCostsBoundedMemory() throws Exception {
    var at = "/" + "d".repeat(8_000) + "/";
    var entries = IntStream.range(0, 50_000).mapToObj(Integer::toString).toArray(String[]::new);
    put(at + "s.xml", list(entries));
    put(at + "i.xml", index(entries));
    var highest = new AtomicLong();
    var server =
        new TestServer() {
          @Override
          public boolean allows(PageUrl url) {
            // The first page that is taken: all of the file was read.
            if (highest.get() == 0 && url.path().endsWith("/0")) {
              highest.set(liveBytes());
            }
            return super.allows(url);
          }
        };
    long before = liveBytes();
    var read = SitemapWalk.read(server, SITE, 100_000, List.of(at + "s.xml"), List.of());
    assertThat(highest.get() - before).isBetween(1L << 20, 64L << 20);
    assertThat(read.urls()).hasSizeBetween(2_000, 2_100);
    assertThat(read.remarks())
        .singleElement()
        .asString()
        .contains("name more than the 100,000 pages")
        .contains("0 sitemaps were left out");

    var few = SitemapWalk.read(new TestServer(), SITE, MANY, List.of(at + "s.xml"), List.of());
    assertThat(few.urls()).hasSize((int) (MANY * SitemapWalk.MAX_CHARS_A_PAGE / 8_024));
    assertThat(read(at + "i.xml").remarks().toString())
        .contains("has more than 500 sitemaps")
        .contains("was read up to there");
  }

  private static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /// As where many sites send large sitemaps at once, and a few are read at a time.
  @Test
  void sitemapsThatWaitForTheirTurnTakeBoundedMemory() throws Exception {
    room = new BodyRoom(64 << 10, MANY_BYTES, temp);
    put("/s.xml", list(SITE + "/a") + " ".repeat(1 << 20));
    var server =
        new TestServer() {
          @Override
          public HttpReply get(PageUrl url) {
            return files.getOrDefault(url.path(), answer(404, Map.of(), ""));
          }
        };
    server.turn().acquire();
    var walks = new ArrayList<FutureTask<Event.SitemapsRead>>();
    for (int i = 0; i < 8; i++) {
      var walk =
          new FutureTask<>(
              () -> SitemapWalk.read(server, SITE, MANY, List.of("/s.xml"), List.of()));
      walks.add(walk);
      Thread.startVirtualThread(walk);
    }

    await().until(() -> server.turn().getQueueLength() == walks.size());
    assertThat(room.memoryTaken()).isLessThanOrEqualTo(64 << 10);
    assertThat(room.filesTaken()).isGreaterThan(7 << 20);

    server.turn().release();
    for (var walk : walks) {
      assertThat(walk.get().urls()).containsExactly(SITE + "/a");
    }
    assertThat(room.filesTaken()).isZero();
    assertThat(temp).isEmptyDirectory();
  }

  @Test
  void aSitemapThatFindsNoRoomIsReadAtAnotherTime() throws Exception {
    room = new BodyRoom(0, 0, temp);
    put("/s.xml", list(SITE + "/a") + " ".repeat(1 << 20));
    var read = read("/s.xml");
    assertThat(read.isWhole()).isFalse();
    assertThat(read.remarks().toString()).contains("too many large answers are on their way");
  }

  @Test
  void redirectsAreFollowedOnTheSiteAndACircleEnds() throws Exception {
    files.put("/s.xml", answer(301, Map.of("location", List.of("/t.xml")), ""));
    put("/t.xml", list(SITE + "/a"));
    assertThat(read("/s.xml").urls()).containsExactly(SITE + "/a");

    files.put("/t.xml", answer(302, Map.of("location", List.of("/s.xml")), ""));
    assertThat(read("/s.xml").remarks().toString()).contains("it redirects too often");
  }

  @Test
  void aStartUrlThatTurnsOutToBeNoSitemapIsNoFault() throws Exception {
    put("/a.xml", "<svg></svg>");
    put("/feed", "<rss><channel><item><link>" + SITE + "/new</link></item></channel></rss>");
    var starts =
        List.of("/a.xml", "/feed").stream().flatMap(p -> PageUrl.parse(SITE + p).stream()).toList();
    var read = SitemapWalk.read(new TestServer(), SITE, MANY, List.of(), starts);

    assertThat(read.urls()).containsExactly(SITE + "/new");
    assertThat(read.remarks()).isEmpty();
  }

  @Test
  void startUrlsThatMayBeListsAreKnownByTheirNames() {
    for (var likely :
        List.of(
            "/sitemap.xml",
            "/s.xml.gz",
            "/x/sitemap1.txt",
            "/feed/",
            "/feed",
            "/a.rss",
            "/index.rdf",
            "/?feed=rss2",
            "/blog/atom.xml",
            "/p?type=atom")) {
      assertThat(SitemapWalk.isLikely(PageUrl.parse(SITE + likely).orElseThrow()))
          .as(likely)
          .isTrue();
    }
    for (var other : List.of("/", "/index.html", "/feeding/", "/anatomy", "/xml/", "/a.txt")) {
      assertThat(SitemapWalk.isLikely(PageUrl.parse(SITE + other).orElseThrow()))
          .as(other)
          .isFalse();
    }
  }
}
