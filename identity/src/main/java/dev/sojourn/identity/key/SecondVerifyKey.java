package dev.sojourn.identity.key;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.util.Base64;
import org.bouncycastle.crypto.params.MLDSAParameters;
import org.bouncycastle.crypto.params.MLDSAPublicKeyParameters;
import org.bouncycastle.crypto.signers.MLDSASigner;

/// A public ML-DSA-65 key (FIPS 204), for the second signature of a passport, which holds even
/// where Ed25519 does not any more.
///
/// @param pub the 1,952 bytes of the key, in base64url without padding, as JWK writes them
public record SecondVerifyKey(String pub) {

  /// The kind of key, as JWK calls it.
  static final String KTY = "AKP";

  /// The algorithm, as JWK calls it.
  static final String ALG = "ML-DSA-65";

  private static final int KEY_BYTES = 1_952;
  private static final int KEY_CHARS = 2_603;
  private static final int SIGNATURE_BYTES = 3_309;

  /// Checks the length; every run of so many bytes is a key.
  ///
  /// @throws IllegalArgumentException if it is no public key
  public SecondVerifyKey {
    if (!isKey(pub)) {
      throw new IllegalArgumentException("pub: (expected: 1952 bytes in base64url)");
    }
  }

  /// {@return the key's name: the SHA-256 thumbprint of the JWK (RFC 7638), in base64url}
  public String id() {
    var canonical = "{\"alg\":\"" + ALG + "\",\"kty\":\"" + KTY + "\",\"pub\":\"" + pub + "\"}";
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Digest.of(Bytes.utf8(canonical)).toArray());
  }

  /// {@return whether the signature is that of this key over the message}
  ///
  /// @param message the bytes that were signed
  /// @param signature 3,309 bytes; any other number is no signature
  public boolean verifies(byte[] message, byte[] signature) {
    if (signature.length != SIGNATURE_BYTES) {
      return false;
    }
    var verifier = new MLDSASigner();
    verifier.init(
        false,
        new MLDSAPublicKeyParameters(
            MLDSAParameters.ml_dsa_65, Base64.getUrlDecoder().decode(pub)));
    verifier.update(message, 0, message.length);
    return verifier.verifySignature(signature);
  }

  void putMembers(JsonWriter json) {
    json.put("kty", KTY).put("alg", ALG).put("pub", pub).put("kid", id());
  }

  static boolean isOurKind(JsonMembers jwk) throws JsonException {
    return jwk.text("kty", 20).equals(KTY)
        && jwk.optionalText("alg", 20).filter(ALG::equals).isPresent();
  }

  static SecondVerifyKey read(JsonMembers jwk) throws JsonException {
    if (jwk.has("priv")) {
      throw new JsonException("priv: (expected: a public key, and this is a private one)");
    }
    var pub = jwk.text("pub", KEY_CHARS);
    if (!isKey(pub)) {
      throw new JsonException("pub: (expected: 1952 bytes in base64url)");
    }
    return new SecondVerifyKey(pub);
  }

  private static boolean isKey(String pub) {
    if (pub.length() != KEY_CHARS) {
      return false;
    }
    try {
      byte[] octets = Base64.getUrlDecoder().decode(pub);
      return octets.length == KEY_BYTES
          && Base64.getUrlEncoder().withoutPadding().encodeToString(octets).equals(pub);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  /// {@return the key's name}
  @Override
  public String toString() {
    return id();
  }
}
