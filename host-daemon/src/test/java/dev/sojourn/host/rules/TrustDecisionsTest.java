package dev.sojourn.host.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.identity.trust.TrustSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrustDecisionsTest {
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");
  private static final String PRINT = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

  @TempDir Path data;

  @Test
  void aBanBarsByNameKeyAndUrlUntilItsTime() throws IOException {
    var decisions = TrustDecisions.NONE.with(new Ban("x", NOON, Optional.of(NOON.plusSeconds(60))));
    assertThat(decisions.bars("x", PRINT, Optional.empty(), NOON)).isTrue();
    assertThat(decisions.bars("y", "x", Optional.empty(), NOON)).isTrue();
    assertThat(decisions.bars("y", PRINT, Optional.of("x"), NOON)).isTrue();
    assertThat(decisions.bars("y", PRINT, Optional.of("y"), NOON)).isFalse();
    assertThat(decisions.bars("x", PRINT, Optional.empty(), NOON.plusSeconds(59))).isTrue();
    assertThat(decisions.bars("x", PRINT, Optional.empty(), NOON.plusSeconds(60))).isFalse();
    assertThat(decisions.withoutBan("x").bans()).isEmpty();
  }

  @Test
  void decisionsAreReadAsTheyWereWritten() throws IOException {
    assertThat(TrustDecisions.read(data)).isEqualTo(TrustDecisions.NONE);
    var decisions =
        TrustDecisions.NONE
            .with(new Ban("a \"name\"", NOON, Optional.empty()))
            .with(new Ban("b", NOON, Optional.of(NOON.plusSeconds(1))))
            .withAllowed(PRINT)
            .withAllowed("https://crawler.example");
    decisions.write(data);
    assertThat(TrustDecisions.read(data)).isEqualTo(decisions);
  }

  /// Else whoever was banned would come back.
  @Test
  void aDamagedFileIsAnError() throws IOException {
    Files.writeString(data.resolve("decisions.json"), "{");
    assertThatThrownBy(() -> TrustDecisions.read(data))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void theConfigurationStandsBeforeWhomWasAllowed() throws IOException {
    var configured = List.of(new TrustConfig("a", new TrustSource.Thumbprint(PRINT)));
    var decisions = TrustDecisions.NONE.withAllowed(PRINT).withAllowed("https://crawler.example");
    assertThat(decisions.addTo(configured))
        .extracting(TrustConfig::name)
        .containsExactly("a", "https://crawler.example");
    assertThat(decisions.addTo(List.of()))
        .extracting(TrustConfig::name)
        .containsExactly(PRINT, "https://crawler.example");
    assertThat(TrustDecisions.source("nobody")).isEmpty();
    assertThat(TrustDecisions.source("http://crawler.example")).isEmpty();
  }
}
