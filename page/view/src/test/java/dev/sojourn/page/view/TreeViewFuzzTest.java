package dev.sojourn.page.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a tree view: answers within the limits, or a refusal.
class TreeViewFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(TreeViewTest.octets(), TreeView.UNREAD.octets(), new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreATreeOrRefused(byte[] input) {
    try {
      var tree = TreeView.of(input);
      ViewAnswers.assertWithinLimits(tree);
      assertThat(tree.octets()).isSameAs(input);
    } catch (MalformedViewException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }
}
