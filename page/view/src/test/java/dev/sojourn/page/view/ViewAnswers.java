package dev.sojourn.page.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PageUsage;
import java.util.Collection;

/// Asks views everything.
final class ViewAnswers {
  /// The most octets of a character in UTF-8.
  private static final int CHAR_BYTES = 3;

  private ViewAnswers() {}

  /// {@return all that a view says}
  static ParsedPage of(PageView view) {
    return new ParsedPage(
        new ParsedPage.Type(view.mediaType(), view.charset(), view.hasElements()),
        new ParsedPage.Texts(
            view.title(),
            view.headings(),
            view.text(),
            view.language().orElse(""),
            view.structuredData()),
        new ParsedPage.Links(view.links(), view.feeds(), view.linksTooLong(), view.linksWithUser()),
        new ParsedPage.Statements(
            view.metas(), view.namedMetas(), view.canonical().orElse(""), view.licences()),
        view.gzipBytes(),
        view.shortened(),
        view.unparsed().orElse(""));
  }

  /// Asks a view everything, and compares the answers with the limits and with its octets.
  static void assertWithinLimits(PageView view) {
    var page = of(view);
    int most = view.octets().length;
    assertThat(page.texts().title()).hasSizeLessThanOrEqualTo(CHAR_BYTES * ViewLimits.TITLE_CHARS);
    assertThat(page.texts().text()).hasSizeLessThanOrEqualTo(CHAR_BYTES * ViewLimits.TEXT_CHARS);
    assertThat(page.texts().headings()).hasSizeLessThanOrEqualTo(ViewLimits.HEADINGS);
    assertThat(page.texts().structuredData()).hasSizeLessThanOrEqualTo(ViewLimits.SCRIPTS);
    assertThat(page.links().all()).hasSizeLessThanOrEqualTo(ViewLimits.LINKS);
    assertThat(page.links().feeds()).hasSizeLessThanOrEqualTo(ViewLimits.LINKS);
    assertThat(page.statements().metas()).hasSizeLessThanOrEqualTo(ViewLimits.METAS);
    assertThat(page.statements().namedMetas()).hasSizeLessThanOrEqualTo(ViewLimits.METAS);
    assertThat(page.statements().licences()).hasSizeLessThanOrEqualTo(2 * PageUsage.MAX_LICENCES);
    assertThat(page.gzipBytes()).isNotNegative();
    assertThat(page.links().tooLong()).isNotNegative();
    assertThat(page.links().withUser()).isNotNegative();
    var texts = page.texts();
    long chars = texts.title().length() + texts.text().length() + page.unparsed().length();
    chars += chars(texts.headings()) + chars(texts.structuredData()) + chars(page.links().feeds());
    for (var link : page.links().all()) {
      chars += link.url().length() + link.text().length();
    }
    for (var meta : page.statements().metas()) {
      chars += meta.name().length() + meta.content().length();
    }
    assertThat(chars).as("characters").isLessThanOrEqualTo(most);
  }

  private static long chars(Collection<String> texts) {
    return texts.stream().mapToLong(String::length).sum();
  }

  /// Asks a tree everything, and compares the answers with the limits and with its octets.
  static void assertWithinLimits(TreeView tree) {
    assertThat(tree.linkContexts()).hasSizeLessThanOrEqualTo(LinkContext.MAX_PLACES);
    long chars = 0;
    for (var place : tree.linkContexts()) {
      assertThat(place.text()).hasSizeLessThanOrEqualTo(CHAR_BYTES * LinkContext.MAX_TEXT_CHARS);
      assertThat(place.before() + place.after())
          .hasSizeLessThanOrEqualTo(2 * CHAR_BYTES * LinkContext.MAX_AROUND_CHARS);
      chars += place.url().length() + place.element().length() + place.text().length();
      chars += place.before().length() + place.after().length();
    }
    assertThat(chars).as("characters").isLessThanOrEqualTo(tree.octets().length);
    assertThat(tree.shortened()).doesNotContainNull();
  }
}
