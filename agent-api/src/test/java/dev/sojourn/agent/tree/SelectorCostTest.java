package dev.sojourn.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Selectors that take a search with backtracking forever, on nested and flat trees. The steps are
/// counted.
final class SelectorCostTest {
  private static final int SIZE = 20_000;
  private static final PageTree NESTED = nested(SIZE);
  private static final PageTree FLAT = flat();

  private static PageTree nested(int size) {
    var builder = new TreeBuilder("");
    IntStream.range(0, size)
        .forEach(_ -> builder.begin("a").attribute("a", "aaa aaa aab").attribute("class", "a b"));
    IntStream.range(0, size).forEach(_ -> builder.end(false, false));
    return PageTree.of(builder.build());
  }

  private static PageTree flat() {
    var builder = new TreeBuilder("").begin("r");
    IntStream.range(1, SIZE)
        .forEach(
            _ ->
                builder
                    .begin("a")
                    .attribute("a", "aaa aaa aab")
                    .attribute("class", "a b")
                    .end(true, true));
    return PageTree.of(builder.end(true, true).build());
  }

  private static String repeated(String part, String link, int times) {
    return (part + link).repeat(times - 1) + part;
  }

  private static void check(PageTree tree, String text, int parts, int expected) {
    var pass = new SelectorPass(tree, Selector.parse(text));
    assertThat(pass.all()).hasSize(expected);
    // An element is opened and closed, has two attributes, and each part has one condition.
    assertThat(pass.steps()).as(text).isLessThanOrEqualTo(tree.size() * (4L + 2L * parts));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"*", "a", "[a]", ".a", "[a*=aab]", "[a~=aab]", "[a $= 'b' i]", ":nth-child(1)"})
  void chainsOf64PartsTakeLinearTime(String part) {
    int parts = Selector.MAX_COMPOUNDS;
    for (var link : new String[] {" ", ">", " , "}) {
      if ((part + link).length() * parts <= Selector.MAX_CHARS) {
        int inChain = SIZE - (link.equals(" , ") ? 0 : parts - 1);
        int first = part.startsWith(":") ? 1 : 0;
        check(NESTED, repeated(part, link, parts), parts, inChain - first);
      }
    }
  }

  @Test
  void theLargestTreeTakesLinearTime() {
    int most = PageTree.MAX_ELEMENTS;
    check(nested(most), repeated("*", " ", 64), 64, most - 63);
  }

  @Test
  void aChainWhoseEndNeverMatchesIsNotTriedAgain() {
    check(NESTED, repeated("a", " ", 63) + " b", 64, 0);
    check(NESTED, "b " + repeated("a", " ", 63), 64, 0);
    check(NESTED, repeated("* > a", " ", 31) + " > b", 63, 0);
  }

  @Test
  void siblingsTakeLinearTime() {
    int all = SIZE;
    check(FLAT, "r > :nth-child(2n), :last-child, a:nth-child(-n+9)", 4, all / 2 + 5);
    check(FLAT, repeated("[a]", " ", 64), 64, 0);
    check(FLAT, repeated("a", ",", 64), 64, all - 1);
  }

  @Test
  void anElementWithAllAttributesIsReadOnce() {
    var builder = new TreeBuilder("").begin("a");
    IntStream.range(0, PageTree.MAX_NAMES - 1).forEach(i -> builder.attribute("a" + i, ""));
    var tree = PageTree.of(builder.end(false, false).build());
    var conditions = new StringBuilder();
    IntStream.range(0, 150).forEach(i -> conditions.append("[a").append(i).append(']'));
    var pass = new SelectorPass(tree, Selector.parse(conditions.toString()));
    assertThat(pass.all()).hasSize(1);
    assertThat(pass.steps()).isLessThan(PageTree.MAX_NAMES + 200);
  }
}
