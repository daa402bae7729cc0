package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlSummary;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.local.report.TerritorySummary;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.dispatcher.cli.display.SummaryText;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.HeldPort;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crawls of a site that has hosts, with real daemons. One site and its daemons serve all tests;
/// its robots.txt says which of them count.
class MobileCrawlIT {
  private static final int PAGES = 20;

  @TempDir static Path shared;
  private static TestSite site;
  private static TestHost one;
  private static TestHost two;
  private static TestHost overTls;

  @TempDir Path directory;
  private CrawlBench bench;

  @BeforeAll
  static void start() throws Exception {
    var owner = new CrawlBench(shared).owner.verifyKey();
    site = new TestSite(shared.resolve("www"), PAGES);
    one = TestHost.start(shared.resolve("one"), site, owner, "");
    two = TestHost.start(shared.resolve("two"), site, owner, "");
    TestCertificate.write(shared);
    var tls =
        "[tls]\ncertificate = \"%s\"\nkey = \"%s\"\n"
            .formatted(shared.resolve("host.pem"), shared.resolve("host.key"));
    overTls = TestHost.start(shared.resolve("tls"), site, owner, tls);
  }

  @AfterAll
  static void stop() throws IOException {
    for (var host : List.of(one, two, overTls)) {
      host.close();
    }
    site.close();
  }

  @BeforeEach
  void makeBench() {
    bench = new CrawlBench(directory.resolve("out"));
  }

  private static TerritorySummary territory(CrawlSummary summary, String include) {
    return summary.territories().stream()
        .filter(t -> t.path().equals(include) || t.path().startsWith(include + " "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void visitsAWholeSiteAtItsHosts() throws IOException {
    site.robots(
        "Mobile-agent-server: / %s\nMobile-agent-server: /b/ %s\n".formatted(one.url(), two.url()));
    var summary = bench.crawl(site.origin() + "/");
    assertThat(summary.territories())
        .as("%s", summary)
        .allSatisfy(t -> assertThat(t.crawled()).isEqualTo(CrawlWay.MOBILE))
        .allSatisfy(t -> assertThat(t.state()).isEqualTo(TerritoryStatus.COMPLETE))
        .allSatisfy(t -> assertThat(t.reason()).isEmpty());
    assertThat(summary.complete()).isTrue();
    assertThat(summary.wireBytesMobile()).isPositive();
    assertThat(summary.wireBytesClassic()).isZero();
    assertThat(summary.classicBytesAvoided()).isPositive();
    assertThat(summary.pages()).isGreaterThanOrEqualTo(site.expected().size());
    assertThat(territory(summary, "/b/").line()).isEqualTo(5);
    bench.assertFoundExactly(site);
  }

  @Test
  void aMisspeltDisallowClosesAFolderAtAHostAsItDoesAtHome() throws IOException {
    var misspelt = "User-agent: *\nDisalow: /private/\n";
    var classic = new CrawlBench(directory.resolve("classic"));
    site.robotsFile(misspelt + "Mobile-agent-server: / %s\n".formatted(one.url()));
    assertThat(territory(bench.crawl(site.origin() + "/"), "/").crawled())
        .isEqualTo(CrawlWay.MOBILE);
    bench.assertFoundExactly(site);
    site.robotsFile(misspelt);
    assertThat(territory(classic.crawl(site.origin() + "/"), "/").crawled())
        .isEqualTo(CrawlWay.CLASSIC);
    classic.assertFoundExactly(site);
  }

  @Test
  void visitsASiteOverTlsWhereItsHostIsBelieved() throws Exception {
    assertThat(overTls.url()).startsWith("atps://127.0.0.1:");
    site.robots("Mobile-agent-server: / %s\n".formatted(overTls.url()));
    var believing =
        TestSettings.withAuthorities(
            CrawlSettings.defaults(), TlsAuthorities.read(shared.resolve("host.pem")));
    var summary = SharedSandbox.crawl(bench.request(believing, site.origin() + "/"));
    assertThat(summary.complete()).as("%s", summary).isTrue();
    assertThat(territory(summary, "/").crawled()).isEqualTo(CrawlWay.MOBILE);
    assertThat(summary.wireBytesMobile()).isPositive();
    bench.assertFoundExactly(site);
  }

  @Test
  void visitsFromHomeWhereTheCertificateOfAHostIsNotBelieved() throws IOException {
    site.robots("Mobile-agent-server: / %s\n".formatted(overTls.url()));
    var summary = bench.crawl(site.origin() + "/");
    assertThat(territory(summary, "/").crawled()).isEqualTo(CrawlWay.CLASSIC);
    assertThat(territory(summary, "/").reason()).contains("certificate");
    bench.assertFoundExactly(site);
  }

  @Test
  void visitsFromHomeWhatHasNoHost() throws IOException {
    site.robots("Mobile-agent-server: / %s\nMobile-agent-server: /b/ none\n".formatted(one.url()));
    var summary = bench.crawl(site.origin() + "/");
    assertThat(summary.complete()).as("%s", summary).isTrue();
    assertThat(territory(summary, "/").crawled()).isEqualTo(CrawlWay.MOBILE);
    assertThat(territory(summary, "/b/").crawled()).isEqualTo(CrawlWay.CLASSIC);
    assertThat(territory(summary, "/b/").route()).hasToString("none");
    assertThat(territory(summary, "/b/").findings()).isEqualTo(PAGES);
    assertThat(summary.wireBytesClassic()).isPositive();
    bench.assertFoundExactly(site);
    bench.assertSameFromTheStore();
  }

  @Test
  void visitsFromHomeWhereAHostRefuses() throws IOException {
    var stranger = SigningKey.generate(new SecureRandom()).verifyKey();
    try (var host = TestHost.start(directory.resolve("host"), site, stranger, "")) {
      site.robots("Mobile-agent-server: / %s\n".formatted(host.url()));
      var summary = bench.crawl(site.origin() + "/");
      assertThat(summary.complete()).as("%s", summary).isTrue();
      var territory = territory(summary, "/");
      assertThat(territory.crawled()).isEqualTo(CrawlWay.CLASSIC);
      assertThat(territory.reason()).contains(host.url()).contains("refuses");
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void visitsFromHomeWhereNoHostAnswers() throws IOException {
    try (var port = HeldPort.take()) {
      site.robots("Mobile-agent-server: / atp://127.0.0.1:%d\n".formatted(port.number()));
      var summary = SharedSandbox.crawl(bench.impatient(site.origin() + "/"));
      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(territory(summary, "/").crawled()).isEqualTo(CrawlWay.CLASSIC);
      assertThat(territory(summary, "/").reason()).contains("cannot be reached");
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void doesTheWorkOfAHostAgainThatEndsInMidVisit() throws IOException {
    int pages = 200;
    try (var site = new TestSite(directory.resolve("www"), pages);
        // It delivers page by page, and writes each down, so that it is in the midst of them when
        // the first ones are here.
        var host =
            TestHost.start(
                directory.resolve("one"),
                site,
                bench.owner.verifyKey(),
                "[limits]\ncheckpoint-every = \"0 s\"\n")) {
      site.robots("Mobile-agent-server: /a/ %s\n".formatted(host.url()));
      var endedAt = new AtomicLong();
      var summary =
          SharedSandbox.crawl(
              bench.impatient(site.origin() + "/"),
              new CrawlListener() {
                @Override
                public void planned(Plan plan) {}

                @Override
                public void changed(TerritoryProgress now) {
                  if (now.place().equals(new Place.Host(host.url()))
                      && now.state() == TerritoryStatus.VISITING
                      && now.findings() > 0
                      && endedAt.compareAndSet(0, now.pages())) {
                    // A listener returns at once.
                    Thread.startVirtualThread(() -> end(host));
                  }
                }

                @Override
                public void noted(String sentence) {}
              });
      assertThat(endedAt.get()).isPositive().isLessThan(pages);
      assertThat(summary.complete()).as("%s", summary).isTrue();
      var territory = territory(summary, "/a/");
      assertThat(territory.crawled()).isEqualTo(CrawlWay.CLASSIC);
      // If the host had finished its visit, the reason would be that it cannot be reached.
      assertThat(territory.reason()).contains(host.url() + " was not heard of for 3 s");
      assertThat(summary.wireBytesMobile()).isPositive();
      assertTableReportsBytesOfHost(summary);
      bench.assertFoundExactly(site);
    }
  }

  /// The sum of the column is the figure in the line below it.
  private static void assertTableReportsBytesOfHost(CrawlSummary summary) {
    assertThat(summary.territories().stream().mapToLong(TerritorySummary::wireBytes).sum())
        .isEqualTo(summary.wireBytesMobile() + summary.wireBytesClassic());
    var noted = new StringWriter();
    SummaryText.print(summary, new PrintWriter(noted));
    var mobile = Pattern.compile("On the wire: mobile (.+?), ").matcher(noted.toString());
    assertThat(mobile.find()).as("%s", noted).isTrue();
    assertThat(noted.toString().lines())
        .filteredOn(line -> line.contains("/a/ ") && line.contains(" classic ("))
        .singleElement()
        .asString()
        .endsWith(" (" + mobile.group(1) + " mobile)");
  }

  private static void end(TestHost host) {
    try {
      host.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
