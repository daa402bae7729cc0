package dev.sojourn.atp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.sojourn.testing.CountedText;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PreferencesTest {

  private static Preferences read(String... fields) {
    return Preferences.of(
        new AtpHeaders(
            List.of(fields).stream().map(value -> new AtpHeaders.Field("Prefer", value)).toList()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "wait=20 | wait=20",
        "WAIT=20 | wait=20",
        "wait=0 | wait=0",
        "wait=300 | wait=300",
        "wait=301 | wait=300",
        "wait=999999999 | wait=300",
        "return=representation, wait=20 | return=representation, wait=20",
        "wait=20,Return=Representation | return=representation, wait=20",
        "respond-async, wait=20, handling=lenient | wait=20",
        "wait=20, wait=30 | wait=20",
        "return=minimal, return=representation | ''",
        "wait=\"20\" | wait=20",
        "wait=\"2\\0\" | wait=20",
        "wait = 20 | wait=20",
        "wait\t=\t20 ; x ; y = \"a, b\" ;; , return=minimal | wait=20",
        "return=\"representation\" | return=representation",
        "x=\"a, wait=30\", wait=20 | wait=20",
        "x=\"a\\\", wait=30\", wait=20 | wait=20",
        "x;wait=30, wait=20 | wait=20",
        ", ,wait=0020,, | wait=20",
      })
  void saysWhatIsHeeded(String field, String heeded) {
    assertThat(read(field).value()).isEqualTo(heeded);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "wait",
        "wait=",
        "wait=-1",
        "wait=1.5",
        "wait=+1",
        "wait=1000000000",
        "wait=99999999999999999999",
        "awaits=20",
        "return",
        "return=",
        "returns=representation",
        "return=representations",
        "wait=abc, wait=20",
        "wait, wait=20",
        "wait=5 5, wait=20",
        "wait=20 x",
        "wait=20;;=",
        "wait=\"20",
        "wait=\"20\"x",
        "wait\u00a0=20",
        "\"wait\"=20",
        "x=\"a, wait=20",
        "x=\"\\\", wait=20\""
      })
  void whatIsNotUnderstoodIsAsIfItWereNotThere(String field) {
    assertThat(read(field)).isEqualTo(Preferences.NONE);
  }

  @Test
  void severalFieldsAreOne() {
    assertThat(read("return=representation", "wait=7"))
        .isEqualTo(new Preferences(Optional.of(Duration.ofSeconds(7)), true));
    assertThat(read()).isEqualTo(Preferences.NONE);
  }

  @Test
  void aWaitHasWholeSecondsUpToFiveMinutes() {
    assertThat(Preferences.waiting(Duration.ofMillis(1_999)).value()).isEqualTo("wait=1");
    assertThat(Preferences.agentWithin(Duration.ofHours(1)).value())
        .isEqualTo("return=representation, wait=300");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Preferences.waiting(Duration.ofSeconds(-1)));
  }

  @Test
  void noCharacterIsReadMoreThanAFewTimesWhateverTheFieldIs() {
    for (var part :
        List.of(
            " ", ",", "\"", "\\", "\"\\", ";", "=", "a", "a,", "a=\",", "a;", "wait=1,",
            "\"a\",")) {
      for (int size = 1_024; size <= 65_536; size *= 2) {
        for (var begin : List.of("", "x", "x=", "x=\"", "x;")) {
          var field = new CountedText(begin + part.repeat(size / part.length()));
          var _ = PreferenceReader.read(List.of(field));
          assertThat(field.reads()).describedAs(begin + part).isLessThanOrEqualTo(6L * size);
        }
      }
    }
  }
}
