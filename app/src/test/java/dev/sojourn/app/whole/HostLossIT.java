package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.local.report.TerritoryStatus;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.lab.process.HostProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Real daemons; one of them dies in the middle of a visit.
final class HostLossIT {
  private static final int PAGES = 300;
  private static final int STEADY_PAGES = 60;
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  @TempDir private Path temp;
  private Path root;
  private FolderServer web;
  private String origin;

  @BeforeEach
  void serveASite() throws IOException {
    root = Files.createDirectory(temp.resolve("root"));
    writePart("steady", STEADY_PAGES, "lost");
    writePart("lost", PAGES, "steady");
    Files.writeString(
        root.resolve("index.html"),
        "<title>Start</title><a href=\"/steady/0.html\">s</a><a href=\"/lost/0.html\">l</a>");
    web = FolderServer.start(root);
    origin = web.origin();
  }

  @AfterEach
  void stopTheServer() {
    web.close();
  }

  @Test
  void theTerritoryOfAHostThatIsKilledIsCrawledClassicallyAndNothingIsThereTwice()
      throws IOException, InterruptedException {
    var owner = SigningKey.generate(new SecureRandom());
    Files.write(temp.resolve("owner.jwk"), owner.verifyKey().toJwk().toArray());
    try (var steady = InProcessHost.start(config("steady-host", ""));
        // It delivers page by page, so that the first ones are here long before the last.
        var lost = process("lost-host", "checkpoint-every = \"0 s\"\n")) {
      Files.writeString(
          root.resolve("robots.txt"),
          """
          Mobile-agent-server: / %s
          Mobile-agent-server: /lost/ %s
          """
              .formatted(steady.listening(), lost.listening()));
      var killed = new AtomicBoolean();

      var summary =
          IndexingCrawl.run(
              origin, temp.resolve("out"), owner, PATIENCE, killingInMidVisit(lost, killed));

      assertThat(killed).isTrue();
      assertThat(summary.complete()).isTrue();
      assertThat(summary.territories())
          .filteredOn(territory -> territory.path().startsWith("/lost/"))
          .singleElement()
          .satisfies(
              territory -> {
                assertThat(territory.crawled()).isEqualTo(CrawlWay.CLASSIC);
                assertThat(territory.reason()).isNotEmpty();
              });
    }
    var walk = SiteWalk.of(root, origin);
    assertThat(walk.pages()).hasSizeGreaterThan(PAGES + STEADY_PAGES);
    CrawledPages.in(temp.resolve("out/index")).areThoseOf(walk, origin);
  }

  /// Kills the host once it has delivered some of its pages, but not all.
  private CrawlListener killingInMidVisit(HostProcess host, AtomicBoolean killed) {
    return new CrawlListener() {
      @Override
      public void planned(Plan plan) {}

      @Override
      public void changed(TerritoryProgress territory) {
        if (territory.path().startsWith("/lost/")
            && territory.state() == TerritoryStatus.VISITING
            && territory.pages() > 0
            && killed.compareAndSet(false, true)) {
          assertThat(territory.pages()).isLessThan(PAGES);
          host.kill();
        }
      }

      @Override
      public void noted(String sentence) {}
    };
  }

  private HostProcess process(String name, String more) throws IOException {
    ProgramStartCache.make();
    return HostProcess.start(config(name, more), temp.resolve(name).resolve("log"));
  }

  private Path config(String name, String more) throws IOException {
    var home = Files.createDirectories(temp.resolve(name));
    return Files.writeString(
        home.resolve("host.toml"),
        """
        listen = "127.0.0.1:0"
        data = "data"

        [[site]]
        origin = "%s"
        root = "../root"

        [[trust]]
        name = "test"
        keys = "../owner.jwk"

        [limits]
        spare-workers = 0
        %s\
        """
            .formatted(origin, more));
  }

  /// A part whose pages form a chain with branches, so that its visit takes a while; each links to
  /// the other part too.
  private void writePart(String part, int pages, String other) throws IOException {
    var folder = Files.createDirectory(root.resolve(part));
    for (int i = 0; i < pages; i++) {
      Files.writeString(
          folder.resolve(i + ".html"),
          """
          <!DOCTYPE html><html lang="en"><head><title>%s %d</title></head><body><h1>Page %d</h1>
          <p>%s</p><a href="%d.html">on</a> <a href="%d.html">further</a> <a href="/%s/%d.html">over</a>
          """
              .formatted(
                  part,
                  i,
                  i,
                  "Words of page " + i + ". ".repeat(200),
                  i + 1,
                  i + 7,
                  other,
                  i % STEADY_PAGES));
    }
  }
}
