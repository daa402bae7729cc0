package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// One walk gathers the same as a walk for each question.
final class ParsedHtmlTest {
  private static final PageUrl URL = PageUrl.parse("http://h.example/d/page.html").orElseThrow();

  private static final int ROUNDS = Integer.getInteger("rounds", 1);

  /// About this number of pages of each package is read, so that the test takes seconds.
  private static final int PAGES_A_PACKAGE = Integer.getInteger("sojourn.pages", 50 * ROUNDS);

  @Test
  void randomPagesAreReadAsTheNaiveModelDoes() {
    var random = new Random(20_261_125);
    int links = 0;
    for (int i = 0; i < 5_000 * ROUNDS; i++) {
      var html = RandomHtml.page(random, 30);
      links += assertSame(html, URL, html);
    }
    assertThat(links).isGreaterThan(5_000 * ROUNDS);
  }

  @Test
  void linksOfRandomPagesStandWhereTheNaiveModelFindsThem() {
    var random = new Random(20_261_126);
    int around = 0;
    for (int i = 0; i < 3_000; i++) {
      var html = RandomHtml.page(random, 20);
      var page = ParsedHtml.parse(html, URL);
      if (page.text().length() >= LinkContext.MAX_AROUND_CHARS) {
        continue; // The model cuts nothing.
      }
      var contexts = page.linkContexts();
      assertThat(contexts)
          .as("links of %s", html)
          .isEqualTo(NaiveHtml.parse(html, URL).linkContexts());
      around += (int) contexts.stream().filter(c -> !(c.before() + c.after()).isEmpty()).count();
    }
    assertThat(around).isGreaterThan(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "doc/openjdk-17-jre-headless/api",
        "cppreference/doc/html",
        "doc/libboost-doc",
        "doc/apache2-doc",
        "doc/postgresql-doc-15",
        "doc/python3-doc",
      })
  void realPagesAreReadAsTheNaiveModelDoes(String name) throws IOException {
    var folder = Path.of("/usr/share", name);
    assumeTrue(Files.isDirectory(folder), () -> "the Debian package of " + folder + " is not here");
    var files = pages(folder);
    int step = Math.max(1, files.size() / PAGES_A_PACKAGE);
    for (int i = 0; i < files.size(); i += step) {
      var body = Files.readAllBytes(files.get(i));
      var html = decoded(body);
      var path = folder.relativize(files.get(i)).toString();
      assertSame(html, URL.resolve("/" + path).orElseThrow(), path);
    }
  }

  private static String decoded(byte[] body) {
    var meter = WorkMeter.unchecked();
    return PageEncoding.decode(body, PageEncoding.of(body, "text/html", true, meter), meter);
  }

  private static List<Path> pages(Path folder) throws IOException {
    try (var files = Files.walk(folder, FileVisitOption.FOLLOW_LINKS)) {
      return files.filter(file -> file.toString().matches(".*\\.html?(\\.en)?")).sorted().toList();
    }
  }

  /// Compares the answers to all questions; gives the number of links.
  private static int assertSame(String html, PageUrl url, String about) {
    var page = ParsedHtml.parse(html, url);
    var model = NaiveHtml.parse(html, url);
    assertThat(page.links()).as("links of %s", about).isEqualTo(model.links());
    assertThat(page.headings()).as("headings of %s", about).isEqualTo(model.headings());
    assertThat(page.metas()).as("metas of %s", about).isEqualTo(model.metas());
    assertThat(page.namedMetas()).as("names in %s", about).isEqualTo(model.namedMetas());
    assertThat(page.structuredData()).as("data of %s", about).isEqualTo(model.structuredData());
    assertThat(page.canonical()).as("canonical of %s", about).isEqualTo(model.canonical());
    assertThat(page.language()).as("language of %s", about).isEqualTo(model.language());
    assertThat(page.title()).as("title of %s", about).isEqualTo(model.title());
    assertThat(page.text()).as("text of %s", about).isEqualTo(model.text());
    return page.links().size();
  }
}
