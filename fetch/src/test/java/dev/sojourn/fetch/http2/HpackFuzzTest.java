package dev.sojourn.fetch.http2;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a block of header fields. They are fields within the bound, or are refused.
class HpackFuzzTest {
  static Stream<byte[]> seeds() {
    return Stream.of("88", "0000", "40016100 be", "3fe11f 88", "00 81 8c 81 f8", "8283 0f 0d 01 30")
        .map(hex -> HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyBlockIsFieldsWithinBoundsOrAFault(byte[] input) {
    var decoder = new HpackDecoder(1_000);
    // The table of the first is the table of the second.
    for (int i = 0; i < 2; i++) {
      try {
        int bytes =
            decoder.decode(input).stream()
                .mapToInt(field -> field.name().length() + field.value().length())
                .sum();
        assertThat(bytes).isLessThanOrEqualTo(1_000);
      } catch (BrokenAnswerException e) {
        assertThat(e).message().isNotEmpty();
      }
    }
  }
}
