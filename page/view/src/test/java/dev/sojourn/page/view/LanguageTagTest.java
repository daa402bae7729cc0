package dev.sojourn.page.view;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class LanguageTagTest {

  @ParameterizedTest
  @CsvSource({"en, en", "' de-CH ', de-CH", "'en, fr', en", "'zh-Hant-TW,x y', zh-Hant-TW"})
  void theFirstTagCounts(String value, String tag) {
    assertThat(LanguageTag.parse(value)).contains(tag);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ",en", "en us", "e\u00f1", "en_US", "<b>", "en\n\"x"})
  void otherTextIsNoTag(String value) {
    assertThat(LanguageTag.parse(value)).isEmpty();
  }

  @Test
  void noTagIsLongerThanItsPlaceInAView() {
    assertThat(LanguageTag.parse("e".repeat(64))).isPresent();
    assertThat(LanguageTag.parse("e".repeat(65))).isEmpty();
  }
}
