package dev.sojourn.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/// Random selectors on random pages find the elements that jsoup finds.
final class SelectorEqualityTest {
  @Test
  void findsTheElementsThatJsoupFinds() {
    var random = new Random(31);
    int found = 0;
    for (int page = 0; page < 250; page++) {
      var html = RandomPage.html(random, random.nextInt(1, 80));
      var root = Jsoup.parse(html).firstElementChild();
      var tree = JsoupTree.of(root, "");
      for (int i = 0; i < 60; i++) {
        var selector = RandomSelector.of(random);
        var matching = tree.select(selector.ours());
        assertThat(indexes(tree.select("*"), matching))
            .as("%s and %s in %s", selector.ours(), selector.theirs(), html)
            .isEqualTo(indexes(root.getAllElements(), root.select(selector.theirs())));
        found += matching.size();
      }
    }
    assertThat(found).isGreaterThan(5_000);
  }

  /// jsoup also returns the element itself.
  @Test
  void findsTheDescendantsThatJsoupFinds() {
    var random = new Random(32);
    for (int page = 0; page < 150; page++) {
      var html = RandomPage.html(random, random.nextInt(1, 80));
      var root = Jsoup.parse(html).firstElementChild();
      var tree = JsoupTree.of(root, "");
      int index = random.nextInt(tree.size());
      var ours = tree.select("*").get(index);
      var theirs = root.getAllElements().get(index);
      for (int i = 0; i < 30; i++) {
        var selector = RandomSelector.of(random);
        var expected = new ArrayList<Element>(theirs.select(selector.theirs()));
        expected.remove(theirs);
        var matching = ours.select(selector.ours());
        assertThat(indexes(tree.select("*"), matching))
            .as("%s and %s in number %s of %s", selector.ours(), selector.theirs(), index, html)
            .isEqualTo(indexes(root.getAllElements(), expected));
        assertThat(ours.first(selector.ours())).isEqualTo(matching.stream().findFirst());
        assertThat(matching).allMatch(element -> element.isIn(ours));
      }
    }
  }

  @Test
  void parentsAndChildrenAreThoseOfJsoup() {
    var random = new Random(33);
    for (int page = 0; page < 100; page++) {
      var root = Jsoup.parse(RandomPage.html(random, random.nextInt(1, 80))).firstElementChild();
      var tree = JsoupTree.of(root, "");
      var ours = tree.select("*");
      var theirs = root.getAllElements();
      for (int i = 0; i < ours.size(); i++) {
        assertThat(indexes(ours, ours.get(i).children()))
            .isEqualTo(indexes(theirs, theirs.get(i).children()));
        for (var child : ours.get(i).children()) {
          assertThat(child.parent()).contains(ours.get(i));
        }
        var element = theirs.get(i);
        assertThat(ours.get(i).attributes())
            .hasSize(element.attributes().size())
            .allSatisfy((name, value) -> assertThat(value).isEqualTo(element.attr(name)));
      }
    }
  }

  /// Positions by identity: jsoup's elements are equal if they are one object.
  private static <T> List<Integer> indexes(List<T> all, List<? extends T> some) {
    var indexes = new ArrayList<Integer>();
    int next = 0;
    for (var element : some) {
      while (!all.get(next).equals(element)) {
        next++;
      }
      indexes.add(next);
    }
    return indexes;
  }
}
