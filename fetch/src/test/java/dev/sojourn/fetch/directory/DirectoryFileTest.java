package dev.sojourn.fetch.directory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.fetch.directory.DirectoryFile.Kept;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.DirectoryLimits;
import dev.sojourn.identity.KeyDirectory;
import dev.sojourn.identity.key.SigningKey;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryFileTest {
  private static final Instant NOW = Instant.parse("2026-06-01T12:00:00Z");
  private static final AgentUrl URL = new AgentUrl("https://crawler.example");
  private static final SigningKey KEY = SigningKey.generate(new SecureRandom());

  @TempDir private Path folder;
  private Path path;
  private DirectoryFile file;

  @BeforeEach
  void name() {
    path = folder.resolve("directories");
    file = new DirectoryFile(path);
  }

  @Test
  void whatWasKeptIsReadBackAndIsForItsOwnerOnly() throws IOException {
    var directory =
        new KeyDirectory(
            List.of(
                new KeyDirectory.Entry(KEY.verifyKey(), Optional.of(NOW), Optional.empty()),
                new KeyDirectory.Entry(
                    KEY.verifyKey(), Optional.empty(), Optional.of(NOW.plusSeconds(9)))),
            Optional.of("ExampleBot"),
            Optional.empty());
    var kept = Map.of(URL, new Kept(directory, NOW, NOW.plusSeconds(600)));
    file.write(kept);
    file.write(kept);

    assertThat(file.read(NOW)).isEqualTo(kept);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
        .isEqualTo("rw-------");
    assertThat(folder)
        .isDirectoryContaining(p -> p.equals(path))
        .isDirectoryNotContaining("glob:**.new");
  }

  @Test
  void aFileWithAnyBitChangedOrCutAnywhereIsReadAsNothing() throws IOException {
    file.write(Map.of(URL, kept(NOW)));
    var bytes = Files.readAllBytes(path);
    for (int at = 0; at < bytes.length; at++) {
      var changed = bytes.clone();
      changed[at] ^= (byte) (1 << (at % 8));
      Files.write(path, changed);
      assertThat(file.read(NOW)).as("byte %d", at).isEmpty();
      Files.write(path, Arrays.copyOf(bytes, at));
      assertThat(file.read(NOW)).as("cut at %d", at).isEmpty();
    }
    Files.write(path, new byte[DirectoryFile.MAX_BYTES + 1]);
    assertThat(file.read(NOW)).isEmpty();
    Files.writeString(path, "SJKD 1 \n{}", StandardCharsets.UTF_8);
    assertThat(file.read(NOW)).isEmpty();
  }

  @Test
  void whatIsTooOldOrOfTheFutureIsLeftOutAndNothingIsFreshForLongerThanADay() {
    file.write(Map.of(URL, kept(NOW)));
    assertThat(file.read(NOW.plus(DirectoryFile.LONGEST))).hasSize(1);
    assertThat(file.read(NOW.plus(DirectoryFile.LONGEST).plusSeconds(1))).isEmpty();
    assertThat(file.read(NOW.minusSeconds(1))).isEmpty();

    file.write(Map.of(URL, new Kept(kept(NOW).directory(), NOW, NOW.plus(Duration.ofDays(90)))));
    assertThat(file.read(NOW).values())
        .extracting(Kept::freshUntil)
        .containsExactly(NOW.plus(Duration.ofDays(1)));
  }

  @Test
  void tooManyDirectoriesAreKeptAsFarAsTheyFitTheNewestFirst() throws IOException {
    var many = new HashMap<AgentUrl, Kept>();
    var full =
        new KeyDirectory(
            Collections.nCopies(
                DirectoryLimits.DEFAULT.maxKeys(), kept(NOW).directory().keys().getFirst()),
            Optional.empty(),
            Optional.empty());
    for (int i = 0; i < 400; i++) {
      var read = NOW.minusSeconds(i);
      many.put(
          new AgentUrl("https://crawler" + i + ".example"),
          new Kept(full, read, read.plusSeconds(60)));
    }
    file.write(many);

    assertThat(Files.size(path)).isLessThanOrEqualTo(DirectoryFile.MAX_BYTES);
    var read = file.read(NOW);
    assertThat(read.size()).isBetween(100, 399);
    for (int i = 0; i < read.size(); i++) {
      assertThat(read).containsKey(new AgentUrl("https://crawler" + i + ".example"));
    }
  }

  @Test
  void aFolderThatCannotBeWrittenTakesNothingElseDown() {
    new DirectoryFile(folder.resolve("no/such/directories")).write(Map.of(URL, kept(NOW)));

    assertThat(new DirectoryFile(folder.resolve("no/such/directories")).read(NOW)).isEmpty();
  }

  private static Kept kept(Instant read) {
    var entry = new KeyDirectory.Entry(KEY.verifyKey(), Optional.empty(), Optional.empty());
    return new Kept(
        new KeyDirectory(List.of(entry), Optional.empty(), Optional.empty()),
        read,
        read.plusSeconds(600));
  }
}
