package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sojourn.base.text.ForeignText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
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

  @Test
  void writesAnyTextAsTheNaiveModelDoes() {
    var random = new Random(20_261_126);
    for (int i = 0; i < 50_000; i++) {
      var text = new StringBuilder();
      for (int n = random.nextInt(20); n > 0; n--) {
        text.append((char) random.nextInt(random.nextInt(4) == 0 ? 0x10000 : 0x100));
        if (random.nextInt(8) == 0) {
          text.appendCodePoint(0xd7f0 + random.nextInt(0x1000));
        }
      }
      assertThat(json(text.toString())).isEqualTo("{\"text\":" + naive(text.toString()) + "}");
    }
  }

  /// As a double, 0.1f is 0.10000000149011612.
  @Test
  void writesAFloatAsItIsRead() {
    record Rated(float score, Float boxed, List<Float> all, Map<String, Float> named) {}
    var json = new FindingJson(1_000);
    var rated = new Rated(0.1f, 16777216f, List.of(3.4e38f, -0.7f), Map.of("a", 1e-10f));
    assertThat(new String(json.write(rated), StandardCharsets.UTF_8))
        .isEqualTo(
            "{\"score\":0.1,\"boxed\":1.6777216E7,\"all\":[3.4E38,-0.7],\"named\":{\"a\":1.0E-10}}");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> json.write(new Rated(Float.NaN, 0f, List.of(), Map.of())))
        .withMessageStartingWith("NaN in a finding");
  }

  @Test
  void namesThatAreWrittenAlikeAreOne() {
    var names = new HashSet<String>();
    assertThat(FindingJson.name("\ud800", names)).isNotEmpty();
    assertThat(FindingJson.name("\ud801", names)).isEmpty();
  }

  @Test
  void membersOfARecordStandInTheirOrder() {
    record Pair(int first, Optional<String> second, List<Double> third) {}
    var json = new FindingJson(1_000);
    for (int i = 0; i < 2; i++) {
      var pair = new Pair(i, Optional.empty(), List.of(0.5, -1e300));
      assertThat(json.write(pair))
          .asString(StandardCharsets.UTF_8)
          .isEqualTo("{\"first\":" + i + ",\"second\":null,\"third\":[0.5,-1.0E300]}");
    }
  }

  private static final FindingJson JSON = new FindingJson(1_000);
  private static final List<String> WITHIN = new ArrayList<>();

  /// An accessor is the agent's code, and may report a finding itself.
  private record Reporting(int first, int second) {
    @Override
    public int first() {
      WITHIN.add(new String(JSON.write(new Said("within")), StandardCharsets.UTF_8));
      return first;
    }
  }

  @Test
  void aFindingThatIsReportedWithinAnotherLeavesTheOtherWhole() {
    assertThat(JSON.write(new Reporting(1, 2)))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("{\"first\":1,\"second\":2}");
    assertThat(WITHIN).containsExactly("{\"text\":\"within\"}");
  }

  private static String naive(String text) {
    var out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      i += Character.charCount(c);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c >= 0xd800 && c <= 0xdfff) {
            out.append('\ufffd');
          } else if (c > 0xffff || ForeignText.isPlain(c)) {
            out.appendCodePoint(c);
          } else {
            out.append("\\u%04x".formatted(c));
          }
        }
      }
    }
    return out.append('"').toString();
  }

  private static String json(String text) {
    return new String(new FindingJson(1_000).write(new Said(text)), StandardCharsets.UTF_8);
  }
}
