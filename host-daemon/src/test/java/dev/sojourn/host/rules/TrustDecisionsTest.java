package dev.sojourn.host.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.identity.trust.TrustSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
    var decisions =
        TrustDecisions.NONE.with(
            new Ban(
                "x", NOON, Optional.of(NOON.plusSeconds(60)), Optional.empty(), Optional.empty()));
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
            .with(new Ban("a \"name\"", NOON, Optional.empty(), Optional.empty(), Optional.empty()))
            .with(
                new Ban(
                    "b",
                    NOON,
                    Optional.of(NOON.plusSeconds(1)),
                    Optional.empty(),
                    Optional.empty()))
            .withAllowed(PRINT)
            .withAllowed("https://crawler.example");
    decisions.write(data);
    assertThat(TrustDecisions.read(data)).isEqualTo(decisions);
  }

  /// Otherwise a banned signer would come back.
  @Test
  void aFileThatCannotBeReadIsNamedWithThePlaceAndTheNextStep() throws IOException {
    var file = data.resolve("decisions.json");
    Files.writeString(file, "{\n  \"version\": 1,\n  \"bans\": [}\n}\n");
    assertThat(refusal())
        .startsWith("the bans in " + file + " cannot be read (line 3, column 12: ")
        .contains("banned signers would come back")
        .endsWith("put a copy back that this user may read, or move it away and ban anew");

    Files.writeString(
        file, "{\"version\":1,\"bans\":[{\"signer\":\"x\",\"since\":\"then\"}],\"allowed\":[]}");
    assertThat(refusal()).contains("since should be");

    Files.writeString(file, "{\"version\":2,\"bans\":[],\"allowed\":[]}");
    assertThat(refusal())
        .startsWith(file + " was written by a newer version of this program (its format is 2, and")
        .contains("use that version, or put a copy back");

    Files.delete(file);
    Files.createDirectory(file);
    assertThat(refusal()).contains("it is a directory, not a regular file", "ban anew");

    Files.delete(file);
    Files.createSymbolicLink(file, data.resolve("nothing"));
    assertThat(refusal()).contains("there is no file", "ban anew");
  }

  private String refusal() {
    return assertThrows(IOException.class, () -> TrustDecisions.read(data)).getMessage();
  }

  @Test
  void aBanKeepsItsReasonAndItsAuthorAlsoWhenTheClockIsSet() throws IOException {
    var ban =
        new Ban(
            "x", NOON, Optional.of(NOON.plusSeconds(60)), Optional.of("loud"), Optional.of("ann"));
    TrustDecisions.NONE.with(ban).shifted(Duration.ofSeconds(5)).write(data);

    assertThat(TrustDecisions.read(data).bans())
        .containsExactly(
            new Ban(
                "x",
                NOON.plusSeconds(5),
                Optional.of(NOON.plusSeconds(65)),
                Optional.of("loud"),
                Optional.of("ann")));
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
