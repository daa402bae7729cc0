package dev.sojourn.host.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.sojourn.host.store.Store;
import dev.sojourn.testing.SmallDisk;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Backups without room: on the disk of the backup, or on that of the data.
class FullBackupDiskIT {
  @TempDir Path folder;

  @Test
  void aBackupThatFindsItsDiskFullSaysSoAndLeavesTheOneBefore() throws Exception {
    var data = host(folder.resolve("host"));
    var mounted = SmallDisk.mount(folder.resolve("backups"), "2m");
    assumeTrue(mounted.isPresent(), "only root may mount a disk");
    try (var disk = mounted.get()) {
      var file = disk.path().resolve("host.backup");
      BackupWriter.write(data, file, Instant.now());
      var before = Files.readAllBytes(file);
      fill(disk.path());

      assertThatThrownBy(() -> BackupWriter.write(data, file, Instant.now()))
          .isInstanceOf(FileSystemException.class)
          .hasMessage(file + ": its disk is full; make room, or name a file on another disk");
      assertThat(file).hasBinaryContent(before);
      try (var left = Files.list(disk.path())) {
        assertThat(left).containsExactlyInAnyOrder(file, disk.path().resolve("filler"));
      }
    }
  }

  @Test
  void theDataOfAFullDiskAreKeptOnAnother() throws Exception {
    var mounted = SmallDisk.mount(folder.resolve("disk"), "48m");
    assumeTrue(mounted.isPresent(), "only root may mount a disk");
    try (var disk = mounted.get()) {
      var data = host(disk.path().resolve("host"));
      fill(disk.path());
      var file = folder.resolve("host.backup");

      BackupWriter.write(data, file, Instant.now());

      var restored = folder.resolve("restored");
      assertThat(BackupReader.restore(file, restored)).isNotNull();
      Store.open(restored).close();
    }
  }

  private static Path host(Path data) throws IOException {
    Store.open(data).close();
    Files.writeString(data.resolve("host.key"), "key");
    return data;
  }

  private static void fill(Path disk) throws IOException {
    try (var filler = Files.newOutputStream(disk.resolve("filler"))) {
      var some = new byte[4_096];
      while (true) {
        filler.write(some);
      }
    } catch (IOException _) {
      // The disk is full.
    }
  }
}
