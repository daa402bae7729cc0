package dev.sojourn.identity.key;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import org.bouncycastle.crypto.CryptoException;
import org.bouncycastle.crypto.params.MLDSAParameters;
import org.bouncycastle.crypto.params.MLDSAPrivateKeyParameters;
import org.bouncycastle.crypto.signers.MLDSASigner;

/// A private ML-DSA-65 key (FIPS 204). Safe for use by several threads.
public final class MlDsaSigningKey {

  private static final int SEED_BYTES = 32;

  private final byte[] seed;
  private final MLDSAPrivateKeyParameters secret;
  private final SecondVerifyKey verifyKey;

  private MlDsaSigningKey(byte[] seed) {
    this.seed = seed;
    this.secret = new MLDSAPrivateKeyParameters(MLDSAParameters.ml_dsa_65, seed);
    this.verifyKey =
        new SecondVerifyKey(
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(secret.getPublicKeyParameters().getEncoded()));
  }

  /// {@return a new key}
  ///
  /// @param random a cryptographic source
  public static MlDsaSigningKey generate(SecureRandom random) {
    var seed = new byte[SEED_BYTES];
    random.nextBytes(seed);
    return new MlDsaSigningKey(seed);
  }

  /// Reads a private JWK from a file.
  ///
  /// @param file as [#write] makes it
  /// @return the key
  /// @throws IOException if the file cannot be read, is no private ML-DSA-65 key, or may be read by
  ///   others than its owner
  public static MlDsaSigningKey read(Path file) throws IOException {
    KeyFiles.requirePrivate(file);
    try {
      var json = JsonMembers.parse(KeyFiles.read(file).toArray());
      if (!SecondVerifyKey.isOurKind(json)) {
        throw new JsonException("kty, alg: (expected: AKP, ML-DSA-65)");
      }
      byte[] seed = Base64.getUrlDecoder().decode(json.text("priv", 64));
      if (seed.length != SEED_BYTES) {
        throw new JsonException("priv: (expected: 32 bytes in base64url)");
      }
      var key = new MlDsaSigningKey(seed);
      if (!key.verifyKey.pub().equals(json.text("pub", 4_096))) {
        throw new JsonException("pub: (expected: the public part of priv)");
      }
      return key;
    } catch (JsonException e) {
      throw new IOException(file + " is no private ML-DSA-65 JWK: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is no private ML-DSA-65 JWK: priv: (expected: base64url)", e);
    }
  }

  /// Writes the private JWK to a new file that only its owner may read, whole or not at all.
  ///
  /// @param file must not exist
  /// @throws java.nio.file.FileAlreadyExistsException if it does; it is left as it was
  /// @throws IOException if the file cannot be written
  public void write(Path file) throws IOException {
    var priv = Base64.getUrlEncoder().withoutPadding().encodeToString(seed);
    KeyFiles.writeNew(
        file,
        Bytes.wrap(
            JsonWriter.object(
                json -> {
                  verifyKey.putMembers(json);
                  json.put("priv", priv);
                })),
        true);
  }

  /// {@return the signature over the message, 3,309 bytes; the same each time}
  ///
  /// @param message the bytes to sign
  public byte[] sign(byte[] message) {
    var signer = new MLDSASigner();
    signer.init(true, secret);
    signer.update(message, 0, message.length);
    try {
      return signer.generateSignature();
    } catch (CryptoException e) {
      throw new IllegalStateException("a key that was read can sign", e);
    }
  }

  /// {@return the public part}
  public SecondVerifyKey verifyKey() {
    return verifyKey;
  }

  /// {@return the key's name, that of its public part}
  public String id() {
    return verifyKey.id();
  }

  /// {@return the key's name, never the secret}
  @Override
  public String toString() {
    return id();
  }
}
