package dev.sojourn.base;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;

/// A SHA-256 digest.
///
/// @param hex 64 lower-case hexadecimal digits
public record Digest(String hex) {

  /// Checks the form.
  ///
  /// @throws IllegalArgumentException if it is not 64 lower-case hexadecimal digits
  public Digest {
    if (!isHex(hex)) {
      throw new IllegalArgumentException("hex: " + hex + " (expected: 64 of 0-9a-f)");
    }
  }

  /// {@return the digest of the bytes}
  ///
  /// @param bytes any bytes
  public static Digest of(Bytes bytes) {
    return of(bytes.asBuffer());
  }

  /// {@return the digest of the bytes}
  ///
  /// @param bytes any bytes
  public static Digest of(byte[] bytes) {
    return of(ByteBuffer.wrap(bytes));
  }

  private static Digest of(ByteBuffer bytes) {
    try {
      var sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(bytes);
      return new Digest(HexFormat.of().formatHex(sha256.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /// {@return the digest of a hexadecimal text; empty if the text is malformed}
  ///
  /// @param hex any text
  public static Optional<Digest> parse(String hex) {
    return isHex(hex) ? Optional.of(new Digest(hex)) : Optional.empty();
  }

  /// {@return the 32 bytes}
  public byte[] toArray() {
    return HexFormat.of().parseHex(hex);
  }

  /// {@return the value of a `Content-Digest` field (RFC 9530), in the form `sha-256=:…:`}
  public String toContentDigest() {
    return "sha-256=:" + Base64.getEncoder().encodeToString(toArray()) + ":";
  }

  private static boolean isHex(String text) {
    if (text.length() != 64) {
      return false;
    }
    for (int i = 0; i < 64; i++) {
      char c = text.charAt(i);
      if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return hex;
  }
}
