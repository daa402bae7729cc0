package dev.sojourn.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The bounds of a tree, and the order of calls.
final class TreeBuilderTest {
  private final TreeBuilder builder = new TreeBuilder("").begin("r");

  private PageElement root() {
    return PageTree.of(builder.end(false, false).build()).root().orElseThrow();
  }

  @Test
  void theFirstAttributeOfANameCounts() {
    var root = builder.attribute("ID", "a").attribute("id", "b");
    assertThat(root()).isNotNull();
    assertThat(PageTree.of(root.build()).root().orElseThrow().attribute("id")).contains("a");
    assertThat(builder.isShortened()).isFalse();
  }

  @Test
  void elementsBeyondTheBoundAreIgnoredWithTheirContent() {
    IntStream.range(1, PageTree.MAX_ELEMENTS).forEach(_ -> builder.begin("a").end(false, false));
    assertThat(builder.isShortened()).isFalse();
    builder.begin("b").attribute("c", "d").text("x", false).begin("e").end(false, false);
    builder.end(false, false).text("y", false);
    var root = root();
    assertThat(root.select("*")).hasSize(PageTree.MAX_ELEMENTS - 1);
    assertThat(root.text()).isEqualTo("y");
    assertThat(builder.isShortened()).isTrue();
  }

  @Test
  void attributesBeyondTheBoundAreIgnored() {
    for (int i = 0; i < 1_001; i++) {
      builder.begin("a");
      for (int n = 0; n < 1_000; n++) {
        builder.attribute("a" + n, "");
      }
      builder.end(false, false);
    }
    var root = root();
    assertThat(root.select("[a999]")).hasSize(1_000);
    assertThat(root.select("a")).hasSize(1_001);
    assertThat(builder.isShortened()).isTrue();
  }

  @Test
  void namesBeyondTheBoundAreIgnored() {
    IntStream.range(1, PageTree.MAX_NAMES).forEach(i -> builder.begin("a" + i).end(false, false));
    assertThat(builder.isShortened()).isFalse();
    builder.begin("b").end(false, false).begin("a1").attribute("b", "x").end(false, false);
    assertThat(root().select("*")).hasSize(PageTree.MAX_NAMES);
    assertThat(builder.isShortened()).isTrue();
  }

  @Test
  void aLongNameIsCutOrIgnored() {
    var name = "x".repeat(PageTree.MAX_NAME_CHARS + 1);
    builder.begin(name).attribute(name, "v").end(false, false);
    var element = root().children().getFirst();
    assertThat(element.name()).hasSize(PageTree.MAX_NAME_CHARS);
    assertThat(element.attributes()).isEmpty();
    assertThat(builder.isShortened()).isTrue();
  }

  @Test
  void valuesBeyondTheBoundAreIgnored() {
    builder.attribute("a", "x".repeat(PageTree.MAX_VALUE_CHARS - 1));
    builder.attribute("b", "yy").attribute("c", "z");
    assertThat(root().attributes()).containsOnlyKeys("a", "c");
    assertThat(builder.isShortened()).isTrue();
  }

  @Test
  void aTextIsCutAtTheBoundButNotInsideASurrogatePair() {
    builder.text("x".repeat(PageTree.MAX_TEXT_CHARS - 1), true).text("\ud83d\ude00", true);
    assertThat(root().text()).hasSize(PageTree.MAX_TEXT_CHARS - 1);
    assertThat(builder.isShortened()).isTrue();
  }

  @Test
  void foldedWhiteSpaceTakesNoRoom() {
    builder.text(" \n".repeat(PageTree.MAX_TEXT_CHARS) + "x", false);
    assertThat(root().text()).isEqualTo("x");
    assertThat(builder.isShortened()).isFalse();
  }

  @Test
  void textsBeyondTheBoundAreIgnored() {
    IntStream.range(0, PageTree.MAX_TEXTS + 1).forEach(_ -> builder.text("x", false));
    assertThat(root().text()).hasSize(PageTree.MAX_TEXTS);
    assertThat(builder.isShortened()).isTrue();
  }

  @Test
  void callsInAnotherOrderAreRefused() {
    assertThatThrownBy(builder::build).hasMessage("An element is open.");
    builder.text("x", false);
    assertThatThrownBy(() -> builder.attribute("a", "b")).hasMessage("No element has just begun.");
    builder.end(false, false);
    assertThatThrownBy(() -> builder.end(false, false)).hasMessage("No element is open.");
    assertThatThrownBy(() -> builder.text("x", false)).hasMessage("No element is open.");
    assertThatThrownBy(() -> builder.begin("a")).hasMessage("The root has ended.");
    assertThatThrownBy(() -> new TreeBuilder("").begin("")).hasMessageContaining("name: ");
  }
}
