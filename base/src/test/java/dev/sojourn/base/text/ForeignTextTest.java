package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ForeignTextTest {

  @Test
  void keepsJsonAsItIsButForWhatATerminalWouldObey() {
    var plain = "{\"a\":[1,\"\u00e4 \ud83d\udc68 \\n\",null]}";
    assertThat(ForeignText.inJson(plain)).isEqualTo(plain);
    assertThat(ForeignText.inJson("{\"a\":\"\u009b31m\u007f\u202e\ud800\udb40\udc41\"}"))
        .isEqualTo("{\"a\":\"\\u009b31m\\u007f\\u202e\\ud800\\udb40\\udc41\"}");
  }

  @Test
  void aCharacterIsACodePointAndNoPairOfSurrogatesIsCut() {
    var text = "\ud83d\ude00".repeat(3);

    assertThat(ForeignText.of(text).text(2)).isEqualTo("\ud83d\ude00".repeat(2));
    assertThat(ForeignText.of(text).first(2)).isEqualTo("\ud83d\ude00".repeat(2));
    assertThat(ForeignText.of(text).first(3)).isEqualTo(text);
    assertThat(ForeignText.of(text).exceeds(3)).isFalse();
    assertThat(ForeignText.of(text).exceeds(2)).isTrue();
    assertThat(ForeignText.of("abc").exceeds(2)).isTrue();
  }

  @Test
  void aLineHasNothingThatATerminalWouldObey() {
    var text = "\ud83d\ude00".repeat(3);

    assertThat(ForeignText.of(text).line(2)).isEqualTo("\ud83d\ude00".repeat(2));
    assertThat(ForeignText.of(text).line(3)).isEqualTo(text);
    assertThat(ForeignText.of("abc").line(2)).isEqualTo("ab");
    assertThat(ForeignText.of("a\ud83d").line(2)).isEqualTo("a");
    assertThat(ForeignText.of("\u001b[2Ja\u202e\nb").line(9)).isEqualTo("[2Ja  b");
  }

  @Test
  void aTextThatStandsInASentenceForgesNoLineAndSteersNoTerminal() {
    var text = ForeignText.of("a\n2026 WARN b\u001b[2J\u202ec" + "d".repeat(300));
    assertThat("'%s'".formatted(text)).startsWith("'a 2026 WARN b [2J cddd").hasSize(202);
    assertThat(text.written()).startsWith("a\n");
  }
}
