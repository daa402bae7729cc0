package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.testing.CountedText;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

final class HeaderTextTest {

  /// The text of the attack is 32,000 blanks in one field: a pattern that looks for blanks before a
  /// comma would begin anew at each of them.
  private static final Map<String, Function<Integer, String>> WORST =
      Map.of(
          "blanks", " \t"::repeat,
          "commas", ","::repeat,
          "blanks before each comma", length -> " ".repeat(length / 2) + ",".repeat(length / 2),
          "commas between blanks", " ,\t"::repeat,
          "letters", "a"::repeat,
          "words", "a "::repeat);

  @Test
  void onlySpaceAndTabAreWhiteSpace() {
    assertThat(HeaderText.strip(" \ta b\t ")).isEqualTo("a b");
    assertThat(HeaderText.strip(" \t ")).isEmpty();
    for (var other : List.of("\u000b", "\f", "\u001c", "\u0085", "\u00a0", "\r", "\n", "\u2003")) {
      assertThat(HeaderText.strip(other + "a" + other)).isEqualTo(other + "a" + other);
      assertThat(HeaderText.words("a" + other + "b", 3)).containsExactly("a" + other + "b");
    }
  }

  @Test
  void wordsArePartedByAnyNumberOfBlanks() {
    assertThat(HeaderText.words("", 3)).isEmpty();
    assertThat(HeaderText.words(" \t ", 3)).isEmpty();
    assertThat(HeaderText.words(" a \t b  c ", 3)).containsExactly("a", "b", "c");
    assertThat(HeaderText.words(" a \t b  c d ", 3)).containsExactly("a", "b", "c d");
    assertThat(HeaderText.words("a b", 3)).containsExactly("a", "b");
    assertThat(HeaderText.words(" a b ", 1)).containsExactly("a b");
  }

  @Test
  void emptyElementsOfAListAreNone() {
    assertThat(HeaderText.elements("")).isEmpty();
    assertThat(HeaderText.elements(" ,\t, ")).isEmpty();
    assertThat(HeaderText.elements("a, b c ,,\td")).containsExactly("a", "b c", "d");
  }

  @Test
  void noCharacterIsReadMoreThanAFewTimesWhateverTheTextIs() {
    WORST.forEach(
        (name, worst) -> {
          for (int size = 1_024; size <= 65_536; size *= 2) {
            var text = worst.apply(size);
            assertReads(name, text, HeaderText::strip);
            assertReads(name, text, line -> HeaderText.words(line, 3));
            assertReads(name, text, line -> HeaderText.words(line, Integer.MAX_VALUE));
            assertReads(name, text, HeaderText::elements);
            assertReads(name, text, HeaderText::isToken);
          }
        });
  }

  private static void assertReads(String name, String text, Function<CharSequence, Object> reader) {
    var counted = new CountedText(text);
    var _ = reader.apply(counted);
    assertThat(counted.reads()).describedAs(name).isLessThanOrEqualTo(5L * text.length());
  }
}
