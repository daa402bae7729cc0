package dev.sojourn.dispatcher.crawl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.crawl.index.Hit;
import dev.sojourn.crawl.index.Search;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The crawl of a site of framesets, as old sites are. Each directory has the same frameset; only
/// frames, refreshes and relations lead to some pages. One page has two URLs, and no page states
/// its encoding.
class FrameSiteIT {
  private static final String FRAMESET =
      "<html><head><title>Frames</title></head><frameset cols='20%,*'><frame src=toc.html><frame"
          + " src=text.html></frameset></html>";

  @TempDir Path directory;

  @Test
  void findsEveryPageOfAFramesetSite() throws IOException {
    try (var site = new TestSite(directory.resolve("www"), 1)) {
      site.robots("");
      write(site, "f/start.html", FRAMESET);
      write(site, "f/toc.html", "<a href=../g/start.html>g</a><iframe src=inner></iframe>");
      write(site, "f/text.html", "<head><meta http-equiv=refresh content='1; URL=moved.html'>");
      write(site, "f/moved.html", "<head><link rel=next href=next.html>Moved");
      write(site, "f/next.html", "<title>Next</title>Caf\u00e9 \u00a7 next");
      write(site, "f/inner", "<!doctype html><title>Inner</title>No type says what this is.");
      write(site, "g/start.html", FRAMESET);
      write(site, "g/toc.html", "<a href=copies/a-long-name.html>1</a><a href=copies/b.html>2</a>");
      write(site, "g/text.html", "<title>G</title>Text of g");
      write(site, "g/copies/a-long-name.html", "<title>Copy</title>Two names for a zebra");
      write(site, "g/copies/b.html", "<title>Copy</title>Two names for a zebra");
      var bench = new CrawlBench(directory.resolve("out"));

      var summary = bench.crawl(site.origin() + "/f/start.html");

      assertThat(summary.complete()).as("%s", summary).isTrue();
      var found = bench.foundUrls();
      var paths = found.stream().map(url -> url.replace(site.origin(), "")).toList();
      assertThat(paths)
          .contains(
              "/f/start.html",
              "/f/toc.html",
              "/f/text.html",
              "/f/moved.html",
              "/f/next.html",
              "/g/toc.html",
              "/g/text.html",
              "/g/copies/a-long-name.html")
          .doesNotContain("/g/start.html", "/g/copies/b.html");
      assertThat(urls("zebra")).containsExactly(site.origin() + "/g/copies/b.html");
      assertThat(urls("caf\u00e9")).containsExactly(site.origin() + "/f/next.html");
    }
  }

  private List<String> urls(String query) throws IOException {
    try (var search = Search.open(directory.resolve("out"), InstantSource.system())) {
      return search.find(query, 10).hits().stream().map(Hit::url).toList();
    }
  }

  private static void write(TestSite site, String path, String html) throws IOException {
    var file = site.root().resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, html.getBytes(StandardCharsets.ISO_8859_1));
  }
}
