package dev.sojourn.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/// What an element says about itself, its references, images and targets.
final class PageElementTest {
  private static final String BASE = "http://h.example/dir/page.html";

  private static PageElement only(String html) {
    return JsoupTree.of(html).select("body > *").getFirst();
  }

  @Test
  void anElementIsOneOfItsTree() {
    var tree = JsoupTree.of("<p><b>x</b><p>");
    var paragraphs = tree.select("p");
    var bold = tree.select("b").getFirst();
    assertThat(paragraphs.get(0)).isNotEqualTo(paragraphs.get(1));
    assertThat(bold.parent()).contains(paragraphs.get(0)).isEqualTo(Optional.of(paragraphs.get(0)));
    assertThat(bold.isIn(paragraphs.get(0))).isTrue();
    assertThat(bold.isIn(paragraphs.get(1))).isFalse();
    assertThat(bold.isIn(bold)).isFalse();
    assertThat(bold).hasToString("<b> number 4").hasSameHashCodeAs(tree.select("b").getFirst());

    var other = JsoupTree.of("<p><b>x</b><p>");
    assertThat(other.select("p")).doesNotContainAnyElementsOf(paragraphs);
    assertThat(bold.isIn(other.select("p").getFirst())).isFalse();
    assertThat(tree.root().orElseThrow().parent()).isEmpty();
  }

  @Test
  void attributesAreAskedForByName() {
    var element = only("<a HREF=x Title='a &amp; b' data-x>");
    assertThat(element.attribute("href")).contains("x");
    assertThat(element.attribute("data-x")).contains("");
    assertThat(element.attribute("id")).isEmpty();
    assertThat(element.attributes())
        .containsExactly(
            Map.entry("href", "x"), Map.entry("title", "a & b"), Map.entry("data-x", ""));
  }

  @Test
  void referencesAreResolvedAsThoseOfPageUrl() {
    var page = PageUrl.parse(BASE).orElseThrow();
    for (var reference :
        List.of(
            "",
            "#x",
            "a b?c#d",
            "../x",
            "//other.example",
            "HTTP://É.example/%7e?q=é",
            "?q",
            "mailto:a@b",
            "javascript:x",
            "data:,x",
            "http://",
            "\t/a\n",
            "http:relative")) {
      assertThat(only("<a href=\"" + reference + "\">").url("href"))
          .as(reference)
          .isEqualTo(page.resolve(reference).map(PageUrl::toString));
    }
    assertThat(only("<a>").url("href")).isEmpty();
  }

  @Test
  void referencesWithoutABaseAreAbsolute() {
    var builder = new TreeBuilder("").begin("a").attribute("href", "x");
    builder.attribute("src", "http://h.example");
    var element = PageTree.of(builder.end(false, false).build()).root().orElseThrow();
    assertThat(element.url("href")).isEmpty();
    assertThat(element.url("src")).contains("http://h.example/");
  }

  @Test
  void aQueryIsEncodedInTheCharsetOfThePage() {
    var builder = new TreeBuilder(BASE).begin("a").attribute("href", "?é");
    var data = builder.end(false, false).build();
    var latin1 =
        PageTree.of(
            data,
            text ->
                "%" + Integer.toHexString(text.getBytes(StandardCharsets.ISO_8859_1)[0] & 0xff));
    assertThat(latin1.root().orElseThrow().url("href")).contains(BASE + "?%E9");
    assertThat(PageTree.of(data).root().orElseThrow().url("href")).contains(BASE + "?%C3%A9");
  }

  @Test
  void imagesHaveUrlTextAndSize() {
    assertThat(only("<img src=../a.png alt='A b' width=100 height=' 20 '>").image())
        .contains(
            new PageImage(
                "http://h.example/a.png",
                Optional.of("A b"),
                OptionalInt.of(100),
                OptionalInt.of(20)));
    assertThat(only("<img src=a.png width=100% height=1234567890 srcset='b 2x'>").image())
        .contains(
            new PageImage(
                "http://h.example/dir/a.png",
                Optional.empty(),
                OptionalInt.empty(),
                OptionalInt.empty()));
    assertThat(only("<img src=data:x>").image()).isEmpty();
    assertThat(only("<img>").image()).isEmpty();
    assertThat(only("<p src=x>").image()).isEmpty();
  }

  @Test
  void linksToPlacesHaveTheirFragmentDecoded() {
    assertThat(only("<a href='#caf%C3%A9'>").fragmentLink())
        .contains(new FragmentLink(BASE, "café"));
    assertThat(only("<a href='/x?y#a#b'>").fragmentLink())
        .contains(new FragmentLink("http://h.example/x?y", "a#b"));
    assertThat(only("<a href='x#a%2&#10;5%zz%'>").fragmentLink())
        .contains(new FragmentLink("http://h.example/dir/x", "a%%zz%"));
    assertThat(only("<a href='#a:~:text=b'>").fragmentLink()).contains(new FragmentLink(BASE, "a"));
    for (var none : List.of("x", "#", "#top", "#TOP", "#:~:text=b", "mailto:x#y", "# ")) {
      assertThat(only("<a href='" + none + "'>").fragmentLink()).as(none).isEmpty();
    }
    assertThat(only("<a name=x>").fragmentLink()).isEmpty();
    assertThat(only("<p href=#x>").fragmentLink()).isEmpty();
  }

  @Test
  void targetsAreIdsAndNamesOfAnchors() {
    assertThat(
            JsoupTree.of("<p id=a><a name=b id=c></a><p id=''><p name=d><p id=a><p id=%C3%A9>")
                .targets())
        .containsExactly("a", "b", "c", "%C3%A9", "é");
  }

  @Test
  void thePageWithoutElementsIsEmpty() {
    assertThat(PageTree.EMPTY.size()).isZero();
    assertThat(PageTree.EMPTY.root()).isEmpty();
    assertThat(PageTree.EMPTY.select("*")).isEmpty();
    assertThat(PageTree.EMPTY.targets()).isEmpty();
  }
}
