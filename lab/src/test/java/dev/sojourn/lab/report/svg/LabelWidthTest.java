package dev.sojourn.lab.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Lines of labels. A test in a browser (`ReportBrowserIT`) sees whether each has the room that it
/// needs.
final class LabelWidthTest {
  @Test
  void nothingOfALabelIsLeftOut() {
    for (var text :
        List.of("one two three", "x".repeat(300), "検索".repeat(90), "\ud83d\ude00".repeat(40))) {
      var lines = LabelWidth.lines(text, 120);

      assertThat(lines).allMatch(line -> LabelWidth.of(line) <= 120);
      assertThat(String.join("", lines).replace(" ", "")).isEqualTo(text.replace(" ", ""));
    }
  }

  @Test
  void linesBreakAtBlanksWhereThereAreSome() {
    assertThat(LabelWidth.lines("search words=socket best=5", 110))
        .containsExactly("search", "words=socket", "best=5");
  }

  @Test
  void aLineThatFitsStaysWhole() {
    assertThat(LabelWidth.lines("mobile, 25 ms", 200)).containsExactly("mobile, 25 ms");
    assertThat(LabelWidth.lines("", 200)).containsExactly("");
    assertThat(LabelWidth.lines("W", 1)).containsExactly("W");
  }
}
