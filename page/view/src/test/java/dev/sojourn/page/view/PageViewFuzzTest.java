package dev.sojourn.page.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a page view: answers within the limits, or a refusal.
class PageViewFuzzTest {

  static Stream<byte[]> seeds() {
    return Stream.of(
        PageViewTest.octets(),
        ViewOctets.head().empty(0, ViewOctets.SECTIONS).toArray(),
        ViewOctets.head()
            .empty(0, 11)
            .int32(14)
            .int32(1)
            .raw(0)
            .text("u")
            .text("")
            .empty(12, ViewOctets.SECTIONS)
            .toArray(),
        new byte[0]);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreAViewOrRefused(byte[] input) {
    try {
      var view = PageView.of(input);
      ViewAnswers.assertWithinLimits(view);
      assertThat(view.octets()).isSameAs(input);
    } catch (MalformedViewException e) {
      assertThat(e).hasMessageMatching("(?s).+");
    }
  }
}
