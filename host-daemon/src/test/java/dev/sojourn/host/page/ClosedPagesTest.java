package dev.sojourn.host.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.TrustDecisions;
import dev.sojourn.identity.KeyLookup;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.view.ViewKey;
import dev.sojourn.visit.view.ViewKind;
import dev.sojourn.visit.view.ViewStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClosedPagesTest {
  private static final String SITE = "http://site.example";
  private static final InstantSource CLOCK = InstantSource.system();
  private static final KeyLookup NO_KEYS =
      (_, _) -> {
        throw new AssertionError("no key is looked up");
      };

  @TempDir private Path temporary;
  private CurrentRules rules;
  private PageStore store;
  private ClosedPages closed;

  @BeforeEach
  void open() throws IOException {
    Files.createDirectory(temporary.resolve("www"));
    rules = new CurrentRules(rules(config("")), CLOCK);
    store = PageStore.open(temporary, PageStoreBound.LEAST_BYTES, CLOCK);
    store.serve(rules.sites().marks());
    closed = new ClosedPages(store, rules);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static CurrentRules.Rules rules(HostConfig config) throws IOException {
    return CurrentRules.Rules.of(config, NO_KEYS, CLOCK, TrustDecisions.read(config.data()));
  }

  private HostConfig config(String more) {
    var toml =
        "data = \"data\"\n[[site]]\norigin = \"%s\"\nroot = \"www\"\n%s".formatted(SITE, more);
    var reading = ConfigReader.parse(toml, temporary.resolve("h.toml"), Map.of(), Instant.EPOCH);
    assertThat(reading).isInstanceOf(ConfigReading.Valid.class);
    return ((ConfigReading.Valid) reading).config();
  }

  private void robots(String text) throws IOException {
    Files.writeString(temporary.resolve("www/robots.txt"), text);
  }

  private static ViewKey key(String path) {
    return new ViewKey(SITE, path, ViewKind.PAGE, "v");
  }

  private ViewStore pages() {
    return store.of(SITE, rules.sites().marks().get(SITE));
  }

  private void keep(String... paths) throws InterruptedException {
    assertThat(store.forget(SITE, _ -> false)).isZero();
    for (var path : paths) {
      pages().put(key(path), new byte[] {1, 2, 3});
    }
    assertThat(store.forget(SITE, _ -> false)).isZero();
  }

  private boolean isKept(String path) {
    return pages().find(key(path)).isPresent();
  }

  @Test
  void aPageThatRobotsTxtClosesIsForgotten() throws Exception {
    keep("/open", "/private/a", "/private/b?c=d");
    closed.look();
    assertThat(isKept("/private/a")).isTrue();

    robots("User-agent: *\nDisallow: /private/\n");
    closed.look();

    assertThat(isKept("/private/a")).isFalse();
    assertThat(isKept("/private/b?c=d")).isFalse();
    assertThat(isKept("/open")).isTrue();
  }

  @Test
  void aViewThatAVisitOfBeforeBringsLateIsForgottenByTheNextLook() throws Exception {
    robots("User-agent: *\nDisallow: /private/\n");
    keep("/open");
    closed.look();
    keep("/private/late");
    closed.look();

    assertThat(isKept("/private/late")).isFalse();
    assertThat(isKept("/open")).isTrue();
  }

  @Test
  void aPageThatOneCrawlerMayReadIsKept() throws Exception {
    keep("/archive/a", "/drafts/a");
    robots(
        """
        User-agent: *
        Disallow: /

        User-agent: ArchiveBot
        User-agent: OtherBot
        Allow: /archive/
        Disallow: /
        """);
    closed.look();

    assertThat(isKept("/archive/a")).isTrue();
    assertThat(isKept("/drafts/a")).isFalse();
  }

  @Test
  void aFileThatCannotBeReadClosesNothing() throws Exception {
    keep("/a");
    Files.createDirectory(temporary.resolve("www/robots.txt"));
    closed.look();

    assertThat(isKept("/a")).isTrue();
  }

  @Test
  void aFileWithoutADefaultGroupLeavesAllPagesOpen() {
    var robots = robotsOf("User-agent: BadBot\nDisallow: /\n");

    assertThat(ClosedPages.isClosed(robots).test("/a")).isFalse();
    assertThat(ClosedPages.isClosed(RobotsTxt.allowAll()).test("/a")).isFalse();
  }

  private static RobotsTxt robotsOf(String text) {
    return RobotsTxt.parse(text.getBytes(StandardCharsets.UTF_8), RobotsOptions.STANDARD);
  }

  @Test
  void aReloadThatExcludesPagesForgetsTheViewsOfTheSite() throws Exception {
    keep("/a", "/drafts/a");

    // The same configuration read again changes nothing.
    rules.replace(rules.now().reread(config(""), NO_KEYS, CLOCK));
    store.serve(rules.sites().marks());
    assertThat(isKept("/a")).isTrue();

    rules.replace(rules.now().reread(config("exclude = [\"drafts\"]\n"), NO_KEYS, CLOCK));
    store.serve(rules.sites().marks());
    assertThat(isKept("/drafts/a")).isFalse();
    keep();
    assertThat(store.sites().getFirst().views()).isZero();
  }
}
