package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.app.whole.web.AskedPage;
import dev.sojourn.app.whole.web.CrawlFiles;
import dev.sojourn.app.whole.web.GreatCrawl;
import dev.sojourn.app.whole.web.RawSite;
import dev.sojourn.app.whole.web.RawSites;
import dev.sojourn.app.whole.web.SiteKind;
import dev.sojourn.testing.HeldPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The crawl of an operator on a bad day: sixty sites and more of many kinds, in one process of the
/// built program. A second crawl of the same kinds is killed in its middle and resumed.
final class SixtySitesIT {
  /// More than visits are made at home at one time.
  private static final int SILENT = 36;

  private static final int WITH_HOST = 4;
  private static final Duration TIMEOUT = Duration.ofSeconds(15);
  private static final Duration AT_MOST = Duration.ofMinutes(5);

  @TempDir private static Path temp;
  private static final List<AutoCloseable> OPEN = new ArrayList<>();
  private static OneCrawl whole;
  private static OneCrawl killed;

  /// A crawl, and the sites that it visits.
  private record OneCrawl(Path folder, List<SiteKind> sites) {
    List<String> words() {
      return new ArrayList<>(
          List.of(
              "--json",
              "--out",
              folder.resolve("out").toString(),
              "--key",
              temp.resolve("owner.key").toString(),
              "--patience",
              "10s",
              "--timeout",
              TIMEOUT.toSeconds() + "s"));
    }

    String[] words(String... before) {
      var all = new ArrayList<>(List.of(before));
      all.addAll(words());
      return all.toArray(String[]::new);
    }

    Path said() {
      return folder.resolve("said");
    }

    CrawlFiles files() throws IOException {
      return CrawlFiles.in(folder.resolve("out"));
    }

    long asked() {
      return sites.stream()
          .mapToLong(each -> each.site().map(s -> s.asked().size()).orElse(0))
          .sum();
    }

    List<RawSite> of(String kind) {
      return sites.stream()
          .filter(each -> each.kind().equals(kind))
          .map(each -> each.site().orElseThrow())
          .toList();
    }
  }

  private static Program wholeRun;
  private static Program resumedRun;

  @BeforeAll
  static void crawlTwice() throws Exception {
    ProgramStartCache.make();
    Program.here("key", "new", temp.resolve("owner.key").toString()).succeeded();
    whole = crawl("whole", SILENT);
    killed = crawl("killed", 2);
    var running = Program.start(whole.said(), begin(whole));
    try {
      killInTheMiddle();
      resumedRun = Program.run(temp, AT_MOST, killed.words("crawl", "--resume"));
      assertThat(running.waitFor(AT_MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } finally {
      running.destroyForcibly();
    }
    wholeRun =
        new Program(
            running.exitValue(),
            Files.readString(whole.said().resolve("out")),
            Files.readString(whole.said().resolve("err")));
  }

  @AfterAll
  static void stopAll() throws Exception {
    for (var open : OPEN.reversed()) {
      open.close();
    }
  }

  private static void killInTheMiddle() throws Exception {
    var process = Program.start(killed.said(), begin(killed));
    try {
      await().atMost(AT_MOST).until(() -> killed.asked() > 300 || !process.isAlive());
      assertThat(process.isAlive()).describedAs("killed before its end").isTrue();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static String[] begin(OneCrawl crawl) {
    return crawl.words("crawl", "--sites", crawl.folder().resolve("sites").toString());
  }

  private static OneCrawl crawl(String name, int silent) throws IOException {
    var folder = Files.createDirectory(temp.resolve(name));
    var server = opened(RawSites.start());
    var nowhere = opened(HeldPort.take());
    var sites =
        new ArrayList<>(GreatCrawl.on(server, "http://127.0.0.1:" + nowhere.number(), silent));
    sites.addAll(besideAHost(folder, server));
    Files.createDirectory(folder.resolve("said"));
    Files.write(folder.resolve("sites"), sites.stream().map(SiteKind::start).toList());
    return new OneCrawl(folder, sites);
  }

  private static List<SiteKind> besideAHost(Path folder, RawSites server) throws IOException {
    var config = new StringBuilder("listen = \"127.0.0.1:0\"\ndata = \"data\"\n");
    var places = new ArrayList<RawSite>();
    for (int i = 0; i < WITH_HOST; i++) {
      var site = server.add();
      var root = Files.createDirectory(folder.resolve("root" + i));
      config.append("[[site]]\norigin = \"%s\"\nroot = \"%s\"\n".formatted(site.origin(), root));
      places.add(site);
    }
    config.append(
        "[[trust]]\nname = \"test\"\nkeys = \"%s\"\n[limits]\nspare-workers = 0\n"
            .formatted(temp.resolve("owner.key.pub")));
    var host = opened(InProcessHost.start(Files.writeString(folder.resolve("host.toml"), config)));
    var sites = new ArrayList<SiteKind>();
    for (int i = 0; i < WITH_HOST; i++) {
      var root = folder.resolve("root" + i);
      sites.add(GreatCrawl.besideAHost(places.get(i), host.listening(), root));
    }
    return sites;
  }

  private static <T extends AutoCloseable> T opened(T resource) {
    OPEN.add(resource);
    return resource;
  }

  @Test
  void thereAreSixtySitesOfSixteenKindsAndSixHundredPages() throws IOException {
    assertThat(whole.sites()).hasSizeGreaterThanOrEqualTo(60);
    assertThat(whole.sites().stream().map(SiteKind::kind).distinct())
        .hasSizeGreaterThanOrEqualTo(16);
    assertThat(whole.files().summary().path("pages").asInt()).isGreaterThanOrEqualTo(600);
  }

  @Test
  void whatComesHomeOfEachSiteIsRight() throws IOException {
    comesHome(whole);
  }

  @Test
  void aCrawlThatWasKilledAndResumedBringsTheSame() throws IOException {
    comesHome(killed);
    assertThat(resumedRun.exitCode()).isEqualTo(6);
  }

  private static void comesHome(OneCrawl crawl) throws IOException {
    var files = crawl.files();
    var all = new SoftAssertions();
    for (var site : crawl.sites()) {
      all.check(() -> site.check(files));
    }
    all.assertAll();
  }

  @Test
  void noServerIsAskedTwiceForAPageOrForTwoAtATime() {
    var all = new SoftAssertions();
    for (var site : whole.sites()) {
      all.check(site::checkRequests);
    }
    all.assertAll();
  }

  @Test
  void aSiteWithAHostIsAskedForRobotsTxtAlone() {
    assertThat(whole.of("has a host"))
        .hasSize(WITH_HOST)
        .allSatisfy(site -> assertThat(site.targets()).containsOnly("/robots.txt"));
  }

  /// A silent page is asked for twice, and its site is then left. A visit that held a place until
  /// then would let the plain sites, which are given last, wait as long.
  @Test
  void sitesThatSayNothingHoldNoOtherBack() {
    var silent = firsts(GreatCrawl.SILENT_KIND);
    assertThat(Collections.max(firsts(GreatCrawl.PLAIN_KIND)))
        .describedAs("silent: %s", silent)
        .isLessThan(Collections.min(silent).plus(TIMEOUT).plus(TIMEOUT));
  }

  private static List<Duration> firsts(String kind) {
    return whole.of(kind).stream().map(SixtySitesIT::first).toList();
  }

  private static Duration first(RawSite site) {
    return site.asked().stream()
        .filter(each -> each.target().equals("/"))
        .map(AskedPage::at)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSiteThatAsksToBeLeftForAnHourIsLeft() {
    assertThat(whole.of("has enough of the crawl for an hour"))
        .allSatisfy(
            site ->
                assertThat(site.targets())
                    .containsExactly(
                        "/robots.txt", "/", "/1.html", "/2.html", "/3.html", "/4.html"));
  }

  @Test
  void theExitCodeIsThatOfACrawlInPartAndTheSitesAreNamed() throws IOException {
    assertThat(wholeRun.exitCode()).describedAs(wholeRun.err()).isEqualTo(6);
    assertThat(whole.files().summary().path("complete").asBoolean()).isFalse();
    assertThat(wholeRun.err()).contains("no-such-site-0.invalid");
  }

  @Test
  void linksToAnotherNameOfASiteAreCounted() throws IOException {
    var outside = whole.files().summary().path("outside");
    assertThat(outside.path("links").asInt()).isGreaterThanOrEqualTo(40);
    assertThat(outside.path("largest"))
        .anySatisfy(
            origin -> {
              assertThat(origin.path("site").asText()).isEqualTo("http://localhost:1");
              assertThat(origin.path("links").asInt()).isEqualTo(40);
            });
  }
}
