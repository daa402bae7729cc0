package dev.sojourn.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.base.toml.TomlError;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceReaderTest {
  @TempDir Path folder;

  @Test
  void thereIsNoPageOfMetricsAndTheLogIsTextWhereNothingElseIsSaid() throws IOException {
    var read = valid("", Map.of());

    assertThat(read.metrics().listen()).isEmpty();
    assertThat(read.log().format()).isEqualTo(LogConfig.Format.TEXT);
    assertThat(read.log().level()).isEmpty();
  }

  @Test
  void theEnvironmentOverridesTheFile() throws IOException {
    var toml = "[metrics]\nlisten = \"127.0.0.1:9434\"\n[log]\nlevel = \"warn\"\n";
    var environment =
        Map.of(
            "SOJOURN_METRICS_LISTEN", "[::1]:9435",
            "SOJOURN_LOG_LEVEL", "DEBUG",
            "SOJOURN_LOG_FORMAT", "json");
    var read = valid(toml, environment);

    assertThat(read.metrics().listen().orElseThrow().getPort()).isEqualTo(9_435);
    assertThat(read.log().format()).isEqualTo(LogConfig.Format.JSON);
    assertThat(read.log().level()).contains(LogConfig.Level.DEBUG);
  }

  @Test
  void metricsAreNotShownToOtherMachinesByMistake() throws IOException {
    var open = "[metrics]\nlisten = \"0.0.0.0:9434\"\n";

    assertThat(errors(open))
        .singleElement()
        .asString()
        .contains("host.toml:5:1", "beyond-loopback");
    assertThat(valid(open + "beyond-loopback = true\n", Map.of()).metrics().listen()).isPresent();
  }

  /// The listener for agents would have to share its socket.
  @Test
  void thePageOfMetricsIsNotWhereAgentsCome() throws IOException {
    for (var taken : List.of("127.0.0.1:10434", "0.0.0.0:10434", "[::]:10434")) {
      assertThat(errors("[metrics]\nlisten = \"" + taken + "\"\nbeyond-loopback = true\n"))
          .singleElement()
          .asString()
          .contains(
              "host.toml:5:1: metrics.listen", "another port than that of listen, 127.0.0.1:10434");
    }
    assertThat(valid("[metrics]\nlisten = \"127.0.0.2:10434\"\n", Map.of()).metrics().listen())
        .isPresent();
  }

  @Test
  void aWrongWordIsReportedWithItsPlaceAndTheRightOnes() throws IOException {
    assertThat(errors("[log]\nformat = \"xml\"\nlevel = \"loud\"\n"))
        .extracting(TomlError::toString)
        .satisfiesExactly(
            format -> assertThat(format).contains("host.toml:5:1", "\"xml\"", "text, json"),
            level -> assertThat(level).contains("host.toml:6:1", "\"loud\"", "trace, debug, info"));
  }

  @Test
  void noAgentGoesOnToAnotherHostWhereNothingIsSaid() throws IOException {
    assertThat(valid("", Map.of()).onward())
        .isEqualTo(new OnwardConfig(List.of(), TlsAuthorities.USUAL, OnwardConfig.USUAL_PATIENCE));
  }

  @Test
  void agentsGoOnToTheHostsThatAreNamed() throws IOException {
    var toml =
        """
        [onward]
        to = ["atps://b.example", "atp://127.0.0.1:7"]
        patience = "1 h"
        """;
    var onward = valid(toml, Map.of()).onward();

    assertThat(onward.to())
        .containsExactly(new AtpAddress("b.example", 10_435, true), new AtpAddress("127.0.0.1", 7));
    assertThat(onward.patience()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void agentsDoNotGoOnInClearOrUnseenByMistake() throws IOException {
    var plain = "[onward]\nto = [\"atp://b.example\"]\n";
    assertThat(errors(plain)).singleElement().asString().contains("plain-beyond-loopback");
    assertThat(valid(plain + "[policy]\nplain-beyond-loopback = true\n", Map.of()).onward().to())
        .hasSize(1);
    assertThat(errors("[onward]\nto = [\"atps://b.example\"]\n[policy]\nhold = true\n"))
        .singleElement()
        .asString()
        .contains("policy.hold");
    assertThat(errors("[onward]\nto = [\"b.example\"]\n"))
        .singleElement()
        .asString()
        .contains("\"b.example\"", "addresses of other hosts");
  }

  /// The policy counts from the start, the hosts from a reload. So to replace `hold` by `to` must
  /// send nothing away that was not released.
  @Test
  void aReloadThatNamesHostsSendsNothingAwayUnderAPolicyThatWithholds() throws IOException {
    var withholding = valid("[policy]\nhold = true\n", Map.of()).policy();
    var plain = valid("", Map.of()).policy();
    var hosts = "to = [\"atps://b.example\", \"atp://far.example\", \"atp://localhost:7\"]\n";
    var next = valid("[onward]\n" + hosts + "[policy]\nplain-beyond-loopback = true\n", Map.of());

    assertThat(next.under(withholding).onward().to()).isEmpty();
    assertThat(next.under(withholding).policy()).isEqualTo(withholding);
    assertThat(next.under(plain).onward().to())
        .containsExactly(new AtpAddress("b.example", 10_435, true), new AtpAddress("localhost", 7));
    assertThat(next.under(next.policy())).isEqualTo(next);
  }

  private HostConfig valid(String more, Map<String, String> environment) throws IOException {
    return ((ConfigReading.Valid) read(more, environment)).config();
  }

  private List<TomlError> errors(String more) throws IOException {
    return ((ConfigReading.Invalid) read(more, Map.of())).errors();
  }

  private ConfigReading read(String more, Map<String, String> environment) throws IOException {
    Files.createDirectories(folder.resolve("www"));
    var toml = "data = \"data\"\nsite = [{ origin = \"https://a.example\", root = \"www\" }]\n\n";
    return ConfigReader.parse(toml + more, folder.resolve("host.toml"), environment, Instant.now());
  }
}
