package dev.sojourn.crawl.local.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftOutPagesTest {
  private static final String SITE = "http://a.example";

  @TempDir Path directory;

  private CrawlStore open() throws IOException {
    return CrawlStore.open(directory.resolve("crawl.db"));
  }

  @Test
  void eachPageOfARoundIsReportedOnceAlsoWhenTheCrawlGoesOn() throws IOException {
    try (var store = open()) {
      var pages = new LeftOutPages(store, "r1");
      assertThat(pages.remarks(SITE)).isEmpty();
      pages.add(SITE, SITE + "/x", "x was left out.");
      pages.add(SITE + ":8080", SITE + ":8080/x", "Another site.");
      pages.add(SITE, SITE + "/xy", "xy was\nleft\tout.");
      pages.add(SITE, SITE + "/x", "x was left out again.");
    }
    try (var store = open()) {
      assertThat(new LeftOutPages(store, "r1").remarks(SITE))
          .containsExactly("xy was left out.", "x was left out again.");
      var next = new LeftOutPages(store, "r2");
      assertThat(next.remarks(SITE)).isEmpty();
      next.add(SITE, SITE + "/z", "z was left out.");
      assertThat(next.remarks(SITE)).containsExactly("z was left out.");
      assertThat(new LeftOutPages(store, "r1").remarks(SITE)).isEmpty();
    }
  }
}
