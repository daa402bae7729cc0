package dev.sojourn.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {

  @Test
  void hasModestDefaults() {
    assertThat(HttpSettings.standard("Bot/1"))
        .isEqualTo(
            new HttpSettings(
                "Bot/1",
                Duration.ofSeconds(10),
                Duration.ofSeconds(20),
                Duration.ofMinutes(2),
                16_777_216,
                256));
  }

  @Test
  void aUserAgentCannotSmuggleAHeaderField() {
    assertThatThrownBy(() -> HttpSettings.standard("Bot/1\r\nCookie: x"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: printable ASCII");
  }

  @Test
  void refusesLimitsOfNothing() {
    assertThatThrownBy(
            () ->
                new HttpSettings(
                    "Bot/1", Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(1), 1, 1))
        .hasMessage("connectTimeout: PT0S (expected: more than zero)");
    assertThatThrownBy(
            () ->
                new HttpSettings(
                    "Bot/1",
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(1),
                    0,
                    1))
        .hasMessage("maxBodyBytes: 0 (expected: more than zero)");
  }
}
