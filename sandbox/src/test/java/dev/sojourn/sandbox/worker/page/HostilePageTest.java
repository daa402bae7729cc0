package dev.sojourn.sandbox.worker.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.PageUrl;
import org.junit.jupiter.api.Test;

/// Pages made to harm the agents that read them.
class HostilePageTest {
  private static final int LEVELS = 200;
  private static final String TEXT = "word ".repeat(20_000);

  @Test
  void headingsWithinHeadingsAreNotReadAgainAtEachLevel() {
    var page = parse("<h1><div>".repeat(LEVELS) + TEXT);
    assertThat(page.headings()).hasSize(1);
    assertThat(page.headings().getFirst()).hasSize(TEXT.length() - 1);
  }

  @Test
  void linksWithinLinksAreNotReadAgainAtEachLevel() {
    var html = new StringBuilder();
    for (int i = 0; i < LEVELS; i++) {
      html.append("<a href=").append(i).append("><object>");
    }
    var links = parse(html.append(TEXT).toString()).links();
    assertThat(links).hasSize(LEVELS);
    assertThat(links.stream().map(Link::text).mapToInt(String::length).sum())
        .isEqualTo(TEXT.length() - 1);
  }

  @Test
  void headingsAndLinksBesideOneAnotherKeepTheirTexts() {
    var page = parse("<h1>One <a href=a>a</a></h1><h2>Two</h2><a href=b><h3>Three</h3></a>");
    assertThat(page.headings()).containsExactly("One a", "Two", "Three");
    assertThat(page.links()).extracting(Link::text).containsExactly("a", "Three");
  }

  private static ParsedHtml parse(String html) {
    return ParsedHtml.parse(html, PageUrl.parse("http://x.example/").orElseThrow());
  }
}
