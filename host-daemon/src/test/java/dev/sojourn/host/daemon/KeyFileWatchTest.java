package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.identity.key.KeySet;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.trust.TrustSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files with keys that change in ways that their times and sizes do not show.
class KeyFileWatchTest {
  @TempDir private Path folder;
  private final KeyFileWatch watch = new KeyFileWatch();
  private final KeySet first = keys();
  private final KeySet second = keys();
  private Path file;
  private TrustConfig table;

  private static KeySet keys() {
    return new KeySet(List.of(SigningKey.generate(new SecureRandom()).verifyKey()));
  }

  @BeforeEach
  void writeAFile() throws IOException {
    file = folder.resolve("signer.jwk");
    first.write(file);
    table = new TrustConfig("signer", new TrustSource.KeyFile(file, first));
  }

  @Test
  void aFileThatStaysTheSameChangesNothing() {
    assertThat(watch.read(List.of(table))).containsExactly(table);
  }

  @Test
  void aKeyThatTookThePlaceOfAnotherWithItsTimeAndSizeIsTaken() throws IOException {
    assertThat(watch.read(List.of(table))).containsExactly(table);
    var time = Files.getLastModifiedTime(file);
    var other = folder.resolve("other.jwk");
    second.write(other);
    assertThat(Files.size(other)).isEqualTo(Files.size(file));
    Files.write(file, Files.readAllBytes(other));
    Files.setLastModifiedTime(file, time);

    assertThat(keysAfter(table)).isEqualTo(second);
  }

  @Test
  void aFileThatChangedBeforeTheFirstLookIsTaken() throws IOException {
    var early = new TrustConfig("signer", new TrustSource.KeyFile(file, second));
    assertThat(keysAfter(early)).isEqualTo(first);
  }

  @Test
  void theKeysOfAFileThatCannotBeReadStayUntilItCan() throws IOException {
    var octets = Files.readAllBytes(file);
    Files.writeString(file, "{");
    assertThat(keysAfter(table)).isEqualTo(first);
    Files.delete(file);
    assertThat(keysAfter(table)).isEqualTo(first);
    Files.write(file, octets);
    assertThat(keysAfter(new TrustConfig("signer", new TrustSource.KeyFile(file, second))))
        .isEqualTo(first);
  }

  /// A signer can put the public key of another into a file of their own.
  @Test
  void aFileThatClaimsTheKeyOfAnotherTableStaysAsItWas() throws IOException {
    var thumbprint = keys();
    var others =
        List.of(
            new TrustConfig("by file", new TrustSource.KeyFile(folder.resolve("gone"), second)),
            new TrustConfig("by name", new TrustSource.Thumbprint(id(thumbprint))));
    for (var claimed : List.of(second, thumbprint)) {
      put(file, new KeySet(List.of(first.keys().getFirst(), claimed.keys().getFirst())));
      for (int place = 0; place <= others.size(); place++) {
        var tables = new ArrayList<>(others);
        tables.add(place, table);
        assertThat(watch.read(tables)).isEqualTo(tables);
      }
    }
    // A key that moves from one table to another is there once both files say so.
    put(file, second);
    var left = folder.resolve("left.jwk");
    first.write(left);
    var before = List.of(table, new TrustConfig("left", new TrustSource.KeyFile(left, second)));
    var after = watch.read(watch.read(before));
    assertThat(((TrustSource.KeyFile) after.getFirst().source()).keys()).isEqualTo(first);
    put(left, keys());
    after = watch.read(watch.read(after));
    assertThat(((TrustSource.KeyFile) after.getFirst().source()).keys()).isEqualTo(second);
  }

  private static void put(Path to, KeySet set) throws IOException {
    Files.delete(to);
    set.write(to);
  }

  private static String id(KeySet set) {
    return set.keys().getFirst().id();
  }

  private KeySet keysAfter(TrustConfig before) {
    var source = watch.read(List.of(before)).getFirst().source();
    return ((TrustSource.KeyFile) source).keys();
  }
}
