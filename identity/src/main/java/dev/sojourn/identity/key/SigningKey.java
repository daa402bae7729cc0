package dev.sojourn.identity.key;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/// A private Ed25519 key. Safe for use by several threads.
public final class SigningKey {

  private final Ed25519PrivateKeyParameters secret;
  private final VerifyKey verifyKey;
  private final String id;

  private SigningKey(Ed25519PrivateKeyParameters secret) {
    this.secret = secret;
    this.verifyKey =
        new VerifyKey(
            Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(secret.generatePublicKey().getEncoded()));
    this.id = verifyKey.id();
  }

  /// {@return a new key}
  ///
  /// @param random a cryptographic source
  public static SigningKey generate(SecureRandom random) {
    return new SigningKey(new Ed25519PrivateKeyParameters(random));
  }

  /// Reads a private JWK from a file.
  ///
  /// @param file in the form of [#write]
  /// @return the key
  /// @throws IOException if the file cannot be read, is not a private key, or others than its owner
  ///   may read it
  public static SigningKey read(Path file) throws IOException {
    KeyFiles.requirePrivate(file);
    return parse(KeyFiles.read(file), file);
  }

  private static SigningKey parse(Bytes jwk, Path file) throws IOException {
    try {
      var json = JsonMembers.parse(jwk.toArray());
      var expected = VerifyKey.readPublicPart(json);
      byte[] seed = Base64.getUrlDecoder().decode(json.text("d", 64));
      if (seed.length != Ed25519.SECRET_KEY_SIZE) {
        throw new JsonException("d: (expected: 32 bytes in base64url)");
      }
      var key = new SigningKey(new Ed25519PrivateKeyParameters(seed, 0));
      if (!key.verifyKey.equals(expected)) {
        throw new JsonException("x: (expected: the public part of d)");
      }
      return key;
    } catch (JsonException e) {
      throw new IOException(file + " is no private Ed25519 JWK: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException(file + " is no private Ed25519 JWK: d: (expected: base64url)", e);
    }
  }

  /// Writes the private JWK atomically to a new file that only its owner may read.
  ///
  /// @param file must not exist
  /// @throws java.nio.file.FileAlreadyExistsException if it exists; it is not changed
  /// @throws IOException if the file cannot be written
  public void write(Path file) throws IOException {
    var d = Base64.getUrlEncoder().withoutPadding().encodeToString(secret.getEncoded());
    KeyFiles.writeNew(
        file,
        Bytes.wrap(
            JsonWriter.object(
                json -> {
                  verifyKey.putMembers(json);
                  json.put("d", d);
                })),
        true);
  }

  /// {@return the signature over the message, 64 bytes}
  ///
  /// @param message the bytes to sign
  public byte[] sign(byte[] message) {
    var signature = new byte[Ed25519.SIGNATURE_SIZE];
    secret.sign(Ed25519.Algorithm.Ed25519, null, message, 0, message.length, signature, 0);
    return signature;
  }

  /// {@return the public part}
  public VerifyKey verifyKey() {
    return verifyKey;
  }

  /// {@return the key's name, the name of its public part}
  public String id() {
    return id;
  }

  /// {@return the key's name, never the secret}
  @Override
  public String toString() {
    return id;
  }
}
