package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassportParametersTest {
  private static final String BEFORE = "\"hop\":0";

  @Test
  void aPassportWithoutParametersIsWrittenAsBefore() throws Exception {
    var passport = Packages.passport();
    assertThat(passport.parameters()).isEmpty();
    assertThat(text(passport)).contains(BEFORE).doesNotContain("parameters");
    assertThat(Passport.read(passport.toJson())).isEqualTo(passport);
  }

  @Test
  void parametersAreReadAsTheyWereSigned() throws Exception {
    var passport = read("{\"words\":\"robots é 𝄞\",\"best\":\"10\",\"empty\":\"\"}");
    assertThat(passport.parameters())
        .containsOnlyKeys("best", "empty", "words")
        .containsEntry("words", "robots é 𝄞")
        .containsEntry("empty", "");
    assertThat(Passport.read(passport.toJson())).isEqualTo(passport);
    assertThat(text(passport))
        .contains(
            "\"parameters\":{\"best\":\"10\",\"empty\":\"\",\"words\":\"robots é"
                + " \\uD834\\uDD1E\"},\"hop\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "\"words\"",
        "{\"words\":1}",
        "{\"words\":[\"a\"]}",
        "{\"wo-rds\":\"a\"}",
        "{\"\":\"a\"}",
        "{\"1a\":\"a\"}",
        "{\"a\":\"\\ud800\"}",
      })
  void refusesWhatIsNoParameter(String parameters) {
    assertThatThrownBy(() -> read(parameters))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("parameters");
  }

  @Test
  void anAttackWithManyOrLongParametersIsRefused() {
    var many = new StringBuilder("{\"a\":\"\"");
    for (int i = 0; i < 64; i++) {
      many.append(",\"a").append(i).append("\":\"\"");
    }
    assertThatThrownBy(() -> read(many + "}"))
        .isInstanceOf(JsonException.class)
        .hasMessage("parameters: (expected: at most 64 members)");
    var half = "x".repeat(8_001);
    assertThatThrownBy(() -> read("{\"a\":\"" + half + "\",\"b\":\"" + half + "\"}"))
        .isInstanceOf(JsonException.class)
        .hasMessage("parameters: 16002 characters (expected: at most 16000 together)");
  }

  private static String text(Passport passport) {
    return new String(passport.toJson().toArray(), StandardCharsets.UTF_8);
  }

  private static Passport read(String parameters) throws JsonException {
    return Passport.read(
        Bytes.utf8(
            text(Packages.passport())
                .replace(BEFORE, "\"parameters\":" + parameters + "," + BEFORE)));
  }
}
