package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class HttpDateTest {
  @Test
  void readsDatesInEveryFormThatIsAbout() {
    var noon = Instant.parse("1994-11-06T08:49:37Z");
    assertThat(HttpDate.write(noon)).isEqualTo("Sun, 06 Nov 1994 08:49:37 GMT");
    for (var text :
        List.of(
            "Sun, 06 Nov 1994 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun Nov  6 08:49:37 1994",
            "Sun Nov 06 08:49:37 GMT 1994",
            " Sun, 6 Nov 1994 09:49:37 +0100 ")) {
      assertThat(HttpDate.read(text)).describedAs(text).contains(noon);
    }
    assertThat(HttpDate.read("yesterday")).isEmpty();
  }

  @Test
  void readsTheSameInTurkey() {
    var before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("tr"));
      assertThat(HttpDate.read("Sun, 06 Nov 1994 08:49:37 GMT")).isPresent();
    } finally {
      Locale.setDefault(before);
    }
  }
}
