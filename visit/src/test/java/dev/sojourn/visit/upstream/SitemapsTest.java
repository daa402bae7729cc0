package dev.sojourn.visit.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import dev.sojourn.fetch.sitemap.SitemapOutcome;
import dev.sojourn.fetch.sitemap.SitemapReader;
import dev.sojourn.visit.content.Content;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Rounds over sitemaps that change, fail and lead astray.
class SitemapsTest {
  private static final String SITE = "https://site.example";

  private static final Duration LONGEST = Duration.ofMinutes(2);

  private final Files server = new Files();
  private final Sitemaps sitemaps = sitemaps(server);

  /// The pages that are known, by sitemap: a record as a host keeps it.
  private final Map<String, Map<String, Long>> known = new TreeMap<>();

  /// Files by path, each with its own text as validator.
  private static final class Files implements SitemapServer {
    private final Semaphore turn = new Semaphore(1);
    private Duration clock = Duration.ZERO;
    private Duration slowness = Duration.ZERO;
    private boolean isAlwaysTheSame;
    private final Map<String, Content> files = new HashMap<>();
    private final List<String> asked = new ArrayList<>();
    private int bodies;

    void put(String path, String text) {
      files.put(
          path,
          new Content.Found(
              PageUrl.parse(SITE + path).orElseThrow(),
              200,
              Map.of("etag", List.of("\"" + text.hashCode() + "\"")),
              text.getBytes(StandardCharsets.UTF_8)));
    }

    void fail(String path, int status) {
      files.put(path, new Content.Missing(status, "The site answers with status " + status + "."));
    }

    @Override
    public Content ask(PageUrl url, PageValidators held) {
      assertThat(turn.tryAcquire()).as("another site may ask meanwhile").isFalse();
      clock = clock.plus(slowness);
      asked.add(url.pathAndQuery());
      if (isAlwaysTheSame) {
        return new Content.NotModified(Map.of());
      }
      var content = files.getOrDefault(url.pathAndQuery(), new Content.Missing(404, "None."));
      if (content instanceof Content.Found found) {
        if (held.etag().isPresent() && held.etag().equals(found.header("etag"))) {
          return new Content.NotModified(Map.of());
        }
        bodies++;
      }
      return content;
    }

    @Override
    public Optional<PageUrl> ofSite(String text) {
      return PageUrl.parse(text.startsWith("/") ? SITE + text : text)
          .filter(url -> url.origin().equals(SITE));
    }
  }

  private static Sitemaps sitemaps(Files server) {
    return new Sitemaps(server, server.turn, () -> server.clock.toNanos());
  }

  private SitemapOutcome round(String... named) throws Exception {
    return round(Optional.of(List.of(named)));
  }

  private SitemapOutcome round(Optional<List<String>> named) throws Exception {
    server.asked.clear();
    server.bodies = 0;
    var outcome =
        sitemaps.read(
            named,
            LONGEST,
            (sitemap, pages) -> {
              assertThat(server.turn.tryAcquire()).as("another site may record").isFalse();
              known.put(sitemap, pages.stamps());
            });
    assertThat(server.turn.availablePermits()).isOne();
    if (outcome.isCertain()) {
      known.keySet().retainAll(outcome.listed());
    }
    return outcome;
  }

  private static String list(Map<String, String> dates) {
    var text = new StringBuilder("<urlset>");
    dates.forEach(
        (path, date) ->
            text.append(
                "<url><loc>" + SITE + path + "</loc><lastmod>" + date + "</lastmod></url>"));
    return text.append("</urlset>").toString();
  }

  private static String index(List<String> paths) {
    var text = new StringBuilder("<sitemapindex>");
    paths.forEach(path -> text.append("<sitemap><loc>" + SITE + path + "</loc></sitemap>"));
    return text.append("</sitemapindex>").toString();
  }

  @Test
  void theUsualSitemapIsTriedWhereRobotsTxtNamesNone() throws Exception {
    assertThat(round("https://other.example/s.xml"))
        .isEqualTo(new SitemapOutcome(Set.of(), true, false, false, List.of()));
    assertThat(server.asked).containsExactly("/sitemap.xml");

    server.put("/sitemap.xml", list(Map.of("/a", "1")));
    assertThat(round().isTelling()).isTrue();
    assertThat(known.get("/sitemap.xml")).containsOnlyKeys("/a");
  }

  @Test
  void aSitemapThatIsTheSameIsNotSentAgain() throws Exception {
    server.put("/i", index(List.of("/1", "/2")));
    server.put("/1", list(Map.of("/a", "1")));
    server.put("/2", list(Map.of("/b", "1")));
    assertThat(round(SITE + "/i").isTelling()).isTrue();
    assertThat(server.bodies).isEqualTo(3);

    server.put("/2", list(Map.of("/b", "2")));
    assertThat(round(SITE + "/i").isTelling()).isTrue();
    assertThat(server.asked).containsExactly("/i", "/1", "/2");
    assertThat(server.bodies).isEqualTo(1);
  }

  @Test
  void aSitemapOfAnotherSiteReportsNothing() throws Exception {
    server.put("/s", list(Map.of("/a", "1")).replace(SITE, "http://site.example"));
    assertThat(round(SITE + "/s").isTelling()).isFalse();
    assertThat(known.get("/s")).isEmpty();
  }

  /// It is unknown then which pages are gone, and which are as they were.
  @Test
  void aServerThatFailsOrSendsBrokenXmlTakesNoPageAway() throws Exception {
    server.put("/i", index(List.of("/1", "/2")));
    server.put("/1", list(Map.of("/a", "1")));
    server.put("/2", list(Map.of("/b", "1")));
    round(SITE + "/i");
    var before = Map.copyOf(known);
    for (int status : List.of(0, 404, 500, 503)) {
      server.fail("/i", status);
      server.fail("/1", status);
      assertThat(round(SITE + "/i").isTelling()).isFalse();
      assertThat(known).isEqualTo(before);
    }
    server.put("/i", "<sitemapindex><sitemap>");
    server.put("/1", "<html><p>Not found</html>");
    var outcome = round(SITE + "/i");
    assertThat(outcome.isTelling()).isFalse();
    assertThat(outcome.troubles()).hasSize(2);
    assertThat(known).isEqualTo(before);

    // An index that was never read may name any sitemap.
    var fresh = sitemaps(server).read(Optional.of(List.of(SITE + "/i")), LONGEST, (_, _) -> {});
    assertThat(fresh.isCertain()).isFalse();
  }

  @Test
  void anEndlessSitemapIndexEnds() throws Exception {
    var many = IntStream.range(0, 1_000).mapToObj(i -> "/" + i).toList();
    server.put("/i", index(many));
    server.put("/0", index(List.of("/i", "/x")));
    server.put("/1", list(Map.of("/a", "1")));
    var outcome = round(SITE + "/i");

    assertThat(server.asked).hasSize(Sitemaps.MAX_SITEMAPS).doesNotContain("/x");
    assertThat(outcome.isTelling()).isFalse();
    assertThat(outcome.troubles()).hasSizeLessThanOrEqualTo(5);
    assertThat(outcome.isCertain()).isFalse();
    assertThat(known.get("/1")).containsOnlyKeys("/a");
  }

  @Test
  void anIndexInAnIndexIsNotFollowed() throws Exception {
    server.put("/i", index(List.of("/j")));
    server.put("/j", index(List.of("/k")));
    assertThat(round(SITE + "/i").troubles())
        .containsExactly("/j: an index in an index is not read");
    assertThat(server.asked).containsExactly("/i", "/j");
  }

  @Test
  void aSitemapThatMovedIsFollowedOnTheSiteAlone() throws Exception {
    redirect("/s", SITE + "/t");
    server.put("/t", list(Map.of("/a", "1")));
    assertThat(round(SITE + "/s").isTelling()).isTrue();
    assertThat(known.get("/s")).containsOnlyKeys("/a");

    redirect("/s", "http://169.254.169.254/latest/meta-data/");
    assertThat(round(SITE + "/s").isTelling()).isFalse();
    assertThat(server.asked).containsExactly("/s");
    redirect("/s", SITE + "/s");
    assertThat(round(SITE + "/s").isTelling()).isFalse();
    assertThat(server.asked).hasSize(6);
  }

  private void redirect(String path, String to) {
    server.files.put(path, new Content.Redirect(PageUrl.parse(to).orElseThrow()));
  }

  @Test
  void aPageWithoutDateAndAFeedAloneDoNotReportAll() throws Exception {
    server.put("/s", "<urlset><url><loc>" + SITE + "/a</loc></url></urlset>");
    assertThat(round(SITE + "/s").isTelling()).isFalse();

    var feed = "<feed><entry><link href=\"" + SITE + "/b\"/><updated>1</updated></entry></feed>";
    server.put("/f", feed);
    assertThat(round(SITE + "/f").isTelling()).isFalse();
    server.put("/s", list(Map.of("/a", "1")));
    assertThat(round(SITE + "/f", SITE + "/s").isTelling()).isTrue();
  }

  /// The operator learns why agents look for themselves, in each round until it is mended.
  @Test
  void aSitemapThatIsCutOrWithoutDatesIsReportedAsATrouble() throws Exception {
    server.put("/s", list(Map.of("/a", "1", "/b", "")));
    for (int i = 0; i < 2; i++) {
      assertThat(round(SITE + "/s").troubles())
          .containsExactly("/s: some of its pages are without dates (lastmod)");
    }
    var dates = new TreeMap<String, String>();
    for (int i = 0; i < SitemapReader.MAX_ENTRIES; i++) {
      dates.put("/" + i, "1");
    }
    server.put("/s", list(dates));
    assertThat(round(SITE + "/s").isTelling()).isTrue();
    dates.put("/x", "1");
    server.put("/s", list(dates));
    for (int i = 0; i < 2; i++) {
      var outcome = round(SITE + "/s");
      assertThat(outcome.isTelling()).isFalse();
      assertThat(outcome.troubles())
          .containsExactly("/s: it has more than 50000 entries, or breaks off; split or repair it");
    }
  }

  @Test
  void aServerThatCallsAllUnchangedThoughNobodyAskedSoIsNotBelieved() throws Exception {
    server.files.put(
        "/s",
        new Content.Found(
            PageUrl.parse(SITE + "/s").orElseThrow(),
            200,
            Map.of(),
            list(Map.of("/a", "1")).getBytes(StandardCharsets.UTF_8)));
    assertThat(round(SITE + "/s").isTelling()).isTrue();
    server.isAlwaysTheSame = true;
    var outcome = round(SITE + "/s");
    assertThat(outcome.isTelling()).isFalse();
    assertThat(outcome.troubles()).containsExactly("/s: it answers a condition nobody made");
    assertThat(known.get("/s")).containsOnlyKeys("/a");
  }

  @Test
  void aRobotsTxtThatFailsTakesNoSitemapAway() throws Exception {
    server.put("/s", list(Map.of("/a", "1")));
    round(SITE + "/s");
    server.bodies = 0;
    assertThat(round(Optional.empty()).isCertain()).isFalse();
    assertThat(known.get("/s")).containsOnlyKeys("/a");
    assertThat(round(SITE + "/s").isTelling()).isTrue();
    assertThat(server.bodies).as("it is still known").isZero();

    // One that is there, and names none any more, does.
    round();
    assertThat(known).isEmpty();
  }

  @Test
  void aSlowServerIsAskedNoLongerThanItsTimeInARound() throws Exception {
    var many = IntStream.range(0, 40).mapToObj(i -> "/" + i).toList();
    server.put("/i", index(many));
    many.forEach(path -> server.put(path, list(Map.of("/a" + path, "1"))));
    round(SITE + "/i");
    assertThat(known).hasSize(40);
    server.slowness = Duration.ofSeconds(30);
    redirect("/1", SITE + "/1");
    var outcome = round(SITE + "/i");
    assertThat(server.asked).containsExactly("/i", "/0", "/1", "/1");
    assertThat(outcome.isTimeUp()).isTrue();
    assertThat(outcome.isTelling()).isFalse();
    assertThat(outcome.troubles()).contains("they take longer than 120 s");
    assertThat(known).as("nobody knows which are gone").hasSize(40);

    server.slowness = Duration.ZERO;
    server.put("/1", list(Map.of("/a/1", "1")));
    assertThat(round(SITE + "/i").isTelling()).as("the first ones may have changed").isFalse();
    assertThat(server.asked).hasSize(38).doesNotContain("/i", "/0", "/1");
    assertThat(round(SITE + "/i").isTelling()).isTrue();
    assertThat(server.bodies).as("all are still known").isZero();
  }

  @Test
  void aSlowServerHasAllItsSitemapsReadInAsManyRoundsAsThatTakes() throws Exception {
    var many = IntStream.range(0, 6).mapToObj(i -> "/" + i).toList();
    server.put("/i", index(many));
    many.forEach(path -> server.put(path, list(Map.of("/a" + path, "1"))));
    server.fail("/2", 503);
    server.slowness = Duration.ofSeconds(60);
    var rounds = new ArrayList<List<String>>();
    SitemapOutcome outcome;
    do {
      outcome = round(SITE + "/i");
      rounds.add(List.copyOf(server.asked));
    } while (outcome.isTimeUp());
    assertThat(rounds)
        .containsExactly(
            List.of("/i", "/0"), List.of("/1", "/2"), List.of("/3", "/4"), List.of("/5"));
    assertThat(outcome.isCertain()).isTrue();
    assertThat(outcome.isTelling()).isFalse();
    assertThat(known).containsOnlyKeys("/0", "/1", "/3", "/4", "/5");

    // The next reading is a round of its own.
    round(SITE + "/i");
    assertThat(server.asked).containsExactly("/i", "/0");
  }

  @Test
  void pagesBeyondTheLimitAreNotTaken() throws Exception {
    var named = new ArrayList<String>();
    for (int i = 0; i < 7; i++) {
      var dates = new TreeMap<String, String>();
      for (int j = 0; j < 45_000; j++) {
        dates.put("/" + j, "1");
      }
      server.put("/" + i, list(dates).replace(SITE, ""));
      named.add(SITE + "/" + i);
    }
    assertThat(round(named.toArray(String[]::new)).isTelling()).isFalse();
    assertThat(known.values().stream().mapToInt(Map::size).sum())
        .isLessThanOrEqualTo(Sitemaps.MAX_PAGES)
        .isGreaterThan(Sitemaps.MAX_PAGES - 45_000);
  }

  /// A naive model: it knows the list that a sitemap had when it was last there. A sitemap that no
  /// index names any more is forgotten if the index could be read.
  @Test
  void whateverFailsWhatIsKnownIsWhatWasReadLast() throws Exception {
    for (int seed = 0; seed < 30; seed++) {
      var random = new SplittableRandom(seed);
      var files = new Files();
      var rounds = sitemaps(files);
      var record = new TreeMap<String, Set<String>>();
      var model = new TreeMap<String, Set<String>>();
      var named = new TreeSet<>(Set.of("/0"));
      files.put("/i", index(List.copyOf(named)));
      for (int round = 0; round < 25; round++) {
        boolean isIndexThere = round == 0 || random.nextInt(3) > 0;
        if (isIndexThere) {
          named.clear();
          IntStream.range(0, 4).filter(_ -> random.nextBoolean()).forEach(i -> named.add("/" + i));
          files.put("/i", index(List.copyOf(named)));
          model.keySet().retainAll(named);
        } else {
          files.fail("/i", 503);
        }
        for (int i = 0; i < 4; i++) {
          var path = "/" + i;
          if (random.nextInt(3) == 0) {
            files.fail(path, 500);
          } else {
            var dates = new TreeMap<String, String>();
            IntStream.range(0, 5)
                .filter(_ -> random.nextBoolean())
                .forEach(page -> dates.put("/p" + page, "" + random.nextInt(2)));
            files.put(path, list(dates));
            if (named.contains(path)) {
              model.put(path, Set.copyOf(dates.keySet()));
            }
          }
        }
        var outcome =
            rounds.read(
                Optional.of(List.of(SITE + "/i")),
                LONGEST,
                (sitemap, pages) -> record.put(sitemap, Set.copyOf(pages.stamps().keySet())));
        if (outcome.isCertain()) {
          record.keySet().retainAll(outcome.listed());
        }
        assertThat(record).as("seed %d, round %d", seed, round).isEqualTo(model);
      }
    }
  }
}
