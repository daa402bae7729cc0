package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportRules;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PassportRulesTest {
  private static final String BEFORE = "\"hop\":0";

  @Test
  void aPassportWithoutRulesIsWrittenAsBefore() {
    assertThat(text(Packages.passport())).contains(BEFORE).doesNotContain("rules");
  }

  @Test
  void rulesAreReadAsTheyWereSigned() throws Exception {
    var passport =
        read("{\"includes\":[\"/a/\"],\"excludes\":[\"regex:é\"],\"starts\":[\"http://h/\"]}");

    assertThat(passport.rules())
        .isEqualTo(new PassportRules(List.of("/a/"), List.of("regex:é"), List.of("http://h/")));
    assertThat(Passport.read(passport.toJson())).isEqualTo(passport);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "{\"includes\":[],\"excludes\":[]}",
        "{\"includes\":[1],\"excludes\":[],\"starts\":[]}",
        "{\"includes\":\"/\",\"excludes\":[],\"starts\":[]}",
        "{\"includes\":[],\"excludes\":[],\"starts\":[],\"more\":[]}",
      })
  void refusesRulesOfAnotherForm(String rules) {
    assertThatThrownBy(() -> read(rules))
        .isInstanceOf(JsonException.class)
        .hasMessageStartingWith("rules");
  }

  @Test
  void anAttackWithManyOrLongPatternsIsRefused() {
    assertThatThrownBy(() -> read(excluding(201, "/")))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("at most 200");
    assertThatThrownBy(() -> read(excluding(1, "/" + "a".repeat(1_000))))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("1000");
    assertThatThrownBy(() -> read(excluding(17, "/" + "a".repeat(999))))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("rules: 17 patterns of 17000 characters");
  }

  private static String excluding(int times, String pattern) {
    var patterns =
        Collections.nCopies(times, pattern).stream()
            .map(text -> "\"" + text + "\"")
            .collect(Collectors.joining(","));
    return "{\"includes\":[],\"excludes\":[" + patterns + "],\"starts\":[]}";
  }

  private static String text(Passport passport) {
    return new String(passport.toJson().toArray(), StandardCharsets.UTF_8);
  }

  private static Passport read(String rules) throws JsonException {
    return Passport.read(
        Bytes.utf8(text(Packages.passport()).replace(BEFORE, "\"rules\":" + rules + "," + BEFORE)));
  }
}
