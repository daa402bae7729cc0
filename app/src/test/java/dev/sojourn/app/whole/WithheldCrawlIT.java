package dev.sojourn.app.whole;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.sojourn.control.ControlClient;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.crawl.local.report.CrawlListener;
import dev.sojourn.crawl.local.report.CrawlWay;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.lab.process.HostProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A crawl at a daemon whose operator looks at all findings before they leave.
final class WithheldCrawlIT {
  private static final int PAGES = 30;

  @TempDir private Path temp;
  private FolderServer web;
  private String origin;

  @BeforeEach
  void serveASite() throws IOException {
    var root = Files.createDirectory(temp.resolve("root"));
    for (int i = 0; i < PAGES; i++) {
      Files.writeString(
          root.resolve(i == 0 ? "index.html" : i + ".html"),
          "<title>Page %d</title><a href=\"/%d.html\">on</a>".formatted(i, i + 1));
    }
    web = FolderServer.start(root);
    origin = web.origin();
  }

  @AfterEach
  void stopTheServer() {
    web.close();
  }

  @Test
  void waitsForTheReleaseLongerThanForASilentHostAndSaysSo() throws Exception {
    var owner = SigningKey.generate(new SecureRandom());
    Files.write(temp.resolve("owner.jwk"), owner.verifyKey().toJwk().toArray());
    ProgramStartCache.make();
    try (var host = HostProcess.start(config(), temp.resolve("log"))) {
      Files.writeString(
          temp.resolve("root/robots.txt"), "Mobile-agent-server: / " + host.listening() + "\n");
      var listener = new ReleasingListener(temp.resolve("data"));

      var summary =
          IndexingCrawl.run(origin, temp.resolve("out"), owner, Duration.ofSeconds(1), listener);

      var noted = "The operator of " + host.listening() + " looks at what agent ";
      assertThat(listener.sentences).anyMatch(sentence -> sentence.startsWith(noted));
      assertThat(summary.complete()).isTrue();
      assertThat(summary.territories())
          .singleElement()
          .satisfies(
              territory -> {
                assertThat(territory.crawled()).isEqualTo(CrawlWay.MOBILE);
                assertThat(territory.pages()).isEqualTo(PAGES);
                assertThat(territory.findings()).isEqualTo(PAGES);
              });
    }
  }

  /// Releases all when the crawl says that it waits, after more than the crawl's patience.
  private static final class ReleasingListener implements CrawlListener {
    private final List<String> sentences = Collections.synchronizedList(new ArrayList<>());
    private final Path data;

    ReleasingListener(Path data) {
      this.data = data;
    }

    @Override
    public void planned(Plan plan) {}

    @Override
    public void changed(TerritoryProgress territory) {}

    @Override
    public void noted(String sentence) {
      sentences.add(sentence);
      if (sentence.contains("looks at what agent")) {
        Thread.ofVirtual().start(this::release);
      }
    }

    private void release() {
      var all =
          new ControlRequest.Decide(true, Optional.empty(), Optional.empty(), Optional.empty());
      var client = new ControlClient(data);
      await()
          .atMost(Duration.ofMinutes(5))
          .until(() -> client.ask(all, _ -> {}).path("released").asLong() > 0);
    }
  }

  private Path config() throws IOException {
    return Files.writeString(
        temp.resolve("host.toml"),
        """
        listen = "127.0.0.1:0"
        data = "data"

        [[site]]
        origin = "%s"
        root = "root"

        [[trust]]
        name = "test"
        keys = "owner.jwk"

        [policy]
        hold = true

        [limits]
        spare-workers = 0
        """
            .formatted(origin));
  }
}
