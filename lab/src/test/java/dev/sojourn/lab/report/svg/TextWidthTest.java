package dev.sojourn.lab.report.svg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// Lines of labels. That each has the room that it needs is seen in a browser (`ReportBrowserIT`).
final class TextWidthTest {
  @Test
  void nothingOfALabelIsLeftOut() {
    for (var text :
        List.of("one two three", "x".repeat(300), "検索".repeat(90), "\ud83d\ude00".repeat(40))) {
      var lines = TextWidth.lines(text, 120);

      assertThat(lines).allMatch(line -> TextWidth.of(line) <= 120);
      assertThat(String.join("", lines).replace(" ", "")).isEqualTo(text.replace(" ", ""));
    }
  }

  @Test
  void linesBreakAtBlanksWhereThereAreSome() {
    assertThat(TextWidth.lines("search words=socket best=5", 110))
        .containsExactly("search", "words=socket", "best=5");
  }

  @Test
  void aLineThatFitsStaysWhole() {
    assertThat(TextWidth.lines("mobile, 25 ms", 200)).containsExactly("mobile, 25 ms");
    assertThat(TextWidth.lines("", 200)).containsExactly("");
    assertThat(TextWidth.lines("W", 1)).containsExactly("W");
  }
}
