package dev.sojourn.identity.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SigningKeyTest {

  private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.UTF_8);

  private final SigningKey key = SigningKey.generate(new SecureRandom());

  @TempDir private Path directory;

  @Test
  void comesBackFromItsFile() throws Exception {
    var file = directory.resolve("owner.jwk");
    key.write(file);
    var back = SigningKey.read(file);

    assertThat(back.id()).isEqualTo(key.id());
    assertThat(key.verifyKey().verifies(MESSAGE, back.sign(MESSAGE))).isTrue();
  }

  @Test
  void keepsItsFileFromOthers() throws Exception {
    var file = directory.resolve("owner.jwk");
    key.write(file);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    try (var files = Files.list(directory)) {
      assertThat(files).describedAs("no temporary file is left").containsExactly(file);
    }
  }

  @Test
  void overwritesNothing() throws Exception {
    var file = directory.resolve("owner.jwk");
    Files.writeString(file, "precious");

    assertThatThrownBy(() -> key.write(file)).isInstanceOf(FileAlreadyExistsException.class);
    assertThat(file).hasContent("precious");
  }

  @Test
  void refusesAFileThatOthersMayRead() throws Exception {
    var file = directory.resolve("owner.jwk");
    key.write(file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));

    assertThatThrownBy(() -> SigningKey.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void saysWhatIsWrongWithAFile() throws Exception {
    var missing = directory.resolve("missing.jwk");
    assertThatThrownBy(() -> SigningKey.read(missing)).isInstanceOf(NoSuchFileException.class);

    var other = SigningKey.generate(new SecureRandom()).verifyKey();
    for (var content :
        List.of(
            "",
            "{}",
            "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + other.x() + "\"}",
            "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + other.x() + "\",\"d\":\"!\"}",
            "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + other.x() + "\",\"d\":\"AAAA\"}")) {
      var file = directory.resolve("broken.jwk");
      Files.writeString(file, content);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
      assertThatThrownBy(() -> SigningKey.read(file))
          .describedAs(content)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("broken.jwk is no private Ed25519 JWK");
    }
  }

  @Test
  void neverShowsItsSecret() throws Exception {
    var file = directory.resolve("owner.jwk");
    key.write(file);
    var json = Files.readString(file);
    var secret = json.replaceAll(".*\"d\":\"([^\"]+)\".*", "$1");

    assertThat(secret).hasSize(43);
    assertThat(key.toString()).doesNotContain(secret);
    assertThat(key.verifyKey().toJwk().asUtf8()).doesNotContain(secret);
  }

  @Test
  void publishesAKeySetThatReadsBack() throws Exception {
    var file = directory.resolve("keys.json");
    new KeySet(List.of(key.verifyKey())).write(file);

    assertThat(KeySet.read(file).find(key.id())).contains(key.verifyKey());
    assertThatThrownBy(() -> KeySet.read(directory.resolve("none.json")))
        .isInstanceOf(NoSuchFileException.class);
  }
}
