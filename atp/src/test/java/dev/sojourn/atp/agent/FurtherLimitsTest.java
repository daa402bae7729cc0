package dev.sojourn.atp.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.atp.passport.Passport;
import dev.sojourn.atp.passport.PassportLimits.Further;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FurtherLimitsTest {
  private static final String USUAL = "\"findings\":3000}";

  @Test
  void asksForNothingFurtherWhereThePassportDoesNot() throws Exception {
    var limits = Packages.passport().limits();
    assertThat(limits.further()).isEmpty();
    assertThat(Passport.read(Packages.passport().toJson()).limits()).isEqualTo(limits);
    for (var name : Further.values()) {
      assertThat(limits.atMost(name, 7)).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource
  void asksForWhatThePassportSays(Further name) throws Exception {
    var passport = read("\"findings\":3000,\"" + name.member() + "\":12}");
    assertThat(passport.limits().further()).containsOnlyKeys(name).containsValue(12L);
    assertThat(Passport.read(passport.toJson())).isEqualTo(passport);
    assertThat(passport.limits().atMost(name, 7)).isEqualTo(7);
    assertThat(passport.limits().atMost(name, 13)).isEqualTo(12);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"findings\":3000,\"messages\":0}",
        "\"findings\":3000,\"messages\":-1}",
        "\"findings\":3000,\"messages\":1.5}",
        "\"findings\":3000,\"messages\":\"1\"}",
        "\"findings\":3000,\"messages\":9223372036854775808}",
        "\"findings\":3000,\"threads\":1}",
      })
  void refusesWhatIsNoLimit(String limits) {
    assertThatThrownBy(() -> read(limits))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining("limits.");
  }

  private static Passport read(String limits) throws JsonException {
    var json = new String(Packages.passport().toJson().toArray(), StandardCharsets.UTF_8);
    assertThat(json).contains(USUAL);
    return Passport.read(Bytes.utf8(json.replace(USUAL, limits)));
  }
}
