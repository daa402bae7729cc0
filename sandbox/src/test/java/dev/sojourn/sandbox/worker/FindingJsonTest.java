package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FindingJsonTest {
  private record Said(String text) {}

  @ParameterizedTest
  @CsvSource({"001b", "007f", "009b", "061c", "200d", "200e", "2028", "202e", "2066", "2069"})
  void writesWhatATerminalWouldObeyAsItsNumber(String number) {
    var character = (char) Integer.parseInt(number, 16);
    assertThat(json("a" + character + "b")).isEqualTo("{\"text\":\"a\\u" + number + "b\"}");
  }

  @ParameterizedTest
  @CsvSource({"\u00e4", "\u0645\u06cc", "\ud83d\udc68"})
  void writesWhatATerminalShowsAsItIs(String text) {
    assertThat(json(text)).isEqualTo("{\"text\":\"" + text + "\"}");
  }

  private static String json(String text) {
    return new String(
        FindingJson.write(new Said(text), 1_000, new FindingMembers()), StandardCharsets.UTF_8);
  }
}
