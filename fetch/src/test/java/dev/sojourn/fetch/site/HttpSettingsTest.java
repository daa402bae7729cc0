package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class HttpSettingsTest {

  @Test
  void hasModestDefaults() {
    var settings = HttpSettings.standard("Bot/1", FetchLimits.DEFAULT);
    assertThat(settings.limits())
        .isEqualTo(
            new FetchLimits(
                Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofMinutes(2), 16_777_216));
    assertThat(settings.maxConnections()).isEqualTo(256);
    assertThat(settings.isHttp2()).isTrue();
    assertThat(settings.signer()).isEmpty();
  }

  @Test
  void refusesAUserAgentThatIsMoreThanOneField() {
    assertThatThrownBy(() -> HttpSettings.standard("Bot/1\r\nCookie: x", FetchLimits.DEFAULT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: printable ASCII");
  }

  @Test
  void refusesLimitsOfNothing() {
    var second = Duration.ofSeconds(1);
    assertThatThrownBy(() -> new FetchLimits(Duration.ZERO, second, second, 1))
        .hasMessage("connect: PT0S (expected: more than zero)");
    assertThatThrownBy(() -> new FetchLimits(second, second, second, 0))
        .hasMessage("maxBodyBytes: 0 (expected: more than zero)");
    assertThatThrownBy(() -> TestSettings.of(second, second, second, 1, 0))
        .hasMessage("maxConnections: 0 (expected: more than zero)");
  }
}
