package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PlainLineTest {

  @Test
  void aCharacterIsACodePointAndNoPairOfSurrogatesIsCut() {
    var text = "\ud83d\ude00".repeat(3);

    assertThat(PlainLine.of(text, 2)).isEqualTo("\ud83d\ude00".repeat(2));
    assertThat(PlainLine.of(text, 3)).isEqualTo(text);
    assertThat(PlainLine.of("abc", 2)).isEqualTo("ab");
    assertThat(PlainLine.of("a\ud83d", 2)).isEqualTo("a");
    assertThat(PlainLine.of("\u001b[2Ja\u202e\nb", 9)).isEqualTo("[2Ja  b");
  }
}
