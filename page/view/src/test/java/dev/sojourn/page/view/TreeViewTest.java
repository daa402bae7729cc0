package dev.sojourn.page.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.page.LinkContext;
import dev.sojourn.agent.page.PagePart;
import dev.sojourn.agent.tree.TreeBuilder;
import dev.sojourn.agent.tree.TreeData;
import dev.sojourn.base.ThreadUse;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Trees as a reader writes them, and trees of a reader that is in the hands of a page.
final class TreeViewTest {
  private static final long FEW_BYTES = 64 << 10;

  private static final List<LinkContext> PLACES =
      List.of(new LinkContext("u", "a", "t", "b", "\u00e9"));

  private static final TreeData ELEMENTS =
      new TreeBuilder("").begin("p").text("hi", false).end(false, false).build();

  /// {@return a tree, as in the drawing}
  static byte[] octets() {
    return new ViewOctets()
        .octet(2) // version
        .int16(1 << PagePart.LINK_CONTEXTS.ordinal())
        .raw(0, 0, 0, 1) // places
        .raw(0, 0, 0, 1, 'u') // URL
        .raw(0, 0, 0, 1, 'a') // element
        .raw(0, 0, 0, 1, 't') // text
        .raw(0, 0, 0, 1, 'b') // before
        .raw(0, 0, 0, 2, 0xc3, 0xa9) // after
        .raw(0, 0, 0, 0) // base URL
        .raw(0, 0, 0, 1, 0, 0, 0, 1, 'p') // names
        .raw(0, 0, 0, 4, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0) // elements
        .raw(0, 0, 0, 0) // attributes
        .raw(0, 0, 0, 0) // values
        .raw(0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0) // texts
        .raw(0, 0, 0, 2, 'h', 'i') // text
        .toArray();
  }

  @Test
  void writesTheOctetsOfTheDrawing() {
    var tree = TreeView.of(PLACES, ELEMENTS, Set.of(PagePart.LINK_CONTEXTS));
    assertThat(tree.octets()).isEqualTo(octets());
  }

  @Test
  void readsTheOctetsOfTheDrawing() throws MalformedViewException {
    var tree = TreeView.of(octets());
    assertThat(tree.linkContexts()).isEqualTo(PLACES);
    assertThat(tree.tree().select("p").getFirst().text()).isEqualTo("hi");
    assertThat(tree.shortened()).containsExactly(PagePart.LINK_CONTEXTS);
    assertThatThrownBy(() -> tree.linkContexts().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void saysOfRandomPagesAllThatWasWritten() throws MalformedViewException {
    var random = new RandomViews(new Random(20_261_130));
    for (int i = 0; i < 2_000; i++) {
      var places = random.places();
      var parts = random.parts();
      var tree = TreeView.of(TreeView.of(places, ELEMENTS, parts).octets());
      assertThat(tree.linkContexts()).isEqualTo(places);
      assertThat(tree.shortened()).isEqualTo(parts);
    }
  }

  @Test
  void aTreeThatWasNotReadSaysSo() throws MalformedViewException {
    var tree = TreeView.of(TreeView.UNREAD.octets());
    assertThat(tree.linkContexts()).isEmpty();
    assertThat(tree.shortened()).containsExactly(PagePart.MARKUP);
  }

  @Test
  void aTreeAtItsLimitsIsRead() throws MalformedViewException {
    var place =
        new LinkContext(
            "u",
            "iframe",
            "\uffff".repeat(LinkContext.MAX_TEXT_CHARS),
            "\uffff".repeat(LinkContext.MAX_AROUND_CHARS),
            "\uffff".repeat(LinkContext.MAX_AROUND_CHARS));
    var places = Collections.nCopies(LinkContext.MAX_PLACES, place);
    assertThat(
            TreeView.of(TreeView.of(places, TreeView.NO_ELEMENTS, Set.of()).octets())
                .linkContexts())
        .isEqualTo(places);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, a tree of another format",
    "0, 1, a tree of another format",
    "1, 2, unknown parts of a page",
    "1, 128, unknown parts of a page",
    "3, 128, a tree that ends too early",
    "3, 127, a tree that ends too early",
    "5, 40, a tree that ends too early",
    "7, 255, a tree that ends too early",
    "7, 127, a text of 2130706433 bytes in a tree (expected: at most 65536)",
    "10, 255, a tree that ends too early",
    "35, 127, a tree that ends too early",
    "39, 127, a tree that ends too early",
    "44, 127, a tree that ends too early",
  })
  void aTreeThatLiesAllocatesNothing(int at, int octet, String message) {
    var octets = octets();
    octets[at] = (byte) octet;
    assertRefused(octets, message);
  }

  @ParameterizedTest
  @CsvSource({"0, 65536", "1, 64", "2, 600", "3, 300", "4, 300"})
  void aLongerTextThanAPlaceMayHave(int number, int most) {
    var octets = new ViewOctets().octet(2).int16(0).int32(1);
    for (int i = 0; i < number; i++) {
      octets.text("");
    }
    assertRefused(
        octets.text("x".repeat(most + 1)).int64(0).int64(0).toArray(),
        "a text of %d bytes in a tree (expected: at most %d)".formatted(most + 1, most));
  }

  @Test
  void aMillionPlaces() {
    int count = 1_000_000;
    var octets = new ViewOctets().octet(2).int16(0).int32(count).raw(new int[20 * count]);
    assertRefused(octets.toArray(), "1000000 places of links (expected: at most 10000)");
  }

  @Test
  void aLargerTreeThanAPageMayHave() {
    assertRefused(Arrays.copyOf(octets(), TreeView.MAX_BYTES + 1), "a tree of another format");
  }

  @Test
  void aTreeCutAtAnyPlaceOrContinued() {
    var octets = octets();
    for (int length = 0; length < octets.length; length++) {
      assertRefused(Arrays.copyOf(octets, length), "");
    }
    assertRefused(Arrays.copyOf(octets, octets.length + 1), "a tree with octets after its end");
  }

  @Test
  void anyOctetReplacedByAnyOther() {
    int read = 0;
    for (int at = 0; at < octets().length; at++) {
      for (int value = 0; value < 256; value++) {
        var forged = octets();
        forged[at] = (byte) value;
        try {
          ViewAnswers.assertWithinLimits(TreeView.of(forged));
          read++;
        } catch (MalformedViewException e) {
          assertThat(e).hasMessageMatching("(?s).+");
        }
      }
    }
    assertThat(read).isBetween(octets().length, 200 * octets().length);
  }

  @Test
  void invalidUtf8() throws MalformedViewException {
    var octets = octets();
    octets[octets.length - 1] = (byte) 0xc3;
    assertThat(TreeView.of(octets).tree().select("p").getFirst().text()).isEqualTo("h\ufffd");
  }

  /// The second refusal counts, since the first one loads classes.
  private static void assertRefused(byte[] octets, String message) {
    assertThat(refusal(octets)).isNotEmpty().contains(message);
    long before = ThreadUse.of(Thread.currentThread()).allocatedBytes();
    var refusal = refusal(octets);
    long allocated = ThreadUse.of(Thread.currentThread()).allocatedBytes() - before;
    assertThat(allocated).as("bytes for %s", refusal).isLessThan(FEW_BYTES);
  }

  private static String refusal(byte[] octets) {
    try {
      TreeView.of(octets);
      return "";
    } catch (MalformedViewException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
