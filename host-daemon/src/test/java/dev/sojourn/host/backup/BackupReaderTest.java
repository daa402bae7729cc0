package dev.sojourn.host.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sojourn.host.store.Store;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that are no backup, or may not be put back here.
class BackupReaderTest {
  private static final Instant NOON = Instant.parse("2026-06-01T12:00:00Z");

  @TempDir Path folder;
  private Path backup;
  private Path data;

  @BeforeEach
  void keep() throws IOException {
    var host = folder.resolve("host");
    Store.open(host).close();
    Files.writeString(host.resolve("host.key"), "key");
    backup = folder.resolve("host.backup");
    data = folder.resolve("data");
    BackupWriter.write(host, backup, NOON);
  }

  @Test
  void aBackupIsForItsOwnerAloneAndComesBackForItsOwnerAlone() throws IOException {
    assertThat(permissions(backup)).isEqualTo("rw-------");
    try (var beside = Files.list(folder)) {
      assertThat(beside.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("host", "host.backup");
    }

    assertThat(BackupReader.restore(backup, data).made()).isEqualTo(NOON);

    assertThat(permissions(data)).isEqualTo("rwx------");
    assertThat(permissions(data.resolve("host.db"))).isEqualTo("rw-------");
    assertThat(data.resolve("host.key")).hasContent("key");
    Store.open(data).close();
  }

  @Test
  void nothingIsPutOverWhatIsThere() throws IOException {
    Files.createDirectory(data);
    Files.writeString(data.resolve("notes"), "mine");

    assertThat(refusal())
        .contains(data + ": it is not empty, as there is notes; move what is there");
    assertThat(data.resolve("notes")).hasContent("mine");
    assertThat(data.resolve("host.db")).doesNotExist();
  }

  @Test
  void nothingIsPutUnderARunningDaemon() throws IOException {
    try (var _ = Store.open(data)) {
      assertThat(refusal()).contains("a daemon runs with it; end that one first");
    }
  }

  /// Its end, which lists the entries, is missing.
  @Test
  void aBackupThatWasCutOffChangesNothing() throws IOException {
    var octets = Files.readAllBytes(backup);
    Files.write(backup, Arrays.copyOf(octets, octets.length - 10));

    assertThat(refusal()).isEqualTo(none("it is damaged, or was cut off"));
    assertThat(data).doesNotExist();
  }

  @Test
  void anEntryThatIsDamagedLeavesNothingBehind() throws IOException {
    var octets = Files.readAllBytes(backup);
    // Within the store, which comes before the key.
    octets[octets.length / 2] ^= 0x55;
    Files.write(backup, octets);

    assertThat(refusal()).isEqualTo(none("it is damaged, or was cut off"));
    assertThat(data).isEmptyDirectory();
  }

  @Test
  void anEntryThatLeadsElsewhereIsRefused() throws IOException {
    try (var zip = new ZipOutputStream(Files.newOutputStream(backup))) {
      for (var name : new String[] {"backup.json", "host.db", "../../escaped"}) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(
            "{\"version\":1,\"made\":\"2026-06-01T12:00:00Z\",\"program\":\"1\"}".getBytes(UTF_8));
      }
    }

    assertThat(refusal()).isEqualTo(none("it has an entry that belongs to none"));
    assertThat(data).doesNotExist();
  }

  @Test
  void aBackupOfANewerVersionIsLeftAlone() throws IOException {
    try (var zip = new ZipOutputStream(Files.newOutputStream(backup))) {
      for (var name : new String[] {"backup.json", "host.db"}) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write("{\"version\":2}".getBytes(UTF_8));
      }
    }

    assertThat(refusal())
        .startsWith(backup + " was written by a newer version of this program (its format is 2");
  }

  @Test
  void whatIsNoBackupIsSaid() throws IOException {
    Files.writeString(backup, "nonsense");
    assertThat(refusal()).isEqualTo(none("it is damaged, or was cut off"));

    Files.delete(backup);
    Files.createDirectory(backup);
    assertThat(refusal()).contains("it is a directory");
  }

  private String none(String why) {
    return "%s is no whole backup of a host (%s); name a file that 'host backup' made"
        .formatted(backup, why);
  }

  private String refusal() {
    return assertThrows(IOException.class, () -> BackupReader.restore(backup, data)).getMessage();
  }

  private static String permissions(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
