package dev.sojourn.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;

/// The texts of elements, which equal those of the parser.
final class TreeTextTest {
  private static String text(String html) {
    return JsoupTree.of(html).root().orElseThrow().text();
  }

  @Test
  void blocksAndLineBreaksSeparateWords() {
    assertThat(text("<p>One</p>Two<br>Three<b>four</b><div>five</div><i>six</i>"))
        .isEqualTo("One Two Threefour five six");
    assertThat(text("<ul><li>a<li>b</ul>")).isEqualTo("a b");
  }

  @Test
  void whiteSpaceIsFoldedExceptInPre() {
    assertThat(text("<p> a \n\t b&nbsp;&nbsp;c&shy;d &#x200b; e")).isEqualTo("a b cd e");
    assertThat(text("<p>a <pre>b\n  c</pre> d")).isEqualTo("a b\n  c d");
  }

  @Test
  void ownTextLeavesOutTheTextsOfChildren() {
    var element = JsoupTree.of("<p>a <b>b <i>x</i></b> c<br>d<b>e</b></p>").select("p").getFirst();
    assertThat(element.ownText()).isEqualTo("a c d");
    assertThat(element.text()).isEqualTo("a b x c de");
  }

  @Test
  void scriptsAndStylesAreNoText() {
    assertThat(text("a<script>b</script><style>c</style>d")).isEqualTo("a d");
  }

  @Test
  void eachElementOfRandomPagesHasTheTextOfTheParser() {
    var random = new Random(20);
    for (int page = 0; page < 1_500; page++) {
      var html = RandomPage.html(random, random.nextInt(1, 60));
      var parsed = (page % 4 == 3 ? Jsoup.parse(html, Parser.xmlParser()) : Jsoup.parse(html));
      if (parsed.firstElementChild() == null) {
        continue;
      }
      var root = parsed.firstElementChild();
      var tree = JsoupTree.of(root, "");
      var expected = root.getAllElements();
      assertThat(tree.size()).isEqualTo(expected.size());
      var elements = tree.select("*");
      for (int i = 0; i < expected.size(); i++) {
        assertThat(elements.get(i).name()).isEqualTo(expected.get(i).normalName());
        assertThat(elements.get(i).text()).as(html).isEqualTo(expected.get(i).text());
        assertThat(elements.get(i).ownText()).as(html).isEqualTo(expected.get(i).ownText());
      }
    }
  }

  @Test
  void anElementOf200_000LevelsHasItsText() {
    var builder = new TreeBuilder("");
    IntStream.range(0, PageTree.MAX_ELEMENTS).forEach(_ -> builder.begin("b").text("x", false));
    IntStream.range(0, PageTree.MAX_ELEMENTS)
        .forEach(_ -> builder.text("y", false).end(true, true));
    var root = PageTree.of(builder.build()).root().orElseThrow();

    assertThat(root.text())
        .hasSize(4 * PageTree.MAX_ELEMENTS - 2)
        .startsWith("x x")
        .endsWith("y y");
    assertThat(root.ownText()).isEqualTo("xy");
  }
}
