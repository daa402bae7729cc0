package dev.sojourn.host.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sites whose configuration is read again.
class SitesTest {
  private static final String SERVED = "http://served.example";
  private static final String FOLDER = "http://folder.example";

  @TempDir Path directory;

  /// Otherwise each reload would let visits under way ask the server as often again.
  @Test
  void aWebServerThatIsConfiguredAsBeforeIsAskedAtItsOldRate() throws IOException {
    Files.createDirectory(directory.resolve("www"));
    var before = open(config(20));

    var same = reopen(before, config(20));
    assertThat(same.find(SERVED)).isEqualTo(before.find(SERVED));
    assertThat(same.find(FOLDER)).isPresent().isNotEqualTo(before.find(FOLDER));

    var slower = reopen(before, config(10));
    assertThat(slower.find(SERVED)).isPresent().isNotEqualTo(before.find(SERVED));
  }

  private static Sites open(HostConfig config) throws IOException {
    return Sites.open(
        config.sites(),
        config.privatePaths(),
        new FolderMemory(config.data()),
        InstantSource.system());
  }

  private static Sites reopen(Sites before, HostConfig config) throws IOException {
    return before.reopen(config.sites(), config.privatePaths(), InstantSource.system());
  }

  private HostConfig config(int rate) {
    var toml =
        """
        data = "data"
        [[site]]
        origin = "%s"
        upstream = "http://127.0.0.1:8080"
        upstream-rate = %d
        [[site]]
        origin = "%s"
        root = "www"
        """
            .formatted(SERVED, rate, FOLDER);
    var reading = ConfigReader.parse(toml, directory.resolve("h.toml"), Map.of(), Instant.EPOCH);
    assertThat(reading).isInstanceOf(ConfigReading.Valid.class);
    return ((ConfigReading.Valid) reading).config();
  }
}
