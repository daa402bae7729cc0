package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.agent.PageChanges;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.host.config.SiteConfig;
import dev.sojourn.host.config.SiteSource;
import dev.sojourn.host.site.FolderMemory;
import dev.sojourn.host.site.Sites;
import dev.sojourn.visit.VisitTally;
import dev.sojourn.visit.content.Content;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.content.FileRules;
import dev.sojourn.visit.content.PrivatePaths;
import dev.sojourn.visit.content.ReadAhead;
import dev.sojourn.visit.content.ResponseFields;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WatchedSourceTest {
  private static final String SITE = "http://site.example";
  private static final int MANY = 1_000;

  @TempDir private Path root;

  @Test
  void aPageThatIsReadAheadCountsWhenItIsAskedForAndNoneIsGivenOnceTheSiteWasReloaded()
      throws Exception {
    Files.writeString(root.resolve("a.html"), "aa");
    Files.writeString(root.resolve("b.html"), "bb");
    var sites = new AtomicReference<>(open());
    var site = sites.get().find(SITE).orElseThrow();
    var watch = new VisitWatch();
    watch.begin(Instant.EPOCH, VisitTally.NONE);
    var read = new AtomicInteger();
    ContentSource counted =
        url -> {
          var content = site.source().read(url);
          read.incrementAndGet();
          return content;
        };
    var bounds = new ReadAhead.Limits(4, 1, MANY);
    try (var ahead = new ReadAhead(counted, bounds, () -> true)) {
      var source =
          new WatchedSource(
              site, ahead, sites::get, watch, _ -> new PageChanges.Unreported("here"));
      source.expect(List.of(url("/a.html"), url("/b.html")), Map.of(), MANY, MANY);
      await().until(() -> read.get() == 2);
      assertThat(watch.now().pages()).isZero();
      assertThat(source.read(url("/a.html"))).isInstanceOf(Content.Found.class);
      assertThat(watch.now().pages()).isEqualTo(1);

      sites.set(open());
      Files.delete(root.resolve("b.html"));
      assertThat(source.read(url("/b.html"))).isInstanceOf(Content.Missing.class);
      assertThat(read).hasValue(2);
      assertThat(watch.now().pages()).isEqualTo(1);
    }
  }

  private Sites open() {
    return Sites.open(
        List.of(
            new SiteConfig(
                SITE,
                new SiteSource.Folder(root, List.of(), false),
                MANY,
                FileRules.NONE,
                ResponseFields.NONE,
                Duration.ofMinutes(1))),
        PrivatePaths.NONE,
        new FolderMemory(root.resolveSibling("data")),
        InstantSource.system());
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }
}
