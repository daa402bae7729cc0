package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.host.config.ConfigReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Named pipes in the places of a daemon's files. An attempt to open one would hold the daemon for
/// ever.
@EnabledOnOs(OS.LINUX)
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class StoreFilesTest {
  @TempDir private Path data;

  @ParameterizedTest
  @ValueSource(strings = {"lock", "host.db", "host.db-wal", "host.db-shm"})
  void aPipeInTheDataDirectoryIsNotOpened(String name) throws IOException, InterruptedException {
    var pipe = pipe(name);

    assertThatThrownBy(() -> StoreFiles.lock(data))
        .hasMessage(pipe + ": it is a named pipe, not a regular file");
  }

  @Test
  void aPipeIsNoConfiguration() throws IOException, InterruptedException {
    var pipe = pipe("host.toml");

    assertThatThrownBy(() -> ConfigReader.read(pipe, Map.of(), Instant.now()))
        .hasMessage(pipe + ": it is a named pipe, not a regular file");
  }

  private Path pipe(String name) throws IOException, InterruptedException {
    var pipe = data.resolve(name);
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }
}
