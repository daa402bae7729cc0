package dev.sojourn.identity.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

final class VerifyKeyTest {

  /// The test key of RFC 9421, appendix B.1.4.
  private static final String X = "JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs";

  private static final String ID = "poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U";

  @Test
  void isNamedByTheThumbprintOfRfc7638() {
    assertThat(new VerifyKey(X).id()).isEqualTo(ID);
  }

  @Test
  void hasTheThumbprintOfRfc8037() {
    assertThat(new VerifyKey("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo").id())
        .isEqualTo("kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
  }

  /// RFC 8032, 7.1, test 2.
  @Test
  void verifiesTheVectorOfRfc8032() {
    var hex = HexFormat.of();
    var key =
        new VerifyKey(
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(
                    hex.parseHex(
                        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")));
    byte[] signature =
        hex.parseHex(
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");

    assertThat(key.verifies(new byte[] {0x72}, signature)).isTrue();
    assertThat(key.verifies(new byte[] {0x73}, signature)).isFalse();
  }

  @Test
  void takesNoSignatureOfAnotherSize() {
    var key = SigningKey.generate(new SecureRandom());
    byte[] signature = key.sign(new byte[] {1});
    byte[] longer = Arrays.copyOf(signature, 65);

    assertThat(key.verifyKey().verifies(new byte[] {1}, signature)).isTrue();
    assertThat(key.verifyKey().verifies(new byte[] {1}, longer)).isFalse();
    assertThat(key.verifyKey().verifies(new byte[] {1}, new byte[0])).isFalse();
  }

  @Test
  void readsOneKeyOrASet() throws Exception {
    var jwk = "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + X + "\",\"use\":\"sig\"}";

    assertThat(KeySet.parse(Bytes.utf8(jwk)).find(ID)).contains(new VerifyKey(X));
    assertThat(
            KeySet.parse(
                Bytes.utf8("{\"keys\":[{\"kty\":\"RSA\",\"n\":\"x\"}," + jwk + "," + jwk + "]}")))
        .isEqualTo(new KeySet(List.of(new VerifyKey(X))));
  }

  @Test
  void refusesAKeyUnderAnotherName() {
    assertRefused(
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + X + "\",\"kid\":\"mine\"}", "kid");
  }

  @Test
  void refusesAPrivateKeyWhereAPublicOneIsExpected() {
    assertRefused(
        "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"" + X + "\",\"d\":\"AAAA\"}", "private");
  }

  @Test
  void refusesASecondSpellingOfAKey() {
    // The last character carries two bits that mean nothing.
    assertThat(VerifyKey.of(X.substring(0, 42) + "t")).isEmpty();
    assertThat(VerifyKey.of(X + "=")).isEmpty();
    assertThat(VerifyKey.of(X.replace('_', '/').replace('-', '+'))).isEmpty();
  }

  @Test
  void refusesPointsOfSmallOrder() {
    var neutral = new byte[32];
    neutral[0] = 1;
    var text = Base64.getUrlEncoder().withoutPadding().encodeToString(neutral);

    assertThat(VerifyKey.of(text)).isEmpty();
  }

  @Test
  void refusesWhatIsNoKey() {
    assertRefused("[]", "object");
    assertRefused("{", "well-formed");
    assertRefused("{\"keys\":[]}", "at least one");
    assertRefused("{\"kty\":\"OKP\",\"kty\":\"OKP\"}", "repeated");
    assertRefused("{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"AA\"}", "OKP");
  }

  private static void assertRefused(String json, String sentence) {
    assertThatThrownBy(() -> KeySet.parse(Bytes.utf8(json)))
        .isInstanceOf(JsonException.class)
        .hasMessageContaining(sentence)
        .hasNoCause();
  }
}
