package dev.sojourn.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Arrays that a hostile process sends as a tree.
final class HostileTreeTest {
  private static final List<String> NAMES = List.of("html", "p", "id");

  /// The page `<html id="x">a<p id="yz">b</p></html>`.
  private static final int[] ELEMENTS = {0, -1, 1, 0, 1, 0, 2, 3};

  private static final int[] ATTRIBUTES = {2, 1, 2, 3};
  private static final int[] TEXTS = {0, 1, 1, 0, 1, 2, 2, 0};

  private static PageTree tree(int[] elements, int[] attributes, int[] texts) {
    return PageTree.of(new TreeData("", NAMES, elements, attributes, "xyz", texts, "ab"));
  }

  private static void refused(int[] elements, int[] attributes, int[] texts, String message) {
    assertThatThrownBy(() -> tree(elements, attributes, texts))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  private static int[] with(int[] numbers, int index, int number) {
    var changed = numbers.clone();
    changed[index] = number;
    return changed;
  }

  @Test
  void theHonestTreeIsRead() {
    var root = tree(ELEMENTS, ATTRIBUTES, TEXTS).root().orElseThrow();
    assertThat(root.text()).isEqualTo("a b");
    assertThat(root.first("p").orElseThrow().attribute("id")).contains("yz");
  }

  @Test
  void anElementInsideItselfOrALaterOneIsRefused() {
    for (int parent : new int[] {1, 2, -1, -2, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      refused(with(ELEMENTS, 5, parent), ATTRIBUTES, TEXTS, "parent of an element: " + parent);
    }
    refused(with(ELEMENTS, 1, 0), ATTRIBUTES, TEXTS, "parent of the root: 0 (expected: -1)");
  }

  @Test
  void anElementInsideAnEndedElementIsRefused() {
    var elements = new int[] {0, -1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0};
    assertThatThrownBy(
            () -> PageTree.of(new TreeData("", NAMES, elements, new int[0], "", new int[0], "")))
        .hasMessage(
            "parent of an element: 1 (expected: the element before, or an element around it)");
  }

  @Test
  void namesOutsideTheListAreRefused() {
    for (int name : new int[] {-1, 3, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      refused(with(ELEMENTS, 4, name), ATTRIBUTES, TEXTS, "name of an element: " + name);
      refused(ELEMENTS, with(ATTRIBUTES, 2, name), TEXTS, "name of an attribute: " + name);
    }
    for (var names :
        List.of(List.of("a", "a"), List.of(""), List.of("A"), List.of("a".repeat(201)))) {
      assertThatThrownBy(
              () ->
                  PageTree.of(new TreeData("", names, new int[0], new int[0], "", new int[0], "")))
          .hasMessageContaining("expected: different names of 1 to 200 characters");
    }
  }

  @Test
  void rangesThatOverlapOrLeaveTheArraysAreRefused() {
    refused(with(ELEMENTS, 2, 3), ATTRIBUTES, TEXTS, "end of attributes: 3");
    refused(with(ELEMENTS, 6, 0), ATTRIBUTES, TEXTS, "end of attributes: 0");
    refused(with(ELEMENTS, 6, 1), ATTRIBUTES, TEXTS, "attributes of elements: 1 (expected: 2)");
    refused(ELEMENTS, with(ATTRIBUTES, 1, -1), TEXTS, "end of a value: -1");
    refused(ELEMENTS, with(ATTRIBUTES, 3, 0), TEXTS, "end of a value: 0");
    refused(ELEMENTS, with(ATTRIBUTES, 3, 4), TEXTS, "end of a value: 4");
    refused(ELEMENTS, with(ATTRIBUTES, 3, 2), TEXTS, "end of all values: 2");
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 2, 3), "end of a text: 3");
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 6, 0), "end of a text: 0");
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 6, 1), "end of all texts: 1");
  }

  @Test
  void anAttributeIsRefusedTheSecondTime() {
    refused(
        with(with(ELEMENTS, 2, 2), 6, 2),
        ATTRIBUTES,
        TEXTS,
        "name of an attribute: 2 (expected: once");
  }

  @Test
  void textsOutsideTheirElementAreRefused() {
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 0, 1), "parent of a text: 1");
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 0, -1), "parent of a text: -1");
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 1, 0), "position of a text: 0");
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 5, 3), "position of a text: 3");
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 1, 2), "parent of a text: 1");
    refused(ELEMENTS, ATTRIBUTES, with(with(TEXTS, 1, 2), 5, 1), "position of a text: 1");
  }

  @Test
  void unknownMarksAreRefused() {
    refused(with(ELEMENTS, 7, 4), ATTRIBUTES, TEXTS, "edges of an element: 4");
    refused(with(ELEMENTS, 7, -1), ATTRIBUTES, TEXTS, "edges of an element: -1");
    refused(ELEMENTS, ATTRIBUTES, with(TEXTS, 3, 2), "mark of a kept text: 2");
  }

  @Test
  void sizesBeyondTheBoundsAreRefused() {
    refused(new int[7], ATTRIBUTES, TEXTS, "elements: 7 (expected: a multiple of 4)");
    refused(ELEMENTS, new int[3], TEXTS, "attributes: 3 (expected: a multiple of 2)");
    refused(ELEMENTS, ATTRIBUTES, new int[5], "texts: 5 (expected: a multiple of 4)");
    refused(new int[4 * 200_001], ATTRIBUTES, TEXTS, "elements: 200001 (expected: at most 200000)");
    refused(ELEMENTS, new int[2 * 1_000_001], TEXTS, "attributes: 1000001 (expected: at most");
    refused(ELEMENTS, ATTRIBUTES, new int[4 * 500_001], "texts: 500001 (expected: at most");
    var long8 = "x".repeat((8 << 20) + 1);
    assertThatThrownBy(
            () -> PageTree.of(new TreeData("", NAMES, ELEMENTS, ATTRIBUTES, long8, TEXTS, "ab")))
        .hasMessageContaining("values: 8388609");
    assertThatThrownBy(
            () -> PageTree.of(new TreeData("", NAMES, ELEMENTS, ATTRIBUTES, "xyz", TEXTS, long8)))
        .hasMessageContaining("text: 8388609");
    assertThatThrownBy(
            () -> PageTree.of(new TreeData("x", NAMES, ELEMENTS, ATTRIBUTES, "xyz", TEXTS, "ab")))
        .hasMessage("baseUrl: NO_SCHEME (expected: an absolute URL)");
  }

  @Test
  void laterChangesOfTheArraysDoNotReachTheTree() {
    var elements = ELEMENTS.clone();
    var texts = TEXTS.clone();
    var tree = tree(elements, ATTRIBUTES, texts);
    Arrays.fill(elements, 77);
    Arrays.fill(texts, 77);
    assertThat(tree.root().orElseThrow().text()).isEqualTo("a b");
    assertThat(tree.select("html > p")).hasSize(1);
  }

  /// A tree that is not refused answers all questions, however its numbers were changed.
  @Test
  void changedNumbersAreRefusedOrHarmless() {
    var random = new Random(5);
    int read = 0;
    for (int page = 0; page < 3_000; page++) {
      var data = JsoupTree.of(RandomPage.html(random, random.nextInt(1, 20))).data();
      change(data.elements(), random);
      change(data.attributes(), random);
      change(data.texts(), random);
      try {
        var tree = PageTree.of(data);
        read++;
        for (var element : tree.select("*, [id] a, :nth-child(2)")) {
          assertThat(element.text()).hasSizeLessThanOrEqualTo(2 * data.text().length() + 100);
          assertThat(element.ownText()).isNotNull();
          assertThat(element.children()).hasSizeLessThan(tree.size());
          assertThat(element.attributes()).hasSizeLessThanOrEqualTo(data.attributeCount());
          assertThat(element.table().isPresent()).isEqualTo(element.name().equals("table"));
        }
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("expected: ");
      }
    }
    assertThat(read).isBetween(100, 2_900);
  }

  private static void change(int[] numbers, Random random) {
    if (numbers.length > 0 && random.nextInt(3) == 0) {
      int index = random.nextInt(numbers.length);
      numbers[index] += random.nextInt(-2, 3);
    }
  }

  /// Each element is the child of the first: a check that climbed to the root anew would be
  /// quadratic for the opposite, a chain whose elements all end at once.
  @Test
  void theLargestTreesAreChecked() {
    int most = PageTree.MAX_ELEMENTS;
    var nested = IntStream.range(0, most).flatMap(i -> IntStream.of(0, i - 1, 0, 0)).toArray();
    var flat =
        IntStream.range(0, most).flatMap(i -> IntStream.of(0, i == 0 ? -1 : 0, 0, 0)).toArray();
    for (var elements : List.of(nested, flat)) {
      var tree = PageTree.of(new TreeData("", NAMES, elements, new int[0], "", new int[0], ""));
      assertThat(tree.size()).isEqualTo(most);
      assertThat(tree.root().orElseThrow().text()).isEmpty();
    }
  }
}
