package dev.sojourn.page.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.page.LinkContext;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The places of links in the text of a page.
final class LinkScanTest {

  @Test
  void reportsTheTextOfTheBlockAndEachPlaceOfOneUrl() {
    assertThat(
            contexts(
                "<p>See  the <b>long</b>\n<a href=g>guide</a>, or<br>the <a href=g>same</a>.</p>"
                    + "<p>Another<img src=i> paragraph"))
        .containsExactly(
            new LinkContext("http://h/g", "a", "guide", "See the long", ", or the same."),
            new LinkContext("http://h/g", "a", "same", "See the long guide, or the", "."));
  }

  @Test
  void elementsOfTheHeadHaveNoTextAround() {
    assertThat(contexts("<title>T</title><link rel=next href=n><p>x<iframe src=f></iframe>y"))
        .containsExactly(
            new LinkContext("http://h/n", "link", "", "", ""),
            new LinkContext("http://h/f", "iframe", "", "x", "y"));
  }

  @Test
  void longTextsAreCutAndNoSurrogatePairIsHalved() {
    var smile = "\ud83d\ude00";
    var found = contexts("<p>" + smile.repeat(99) + "x<a href=a>" + smile.repeat(300) + "</a>z");
    assertThat(found).hasSize(1);
    assertThat(found.getFirst().before()).isEqualTo(smile.repeat(49) + "x");
    assertThat(found.getFirst().text()).isEqualTo(smile.repeat(100));
    assertThat(found.getFirst().after()).isEqualTo("z");
  }

  @Test
  void aPageOfLinksAloneDoesNotBecomeALargeOne() {
    var all = contexts("<p>" + "<a href=a>x</a>".repeat(200_000));
    assertThat(all).hasSize(LinkContext.MAX_PLACES);
    long chars =
        all.stream()
            .mapToLong(c -> c.text().length() + c.before().length() + c.after().length())
            .sum();
    assertThat(chars).isLessThan(201L * LinkContext.MAX_PLACES);
  }

  @Test
  void linksNestedInLinksDoNotBecomeALargePage() {
    // Browsers close a link at the start of the next one, but not within a table's cell.
    var all = contexts("<a href=a>x<table><td>".repeat(1_000) + "y".repeat(100_000));
    assertThat(all).hasSizeGreaterThan(100);
    assertThat(all)
        .allSatisfy(
            place -> assertThat(place.text()).hasSizeLessThanOrEqualTo(LinkContext.MAX_TEXT_CHARS));
  }

  private static List<LinkContext> contexts(String html) {
    return ParsedHtml.parse(html, PageUrl.parse("http://h/").orElseThrow()).linkContexts();
  }
}
