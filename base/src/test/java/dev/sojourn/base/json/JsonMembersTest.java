package dev.sojourn.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class JsonMembersTest {

  @ParameterizedTest
  @ValueSource(strings = {"UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE"})
  void anotherEncodingThanUtf8IsNotGuessed(String charset) {
    assertNone("{\"a\":\"x\"}".getBytes(Charset.forName(charset)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "efbbbf7b7d", // a byte order mark, {}
        "7b2261223a22c1a1227d", // {"a":"…"}, an overlong a
        "7b2261223a22eda0bd227d", // half of a surrogate pair
        "7b2261223a22eda0bdedb880227d", // a pair of surrogates, as CESU-8 writes it
        "7b2261223a22f4908080227d", // U+110000
        "7b2261223a22e4227d", // ä in Latin 1
        "7b2261223a22c3", // cut in the middle of a character
        "7b7d00", // {}, and an octet
        ""
      })
  void whatIsNotUtf8IsNoJson(String octets) {
    assertNone(HexFormat.of().parseHex(octets));
  }

  @Test
  void aCharacterIsACodePoint() throws JsonException {
    var text = "\ud83d\ude00".repeat(3);
    var members = parse("{\"a\":\"" + text + "\",\"b\":[\"" + text + "\"]}");

    assertThat(members.text("a", 3)).isEqualTo(text);
    assertThat(members.texts("b", 1, 3)).isEqualTo(List.of(text));
    assertThatThrownBy(() -> members.text("a", 2))
        .hasMessage("a: (expected: text of at most 2 characters)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\ud83d", "\\ude00", "\\ude00\\ud83d", "x\\ud83dx", "\\ud83d\\ud83d"})
  void halfOfASurrogatePairIsNoText(String text) throws JsonException {
    var members = parse("{\"a\":\"" + text + "\"}");

    assertThatThrownBy(() -> members.text("a", 10))
        .hasMessage("a: (expected: no half of a surrogate pair)");
  }

  @Test
  void aPairOfSurrogatesIsNotCutWhereAMemberIsNamed() throws JsonException {
    var name = "x" + "\ud83d\ude00".repeat(60);

    assertThatThrownBy(() -> parse("{\"" + name + "\":1}").end())
        .hasMessage("x" + "\ud83d\ude00".repeat(39) + "…: (expected: no such member)");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-06-01T12:00:00Z,           1780315200",
    "2026-06-01T12:00:00.5Z,         1780315200",
    "2026-06-01T12:00:00.123456789Z, 1780315200",
    "2024-02-29T00:00:00Z,           1709164800",
    "0000-01-01T00:00:00Z,           -62167219200",
  })
  void aTimeIsInUtc(String text, long second) throws JsonException {
    assertThat(parse("{\"a\":\"" + text + "\"}").instant("a").getEpochSecond()).isEqualTo(second);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-06-01T14:00:00+02:00",
        "2026-06-01T12:00:00+00:00",
        "2026-06-01T12:00:00-00:00",
        "2026-06-01T12:00:00z",
        "2026-06-01t12:00:00Z",
        "2026-06-01T12:00:00",
        "2026-06-01T12:00Z",
        "2026-06-01T24:00:00Z",
        "2026-06-01T12:00:00.Z",
        "2026-06-01T12:00:00.1234567890Z",
        "2026-02-29T12:00:00Z",
        "2026-13-01T12:00:00Z",
        "+1000000000-01-01T00:00:00Z",
        "-2026-06-01T12:00:00Z",
        " 2026-06-01T12:00:00Z",
        "2026-06-01",
        ""
      })
  void aTimeInAnyOtherFormIsNone(String text) throws JsonException {
    var members = parse("{\"a\":\"" + text + "\"}");

    assertThatThrownBy(() -> members.instant("a"))
        .hasMessage("a: (expected: a time in UTC, as 2026-01-31T12:00:00Z)");
  }

  @Test
  void theTimesThatAreWrittenAreReadBack() throws JsonException {
    for (var time :
        List.of(
            Instant.EPOCH, Instant.parse("2026-06-01T12:00:00.001Z"), Instant.ofEpochMilli(7))) {
      var json = JsonWriter.object(members -> members.put("a", time));

      assertThat(JsonMembers.parse(json).instant("a")).isEqualTo(time);
    }
  }

  private static JsonMembers parse(String json) throws JsonException {
    return JsonMembers.parse(json.getBytes(StandardCharsets.UTF_8));
  }

  private static void assertNone(byte[] json) {
    assertThatThrownBy(() -> JsonMembers.parse(json)).isInstanceOf(JsonException.class);
  }
}
