package dev.sojourn.lab.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pages mean the same for our crawls and for those of other crawlers.
final class CrawlLogPagesTest {
  @TempDir private Path temp;

  @Test
  void pagesAreUrlsThatWereAnsweredWithHtmlEachOnce() throws IOException {
    Files.writeString(
        temp.resolve("urls.jsonl"),
        """
        {"url":"http://a/","outcome":"fetched","status":200,"type":"text/html"}
        {"url":"http://a/old","end":"http://a/new","outcome":"fetched","type":"text/html"}
        {"url":"http://a/new","outcome":"fetched","status":200,"type":"text/html"}
        {"url":"http://a/x.css","outcome":"fetched","status":200,"type":"text/css"}
        {"url":"http://a/gone","outcome":"client-error","status":404,"type":"text/html"}
        {"url":"http://a/again","outcome":"fetched","type":"text/html","why":"superseded"}
        """);

    assertThat(CrawlLogPages.count(temp)).isEqualTo(2);
  }

  @Test
  void aCrawlWithoutALogReadNoPage() throws IOException {
    assertThat(CrawlLogPages.count(temp)).isZero();
  }
}
