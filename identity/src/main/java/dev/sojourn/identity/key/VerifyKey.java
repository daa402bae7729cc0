package dev.sojourn.identity.key;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonMembers;
import dev.sojourn.base.json.JsonWriter;
import java.util.Base64;
import java.util.Optional;
import org.bouncycastle.math.ec.rfc8032.Ed25519;

/// A public Ed25519 key: a point of the curve, which is checked once when the key is created. Two
/// keys are equal if they are the same point.
public final class VerifyKey {

  private final String x;
  private final String id;
  private final Ed25519.PublicPoint point;

  /// Creates a key and checks that it is a usable point of the curve.
  ///
  /// @param x the 32 bytes of the key in base64url without padding, the form of a JWK
  /// @throws IllegalArgumentException if it is not a public key
  public VerifyKey(String x) {
    this(
        x,
        point(x)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "x: " + x + " (expected: an Ed25519 public key)")));
  }

  private VerifyKey(String x, Ed25519.PublicPoint point) {
    this.x = x;
    this.id = thumbprint(x);
    this.point = point;
  }

  /// {@return the key; empty if the text is not a key}
  ///
  /// @param x 32 bytes in base64url without padding
  public static Optional<VerifyKey> of(String x) {
    return point(x).map(point -> new VerifyKey(x, point));
  }

  /// {@return the 32 bytes of the key in base64url without padding, the form of a JWK}
  public String x() {
    return x;
  }

  /// {@return the key's name: the SHA-256 thumbprint of the JWK (RFC 7638), in base64url}
  public String id() {
    return id;
  }

  private static String thumbprint(String x) {
    // RFC 8037, appendix A.3, defines the members and their order.
    var canonical = "{\"crv\":\"Ed25519\",\"kty\":\"OKP\",\"x\":\"" + x + "\"}";
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Digest.of(Bytes.utf8(canonical)).toArray());
  }

  /// {@return whether this key made the signature over the message}
  ///
  /// @param message the bytes that were signed
  /// @param signature 64 bytes; any other length is not a signature
  public boolean verifies(byte[] message, byte[] signature) {
    return signature.length == Ed25519.SIGNATURE_SIZE
        && Ed25519.verify(signature, 0, point, message, 0, message.length);
  }

  /// {@return the JWK: `kty`, `crv`, `x`, `kid`}
  public Bytes toJwk() {
    return Bytes.wrap(JsonWriter.object(this::putMembers));
  }

  void putMembers(JsonWriter json) {
    json.put("kty", "OKP").put("crv", "Ed25519").put("x", x).put("kid", id());
  }

  /// Reads a public JWK. Unknown members are ignored, as RFC 7517 requires; a JWK with a private
  /// part is rejected.
  static VerifyKey read(JsonMembers json) throws JsonException {
    if (json.has("d")) {
      throw new JsonException("d: (expected: a public key, and this is a private one)");
    }
    return readPublicPart(json);
  }

  static VerifyKey readPublicPart(JsonMembers json) throws JsonException {
    if (!json.text("kty", 20).equals("OKP") || !json.text("crv", 20).equals("Ed25519")) {
      throw new JsonException("kty, crv: (expected: OKP, Ed25519)");
    }
    var key =
        of(json.text("x", 64))
            .orElseThrow(() -> new JsonException("x: (expected: 32 bytes in base64url)"));
    var kid = json.optionalText("kid", 200);
    if (kid.isPresent() && !kid.get().equals(key.id())) {
      throw new JsonException("kid: (expected: the thumbprint " + key.id() + ")");
    }
    return key;
  }

  private static Optional<Ed25519.PublicPoint> point(String x) {
    // 43 characters hold two bits more than 32 bytes; only one spelling of a key is accepted.
    if (x.length() != 43) {
      return Optional.empty();
    }
    try {
      byte[] octets = Base64.getUrlDecoder().decode(x);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(octets).equals(x)
          ? Optional.ofNullable(Ed25519.validatePublicKeyFullExport(octets, 0))
          : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof VerifyKey that && x.equals(that.x);
  }

  @Override
  public int hashCode() {
    return x.hashCode();
  }

  /// {@return the key's name}
  @Override
  public String toString() {
    return id();
  }
}
