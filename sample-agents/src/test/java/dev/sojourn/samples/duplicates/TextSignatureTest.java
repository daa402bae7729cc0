package dev.sojourn.samples.duplicates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class TextSignatureTest {

  @Test
  void estimatesTheSimilarityOfTexts() {
    var random = new Random(20_261_125);
    double sum = 0;
    double squares = 0;
    int texts = 300;
    for (int i = 0; i < texts; i++) {
      var one = words(random, random.nextInt(50, 400));
      var other = new ArrayList<>(one);
      for (int n = random.nextInt(one.size() / 5); n > 0; n--) {
        other.set(random.nextInt(other.size()), "changed" + random.nextInt(1_000_000));
      }
      double exact = Shingles.similarity(String.join(" ", one), String.join(" ", other));
      double error = signature(one).similarity(signature(other)) - exact;
      sum += error;
      squares += error * error;
    }
    assertThat(sum / texts).as("bias").isCloseTo(0, within(0.015));
    // The worst case, at one half, is 1/16.
    assertThat(Math.sqrt(squares / texts)).as("error").isLessThan(0.0625);
  }

  @Test
  void letterCaseAndWhatIsNoWordDoNotCount() {
    assertThat(
            TextSignature.of("One, two: THREE four five six!")
                .similarity(TextSignature.of("one two three\nfour five - six")))
        .isEqualTo(1);
    assertThat(TextSignature.of(" ?! ").isEmpty()).isTrue();
    assertThat(TextSignature.of("word").isEmpty()).isFalse();
    assertThat(TextSignature.of("a word").similarity(TextSignature.of("the word"))).isLessThan(0.2);
  }

  @Test
  void aTextWithoutEndCostsNoMoreThanItsLimit() {
    var beginning = "w ".repeat(TextSignature.MAX_WORDS);
    var signature = TextSignature.of(beginning + words(new Random(1), 100_000));
    assertThat(signature.similarity(TextSignature.of(beginning))).isEqualTo(1);
    assertThat(signature.digits()).hasSize(8 * TextSignature.SIZE).matches("[0-9a-f]+");
  }

  private static TextSignature signature(List<String> words) {
    return TextSignature.of(String.join(" ", words));
  }

  private static List<String> words(Random random, int count) {
    return random.ints(count, 0, 10_000).mapToObj(i -> "w" + i).toList();
  }
}
