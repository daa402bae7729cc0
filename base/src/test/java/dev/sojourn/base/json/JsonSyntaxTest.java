package dev.sojourn.base.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonSyntaxTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"a\":1}",
        "{\"a\":-0.5e+10,\"b\":[true,false,null,{}],\"c\":\"x\\u00e9\\n\\\"\"}",
        "{\"é€😀\":[]}",
        "{\"a\":[[[[1]]]]}",
        "{\"a\":{\"a\":{\"a\":1}},\"b\":[{\"a\":1},{\"a\":1}]}",
        "{\"a\":1.7976931348623157E308,\"A\":1}",
        "{\"a\":\"\u00a0\u00ff\u2027\u202a\u20a8\"}",
      })
  void takesAnObject(String json) {
    assertThat(JsonSyntax.isObject(json.getBytes(StandardCharsets.UTF_8))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "1",
        "{",
        "}",
        "{} ",
        " {}",
        "{}\n{}",
        "{\"a\":1,}",
        "{\"a\"}",
        "{a:1}",
        "{\"a\":01}",
        "{\"a\":1.}",
        "{\"a\":+1}",
        "{\"a\":NaN}",
        "{\"a\":tru}",
        "{\"a\":\"\n\"}",
        "{\"a\":\"\u007f\"}",
        "{\"a\":\"\u009b2J\"}",
        "{\"a\":\"\u0080\"}",
        "{\"a\":\"\u2028\"}",
        "{\"\u2029\":1}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":\"",
        "{\"a\":[}",
        "{\"a\":[1}",
        "{\"a\":\u0000}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":[{\"b\":1,\"b\":2}]}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"\\n\":1,\"\\u000a\":2}",
        "{\"\\/\":1,\"/\":2}",
      })
  void takesNothingElse(String json) {
    assertThat(JsonSyntax.isObject(json.getBytes(StandardCharsets.UTF_8))).isFalse();
  }

  @Test
  void takesNoNameAndNoNumberThatAReaderWouldStumbleOver() {
    var name = "{\"" + "n".repeat(60_000) + "\":1}";
    var number = "{\"a\":" + "1".repeat(2_000) + "}";

    assertThat(JsonSyntax.isObject(name.getBytes(StandardCharsets.UTF_8))).isFalse();
    assertThat(JsonSyntax.isObject(number.getBytes(StandardCharsets.UTF_8))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ff", "c080", "e08080", "eda080", "f4908080", "c3", "e282", "80"})
  void takesNoTextThatIsNotUtf8(String hex) {
    assertThat(JsonSyntax.isObject(HexFormat.of().parseHex("7b2261223a22" + hex + "227d")))
        .isFalse();
  }

  @Test
  void doesNotRunOutOfStack() {
    var deep = "{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    assertThat(JsonSyntax.isObject(deep.getBytes(StandardCharsets.UTF_8))).isFalse();
  }
}
