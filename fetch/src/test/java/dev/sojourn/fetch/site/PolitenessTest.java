package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolitenessTest {

  @Test
  void oneConnectionAndAPauseTowardsAnyoneElse() {
    var politeness = Politeness.towards("https://docs.example");
    assertThat(politeness.connections()).isEqualTo(1);
    assertThat(politeness.delay()).isEqualTo(Duration.ofMillis(250));
    assertThat(politeness.adaptiveFactor()).isEqualTo(1);
    assertThat(politeness.maxCrawlDelay()).isEqualTo(Duration.ofSeconds(30));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:8080",
        "http://127.1.2.3",
        "http://localhost:8080",
        "http://site.localhost",
        "http://[::1]:8080"
      })
  void noPauseTowardsThisMachine(String origin) {
    assertThat(Politeness.towards(origin)).isEqualTo(Politeness.loopback());
    assertThat(Politeness.towards(origin).delay()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1.example",
        "http://localhost.example",
        "http://notlocalhost",
        "http://[2001:db8::1]:80"
      })
  void aNameThatOnlyLooksLikeThisMachineIsSomebodyElse(String origin) {
    assertThat(Politeness.towards(origin)).isEqualTo(Politeness.standard());
  }

  @Test
  void refusesWhatMakesNoSense() {
    var standard = Politeness.standard();
    assertThatThrownBy(() -> standard.withConnections(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("connections: 0 (expected: at least one)");
    assertThatThrownBy(() -> standard.withDelay(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("delay: PT-0.001S");
  }
}
