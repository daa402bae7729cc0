package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.crawl.local.store.CrawlStore;
import dev.sojourn.fetch.site.Politeness;
import dev.sojourn.testing.TestCertificate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptPolitenessTest {
  private static final CrawlSettings USUAL = CrawlSettings.defaults();

  @TempDir Path directory;

  @Test
  void theDelayOfTheBeginHoldsWhenTheCrawlIsResumed() throws IOException {
    assertThat(settings(slow(7), "http://site.example/").sites().politeness()).contains(pace(7));
    assertThat(settings(USUAL).sites().politeness()).contains(pace(7));
  }

  @Test
  void aDelayThatIsGivenAgainHoldsFromThenOn() throws IOException {
    settings(slow(7), "http://site.example/");
    assertThat(settings(slow(9)).sites().politeness()).contains(pace(9));
    assertThat(settings(USUAL).sites().politeness()).contains(pace(9));
  }

  @Test
  void aCrawlWithoutADelayIsResumedWithoutOne() throws IOException {
    assertThat(settings(USUAL, "http://site.example/").sites().politeness()).isEmpty();
    assertThat(settings(USUAL).sites().politeness()).isEmpty();
  }

  @Test
  void theConnectionsOfTheBeginHoldUntilOthersAreGiven() throws IOException {
    assertThat(
            settings(TestSettings.withConnections(USUAL, 8), "http://site.example/")
                .sites()
                .atOnce())
        .isEqualTo(8);
    assertThat(settings(USUAL).sites().atOnce()).isEqualTo(8);
    assertThat(settings(TestSettings.withConnections(USUAL, 2)).sites().atOnce()).isEqualTo(2);
    assertThat(settings(USUAL).sites().atOnce()).isEqualTo(2);
  }

  @Test
  void aCrawlThatBeganOverHttp1GoesOnOverHttp1() throws IOException {
    assertThat(settings(USUAL, "http://site.example/").sites().isHttp1Only()).isFalse();
    assertThat(settings(TestSettings.withoutHttp2(USUAL)).sites().isHttp1Only()).isTrue();
    assertThat(settings(USUAL).sites().isHttp1Only()).isTrue();
  }

  /// The certificates hold, and not the file that they were in.
  @Test
  void theAuthoritiesOfTheBeginHoldUntilOthersAreGiven() throws Exception {
    TestCertificate.write(directory);
    var first = TlsAuthorities.read(directory.resolve("host.pem"));
    TestCertificate.write(directory);
    var other = TlsAuthorities.read(directory.resolve("host.pem"));
    Files.delete(directory.resolve("host.pem"));
    assertThat(first).isNotEqualTo(other);

    settings(TestSettings.withSiteAuthorities(USUAL, first), "https://site.example/");
    assertThat(settings(USUAL).sites().authorities()).contains(first);
    settings(TestSettings.withSiteAuthorities(USUAL, other));
    assertThat(settings(USUAL).sites().authorities()).contains(other);
  }

  @Test
  void aCrawlThatBeganWithoutSitemapsGoesOnWithoutThem() throws IOException {
    assertThat(settings(USUAL, "http://site.example/").sites().readsSitemaps()).isTrue();
    assertThat(settings(TestSettings.withoutSitemaps(USUAL)).sites().readsSitemaps()).isFalse();
    assertThat(settings(USUAL).sites().readsSitemaps()).isFalse();
  }

  @Test
  void aPauseBetweenTwoPagesMeansOneConnection() throws IOException {
    var both = TestSettings.withConnections(slow(7), 8);
    assertThat(settings(both, "http://site.example/").sites().atOnce()).isEqualTo(1);
    assertThat(both.sites().towards("http://site.example").connections()).isEqualTo(1);
    var none = TestSettings.withConnections(TestSettings.withPoliteness(USUAL, pace(0)), 8);
    assertThat(settings(none).sites().towards("http://site.example").connections()).isEqualTo(8);
  }

  @Test
  void moreConnectionsThanAnyCrawlMayHaveAreDamage() throws IOException {
    for (var kept : List.of("65", "0", "many", "99999999999")) {
      try (var store = CrawlStore.open(directory.resolve("crawl.db"))) {
        store.keepSetting("connections", kept);
      }
      assertThatThrownBy(() -> settings(USUAL))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("damaged");
    }
  }

  @Test
  void aDelayThatIsNoneIsDamage() throws IOException {
    try (var store = CrawlStore.open(directory.resolve("crawl.db"))) {
      store.keepSetting("delay-millis", "soon");
    }
    assertThatThrownBy(() -> settings(USUAL))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged");
  }

  private static CrawlSettings slow(int seconds) {
    return TestSettings.withPoliteness(USUAL, pace(seconds));
  }

  private static Politeness pace(int seconds) {
    return Politeness.standard().withDelay(Duration.ofSeconds(seconds));
  }

  /// The settings of a crawl that begins at these URLs; without any, of a crawl that is resumed.
  private CrawlSettings settings(CrawlSettings given, String... starts) throws IOException {
    try (var store = CrawlStore.open(directory.resolve("crawl.db"))) {
      return KeptPoliteness.of(new CrawlBench(directory).request(given, starts), store).settings();
    }
  }
}
