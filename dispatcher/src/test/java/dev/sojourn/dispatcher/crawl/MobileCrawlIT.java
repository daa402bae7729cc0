package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.dispatcher.crawl.report.CrawlListener;
import dev.sojourn.dispatcher.crawl.report.CrawlSummary;
import dev.sojourn.dispatcher.crawl.report.TerritoryProgress;
import dev.sojourn.dispatcher.crawl.report.TerritorySummary;
import dev.sojourn.dispatcher.plan.Plan;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.testing.HeldPort;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Crawls of sites that have hosts, with real daemons in processes of their own.
class MobileCrawlIT {
  @TempDir Path directory;

  private TestSite site(int pages) throws IOException {
    return new TestSite(directory.resolve("www"), pages);
  }

  private HostDaemonProcess host(String name, TestSite site, CrawlBench bench) throws IOException {
    return HostDaemonProcess.start(directory.resolve(name), site, bench.owner.verifyKey(), "");
  }

  private static TerritorySummary territory(CrawlSummary summary, String include) {
    return summary.territories().stream()
        .filter(t -> t.path().equals(include) || t.path().startsWith(include + " "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void visitsAWholeSiteAtItsHosts() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = site(30);
        var one = host("one", site, bench);
        var two = host("two", site, bench)) {
      site.robots(
          "Mobile-agent-server: / %s\nMobile-agent-server: /b/ %s\n"
              .formatted(one.url(), two.url()));
      var summary = bench.crawl(site.origin() + "/");
      assertThat(summary.territories())
          .as("%s", summary)
          .allSatisfy(t -> assertThat(t.crawled()).isEqualTo("mobile"))
          .allSatisfy(t -> assertThat(t.state()).isEqualTo("complete"))
          .allSatisfy(t -> assertThat(t.reason()).isEmpty());
      assertThat(summary.complete()).isTrue();
      assertThat(summary.wireBytesMobile()).isPositive();
      assertThat(summary.wireBytesClassic()).isZero();
      assertThat(summary.classicBytesAvoided()).isPositive();
      assertThat(summary.pages()).isGreaterThanOrEqualTo(site.expected().size());
      assertThat(territory(summary, "/b/").line()).isEqualTo(5);
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void aMisspeltDisallowClosesAFolderAtAHostAsItDoesAtHome() throws IOException {
    var misspelt = "User-agent: *\nDisalow: /private/\n";
    var mobile = new CrawlBench(directory.resolve("mobile"));
    var classic = new CrawlBench(directory.resolve("classic"));
    try (var site = site(10);
        var one = host("one", site, mobile)) {
      site.robotsFile(misspelt + "Mobile-agent-server: / %s\n".formatted(one.url()));
      assertThat(territory(mobile.crawl(site.origin() + "/"), "/").crawled()).isEqualTo("mobile");
      mobile.assertFoundExactly(site);
      site.robotsFile(misspelt);
      assertThat(territory(classic.crawl(site.origin() + "/"), "/").crawled()).isEqualTo("classic");
      classic.assertFoundExactly(site);
    }
  }

  @Test
  void visitsASiteOverTlsWhereItsHostIsBelieved() throws Exception {
    var bench = new CrawlBench(directory.resolve("out"));
    TestCertificate.write(directory);
    var tls =
        "[tls]\ncertificate = \"%s\"\nkey = \"%s\"\n"
            .formatted(directory.resolve("host.pem"), directory.resolve("host.key"));
    try (var site = site(20);
        var one =
            HostDaemonProcess.start(directory.resolve("one"), site, bench.owner.verifyKey(), tls)) {
      assertThat(one.url()).startsWith("atps://127.0.0.1:");
      site.robots("Mobile-agent-server: / %s\n".formatted(one.url()));
      var believing =
          CrawlSettings.defaults()
              .withAuthorities(TlsAuthorities.read(directory.resolve("host.pem")));
      var summary =
          Crawl.run(
              bench.request(believing, site.origin() + "/"),
              CrawlListener.SILENT,
              InstantSource.system());
      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(territory(summary, "/").crawled()).isEqualTo("mobile");
      assertThat(summary.wireBytesMobile()).isPositive();
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void visitsFromHomeWhereTheCertificateOfAHostIsNotBelieved() throws Exception {
    var bench = new CrawlBench(directory.resolve("out"));
    TestCertificate.write(directory);
    var tls =
        "[tls]\ncertificate = \"%s\"\nkey = \"%s\"\n"
            .formatted(directory.resolve("host.pem"), directory.resolve("host.key"));
    try (var site = site(10);
        var one =
            HostDaemonProcess.start(directory.resolve("one"), site, bench.owner.verifyKey(), tls)) {
      site.robots("Mobile-agent-server: / %s\n".formatted(one.url()));
      var summary = bench.crawl(site.origin() + "/");
      assertThat(territory(summary, "/").crawled()).isEqualTo("classic");
      assertThat(territory(summary, "/").reason()).contains("certificate");
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void visitsFromHomeWhatHasNoHost() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = site(20);
        var one = host("one", site, bench)) {
      site.robots(
          "Mobile-agent-server: / %s\nMobile-agent-server: /b/ none\n".formatted(one.url()));
      var summary = bench.crawl(site.origin() + "/");
      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(territory(summary, "/").crawled()).isEqualTo("mobile");
      assertThat(territory(summary, "/b/").crawled()).isEqualTo("classic");
      assertThat(territory(summary, "/b/").route()).isEqualTo("none");
      assertThat(territory(summary, "/b/").findings()).isEqualTo(20);
      assertThat(summary.wireBytesClassic()).isPositive();
      bench.assertFoundExactly(site);
      bench.assertSameFromTheStore();
    }
  }

  @Test
  void visitsFromHomeWhereAHostRefuses() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    var stranger = SigningKey.generate(new SecureRandom());
    try (var site = site(10);
        var one =
            HostDaemonProcess.start(directory.resolve("one"), site, stranger.verifyKey(), "")) {
      site.robots("Mobile-agent-server: / %s\n".formatted(one.url()));
      var summary = bench.crawl(site.origin() + "/");
      assertThat(summary.complete()).as("%s", summary).isTrue();
      var territory = territory(summary, "/");
      assertThat(territory.crawled()).isEqualTo("classic");
      assertThat(territory.reason()).contains(one.url()).contains("refuses");
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void visitsFromHomeWhereNoHostAnswers() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    try (var site = site(10);
        var port = HeldPort.take()) {
      site.robots("Mobile-agent-server: / atp://127.0.0.1:%d\n".formatted(port.number()));
      var summary =
          Crawl.run(
              bench.impatient(site.origin() + "/"), CrawlListener.SILENT, InstantSource.system());
      assertThat(summary.complete()).as("%s", summary).isTrue();
      assertThat(territory(summary, "/").crawled()).isEqualTo("classic");
      assertThat(territory(summary, "/").reason()).contains("cannot be reached");
      bench.assertFoundExactly(site);
    }
  }

  @Test
  void doesTheWorkOfAHostAgainThatDiesInMidVisit() throws IOException {
    var bench = new CrawlBench(directory.resolve("out"));
    int pages = 400;
    try (var site = site(pages);
        // It delivers page by page, and writes each down, so that it is in the midst of them when
        // the first ones are here.
        var one =
            HostDaemonProcess.start(
                directory.resolve("one"),
                site,
                bench.owner.verifyKey(),
                "[limits]\ncheckpoint-every = \"0 s\"\n")) {
      site.robots("Mobile-agent-server: /a/ %s\n".formatted(one.url()));
      var killedAt = new AtomicLong();
      var summary =
          Crawl.run(
              bench.impatient(site.origin() + "/"),
              new CrawlListener() {
                @Override
                public void planned(Plan plan) {}

                @Override
                public void changed(TerritoryProgress now) {
                  if (now.where().equals(one.url())
                      && now.state().equals("visiting")
                      && now.findings() > 0
                      && killedAt.compareAndSet(0, now.pages())) {
                    one.kill();
                  }
                }

                @Override
                public void noted(String sentence) {}
              },
              InstantSource.system());
      assertThat(killedAt.get()).isPositive().isLessThan(pages);
      assertThat(summary.complete()).as("%s", summary).isTrue();
      var territory = territory(summary, "/a/");
      assertThat(territory.crawled()).isEqualTo("classic");
      // Of a host that had finished its visit it would say that it cannot be reached.
      assertThat(territory.reason()).contains(one.url() + " was not heard of for 3 s");
      assertThat(summary.wireBytesMobile()).isPositive();
      bench.assertFoundExactly(site);
    }
  }
}
