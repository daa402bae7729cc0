package dev.sojourn.page.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.page.PageMeta;
import dev.sojourn.agent.page.PagePart;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PageViewTest {
  private static final ParsedPage PAGE =
      new ParsedPage(
          new ParsedPage.Type("text/html", "UTF-8", true),
          new ParsedPage.Texts("T", List.of("H"), "\u00e9", "en", List.of("{}")),
          new ParsedPage.Links(List.of(new Link("u", "x", true)), List.of("f"), 2, 3),
          new ParsedPage.Statements(
              List.of(new PageMeta("n", "c"), new PageMeta("p", "")),
              List.of(new PageMeta("n", "c")),
              "k",
              List.of("l")),
          513,
          Set.of(PagePart.MARKUP, PagePart.LINKS),
          "");

  /// {@return the page, as in the drawing}
  static byte[] octets() {
    return new ViewOctets()
        .octet(2) // version
        .octet(1) // flags: the page has elements
        .int16(1 << PagePart.MARKUP.ordinal() | 1 << PagePart.LINKS.ordinal())
        .raw(0, 0, 0, 0, 0, 0, 2, 1) // gzip bytes
        .raw(0, 0, 0, 2) // links too long
        .raw(0, 0, 0, 3) // links with user
        .raw(0, 0, 0, 9, 't', 'e', 'x', 't', '/', 'h', 't', 'm', 'l') // media type
        .raw(0, 0, 0, 5, 'U', 'T', 'F', '-', '8') // charset
        .raw(0, 0, 0, 0) // reason for an unparsed page
        .raw(0, 0, 0, 1, 'T') // title
        .raw(0, 0, 0, 2, 0xc3, 0xa9) // text
        .raw(0, 0, 0, 2, 'e', 'n') // language
        .raw(0, 0, 0, 1, 'k') // canonical URL
        .raw(0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 1, 'H') // headings: length, count, one text
        .raw(0, 0, 0, 10, 0, 0, 0, 1, 0, 0, 0, 2, '{', '}') // structured data
        .raw(0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 1, 'f') // feeds
        .raw(0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 1, 'l') // licences
        .raw(0, 0, 0, 15, 0, 0, 0, 1) // links: length, count
        .raw(1, 0, 0, 0, 1, 'u', 0, 0, 0, 1, 'x') // nofollow, URL, text
        .raw(0, 0, 0, 23, 0, 0, 0, 2) // metas: length, count
        .raw(0, 0, 0, 1, 'n', 0, 0, 0, 1, 'c') // name, content
        .raw(0, 0, 0, 1, 'p', 0, 0, 0, 0)
        .raw(0, 0, 0, 14, 0, 0, 0, 1) // named metas
        .raw(0, 0, 0, 1, 'n', 0, 0, 0, 1, 'c')
        .toArray();
  }

  @Test
  void writesTheOctetsOfTheDrawing() {
    assertThat(PageView.of(PAGE).octets()).isEqualTo(octets());
  }

  @Test
  void readsTheOctetsOfTheDrawing() throws MalformedViewException {
    assertThat(ViewAnswers.of(PageView.of(octets()))).isEqualTo(PAGE);
  }

  @Test
  void saysOfRandomPagesAllThatWasWritten() throws MalformedViewException {
    var random = new RandomViews(new Random(20_261_130));
    for (int i = 0; i < 3_000; i++) {
      var page = random.page();
      var written = PageView.of(page);
      var read = PageView.of(written.octets());
      assertThat(ViewAnswers.of(read)).isEqualTo(page);
      assertThat(ViewAnswers.of(written)).isEqualTo(page);
    }
  }

  @Test
  void aPageThatWasNotReadSaysWhy() {
    var view = PageView.of(ParsedPage.unparsed(PAGE.type(), 7, "its reader ended"));
    assertThat(view.unparsed()).contains("its reader ended");
    assertThat(view.hasElements()).isTrue();
    assertThat(view.shortened()).containsExactly(PagePart.MARKUP);
    assertThat(view.text() + view.title()).isEmpty();
    assertThat(view.links()).isEmpty();
    assertThat(view.language()).isEmpty();
    assertThat(view.canonical()).isEmpty();
    assertThat(view.gzipBytes()).isEqualTo(7);
  }

  @Test
  void aPageAtItsLimitsHasAView() throws MalformedViewException {
    var texts =
        new ParsedPage.Texts(
            "\uffff".repeat(ViewLimits.TITLE_CHARS),
            Collections.nCopies(ViewLimits.HEADINGS, "h"),
            "t".repeat(ViewLimits.TEXT_CHARS),
            "en",
            Collections.nCopies(ViewLimits.SCRIPTS, "{}"));
    var metas = Collections.nCopies(ViewLimits.METAS, new PageMeta("n", "c"));
    var links = Collections.nCopies(ViewLimits.LINKS, new Link("u", "", false));
    var page =
        new ParsedPage(
            PAGE.type(),
            texts,
            new ParsedPage.Links(links, List.of(), Integer.MAX_VALUE, Integer.MAX_VALUE),
            new ParsedPage.Statements(metas, metas, "", List.of()),
            Long.MAX_VALUE,
            Set.of(PagePart.values()),
            "");
    assertThat(ViewAnswers.of(PageView.of(PageView.of(page).octets()))).isEqualTo(page);
  }

  /// Long texts are written in pieces.
  @Test
  void aSurrogatePairAtAnyPlaceOfALongTextIsKept() {
    for (int before = 0; before < 4; before++) {
      var text = "x".repeat(before) + "\ud83d\ude00".repeat(20_000) + "\u00e9".repeat(before);
      var texts = new ParsedPage.Texts(text, List.of(text), text, "", List.of());
      var page =
          new ParsedPage(
              PAGE.type(),
              texts,
              ParsedPage.Links.NONE,
              ParsedPage.Statements.NONE,
              0,
              Set.of(),
              "");
      assertThat(ViewAnswers.of(PageView.of(page))).isEqualTo(page);
    }
  }

  @Test
  void longTextsAndManyItemsAreCheckedAgainAndAgain() {
    var text = "t".repeat(1 << 20);
    var texts = new ParsedPage.Texts("", List.of(text), text, "", List.of());
    var links = Collections.nCopies(ViewLimits.LINKS, new Link("u", "x", false));
    var page =
        new ParsedPage(
            PAGE.type(),
            texts,
            new ParsedPage.Links(links, List.of(), 0, 0),
            ParsedPage.Statements.NONE,
            0,
            Set.of(),
            "");
    var checks = new AtomicInteger();
    PageView.of(page, checks::incrementAndGet);
    assertThat(checks.get()).isGreaterThan((2 * text.length() + 4 * links.size()) / (32 << 10));
    var end = new IllegalStateException("too slow");
    assertThatThrownBy(
            () ->
                PageView.of(
                    page,
                    () -> {
                      throw end;
                    }))
        .isSameAs(end);
  }

  @Test
  void aPageBeyondItsLimitsIsNotWritten() {
    var links = Collections.nCopies(ViewLimits.LINKS + 1, new Link("u", "", false));
    var page =
        new ParsedPage(
            PAGE.type(),
            PAGE.texts(),
            new ParsedPage.Links(links, List.of(), 0, 0),
            PAGE.statements(),
            0,
            Set.of(),
            "");
    assertThatThrownBy(() -> PageView.of(page))
        .isInstanceOf(IllegalArgumentException.class)
        .hasRootCauseMessage("LINKS of 100001 items (expected: at most 100000)");
  }

  @Test
  void theAnswersCannotBeChanged() {
    var view = PageView.of(PAGE);
    assertThatThrownBy(() -> view.links().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> view.metas().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> view.headings().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> view.shortened().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
