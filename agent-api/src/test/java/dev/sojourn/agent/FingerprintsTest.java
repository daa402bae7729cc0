package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FingerprintsTest {

  @Test
  void aStringIsNewOnce() {
    var prints = new Fingerprints();

    assertThat(prints.add("a")).isTrue();
    assertThat(prints.add("a")).isFalse();
    assertThat(prints.add("")).isTrue();
    assertThat(prints.add("")).isFalse();
  }

  @Test
  void keepsEverythingWhileItGrows() {
    var prints = new Fingerprints();
    for (int i = 0; i < 20_000; i++) {
      assertThat(prints.add("http://example.org/page-" + i)).isTrue();
      assertThat(prints.add("http://example.org/page-" + (i / 2))).isFalse();
    }
  }

  @Test
  void agreesWithASetOfTheStrings() {
    var random = new Random(7);
    var prints = new Fingerprints();
    var strings = new HashSet<String>();
    for (int i = 0; i < 300_000; i++) {
      var text = Integer.toString(random.nextInt(200_000), 36);
      assertThat(prints.add(text)).describedAs("%s", text).isEqualTo(strings.add(text));
    }
  }

  @Test
  void tellsStringsApartThatDifferInOneLetter() {
    var prints = new Fingerprints();
    for (char a = 0; a < 300; a++) {
      for (char b = 0; b < 300; b++) {
        assertThat(prints.add("" + a + b)).isTrue();
      }
    }
  }
}
