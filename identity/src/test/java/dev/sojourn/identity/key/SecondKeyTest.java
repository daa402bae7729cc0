package dev.sojourn.identity.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SecondKeyTest {

  private static final byte[] MESSAGE = "the message".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path folder = Path.of("");

  private final MlDsaSigningKey key = MlDsaSigningKey.generate(new SecureRandom());

  @Test
  void signsWhatItsPublicPartVerifies() {
    var signature = key.sign(MESSAGE);

    assertThat(signature).hasSize(3_309);
    assertThat(key.verifyKey().verifies(MESSAGE, signature)).isTrue();
    signature[100] ^= 1;
    assertThat(key.verifyKey().verifies(MESSAGE, signature)).isFalse();
    assertThat(key.verifyKey().verifies(MESSAGE, new byte[0])).isFalse();
  }

  @Test
  void theJdkVerifiesItToo() throws Exception {
    // SubjectPublicKeyInfo of ML-DSA-65 (RFC 9881): this head, and the bytes of the key.
    var head = HexFormat.of().parseHex("308207b2300b0609608648016503040312038207a100");
    var raw = Base64.getUrlDecoder().decode(key.verifyKey().pub());
    var encoded = new byte[head.length + raw.length];
    System.arraycopy(head, 0, encoded, 0, head.length);
    System.arraycopy(raw, 0, encoded, head.length, raw.length);
    var jdk = Signature.getInstance("ML-DSA");
    jdk.initVerify(
        KeyFactory.getInstance("ML-DSA-65").generatePublic(new X509EncodedKeySpec(encoded)));
    jdk.update(MESSAGE);

    assertThat(jdk.verify(key.sign(MESSAGE))).isTrue();
  }

  @Test
  void isReadBackAsItWasWritten() throws IOException {
    var file = folder.resolve("second.key");
    key.write(file);

    assertThat(MlDsaSigningKey.read(file).id()).isEqualTo(key.id());
    Files.writeString(file, Files.readString(file).replace("ML-DSA-65", "ML-DSA-44"));
    assertThatThrownBy(() -> MlDsaSigningKey.read(file)).hasMessageContaining("ML-DSA-65");
  }

  @Test
  void travelsInAKeySetBesideTheFirst() throws Exception {
    var first = SigningKey.generate(new SecureRandom()).verifyKey();
    var set = new KeySet(List.of(first), List.of(key.verifyKey()));

    assertThat(KeySet.parse(set.toJwks())).isEqualTo(set);
  }
}
