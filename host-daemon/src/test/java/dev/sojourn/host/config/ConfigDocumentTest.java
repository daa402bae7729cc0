package dev.sojourn.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The document of the configuration, and its example, match the program.
class ConfigDocumentTest {
  private static final Set<String> TABLES =
      Set.of(
          "site",
          "trust",
          "host",
          "identity",
          "limits",
          "policy",
          "audit",
          "tls",
          "wire",
          "metrics",
          "log",
          "control",
          "onward");

  @TempDir Path folder;

  @Test
  void everyKeyOfAMistakenTableIsInTheManual() throws IOException {
    var manual = Files.readString(Path.of("../docs/configuration.md"));
    var toml =
        """
        x = 1
        [[site]]
        x = 1
        [[trust]]
        x = 1
        [[host]]
        x = 1
        [identity]
        x = 1
        [limits]
        x = 1
        [audit]
        x = 1
        [policy]
        x = 1
        [tls]
        x = 1
        [wire]
        x = 1
        [metrics]
        x = 1
        [log]
        x = 1
        [control]
        x = 1
        [onward]
        x = 1
        """;

    var reading = ConfigReader.parse(toml, folder.resolve("host.toml"), Map.of(), Instant.now());

    // The error for an unknown key lists those that are known.
    assertThat(reading).isInstanceOf(ConfigReading.Invalid.class);
    var unknown =
        ((ConfigReading.Invalid) reading)
            .errors().stream().filter(e -> e.found().startsWith("an unknown key")).toList();
    assertThat(unknown).hasSize(14);
    for (var error : unknown) {
      var table = error.key().substring(0, error.key().length() - 1);
      for (var key : error.expected().substring("one of ".length()).split(", ", -1)) {
        if (!TABLES.contains(key)) {
          assertThat(manual).contains("| `" + table + key + "` |");
        }
      }
    }
  }

  @Test
  void theExampleThatIsShippedNeedsOnlyItsFiles() throws IOException {
    var example = Files.readString(Path.of("src/main/dist/conf/host.toml.example"));

    var reading = ConfigReader.parse(example, folder.resolve("host.toml"), Map.of(), Instant.now());

    assertThat(((ConfigReading.Invalid) reading).errors())
        .extracting(e -> e.key())
        .containsExactly("trust.keys");
  }
}
