package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlainTest {

  @Test
  void keepsJsonAsItIsButForWhatATerminalWouldObey() {
    var plain = "{\"a\":[1,\"\u00e4 \ud83d\udc68 \\n\",null]}";
    assertThat(Plain.json(plain)).isEqualTo(plain);
    assertThat(Plain.json("{\"a\":\"\u009b31m\u007f\u202e\ud800\udb40\udc41\"}"))
        .isEqualTo("{\"a\":\"\\u009b31m\\u007f\\u202e\\ud800\\udb40\\udc41\"}");
  }

  @Test
  void aCharacterIsACodePointAndNoPairOfSurrogatesIsCut() {
    var text = "\ud83d\ude00".repeat(3);

    assertThat(Plain.text(text, 2)).isEqualTo("\ud83d\ude00".repeat(2));
    assertThat(Plain.first(text, 2)).isEqualTo("\ud83d\ude00".repeat(2));
    assertThat(Plain.first(text, 3)).isEqualTo(text);
    assertThat(Plain.exceeds(text, 3)).isFalse();
    assertThat(Plain.exceeds(text, 2)).isTrue();
    assertThat(Plain.exceeds("abc", 2)).isTrue();
  }

  @Test
  void aLineHasNothingThatATerminalWouldObey() {
    var text = "\ud83d\ude00".repeat(3);

    assertThat(Plain.line(text, 2)).isEqualTo("\ud83d\ude00".repeat(2));
    assertThat(Plain.line(text, 3)).isEqualTo(text);
    assertThat(Plain.line("abc", 2)).isEqualTo("ab");
    assertThat(Plain.line("a\ud83d", 2)).isEqualTo("a");
    assertThat(Plain.line("\u001b[2Ja\u202e\nb", 9)).isEqualTo("[2Ja  b");
  }
}
