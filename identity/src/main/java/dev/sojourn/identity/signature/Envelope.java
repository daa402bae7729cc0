package dev.sojourn.identity.signature;

import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.key.VerifyKey;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// A signed statement (DSSE 1.0): bytes that are verified before they are parsed.
///
/// @param payloadType the type of the payload; signed together with it, so that one kind of
///   statement is never taken for another
/// @param payload the statement
/// @param signatures at least one
public record Envelope(String payloadType, Bytes payload, List<Signature> signatures) {

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if there is no signature
  public Envelope {
    signatures = List.copyOf(signatures);
    if (signatures.isEmpty()) {
      throw new IllegalArgumentException("signatures: [] (expected: at least one)");
    }
  }

  /// One signature.
  ///
  /// @param keyId name of the key that supposedly made it; an unsigned hint
  /// @param octets the signature
  public record Signature(String keyId, Bytes octets) {}

  /// {@return the payload with one signature}
  ///
  /// @param payloadType the type of the payload
  /// @param payload the statement
  /// @param key signs it
  public static Envelope sign(String payloadType, Bytes payload, SigningKey key) {
    var signature = Bytes.wrap(key.sign(preAuthentication(payloadType, payload)));
    return new Envelope(payloadType, payload, List.of(new Signature(key.id(), signature)));
  }

  /// {@return whether the key made the first signature over this type and payload}
  ///
  /// @param key the expected key
  public boolean isSignedBy(VerifyKey key) {
    var first = signatures.getFirst();
    return first.keyId().equals(key.id())
        && key.verifies(preAuthentication(payloadType, payload), first.octets().toArray());
  }

  /// {@return the encoded envelope for transport}
  public Bytes encode() {
    return Bytes.wrap(octets());
  }

  /// {@return the digest of the encoded envelope, including signatures}
  public Digest digest() {
    return Digest.of(octets());
  }

  /// {@return the bytes that are signed (DSSE, "PAE"): `DSSEv1 SP length(type) SP type SP
  /// length(payload) SP payload`, lengths in ASCII decimal}
  ///
  /// @param payloadType the type of the payload
  /// @param payload the statement
  public static byte[] preAuthentication(String payloadType, Bytes payload) {
    byte[] type = payloadType.getBytes(StandardCharsets.UTF_8);
    var head = "DSSEv1 " + type.length + " " + payloadType + " " + payload.size() + " ";
    var out = new ByteArrayOutputStream(head.length() + payload.size());
    out.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    out.writeBytes(payload.toArray());
    return out.toByteArray();
  }

  private byte[] octets() {
    var bytes = new ByteArrayOutputStream(payload.size() + 256);
    try (var out = new DataOutputStream(bytes)) {
      shortText(out, payloadType);
      out.writeInt(payload.size());
      payload.writeTo(out);
      out.writeByte(signatures.size());
      for (var signature : signatures) {
        shortText(out, signature.keyId());
        out.writeShort(signature.octets().size());
        signature.octets().writeTo(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void shortText(DataOutputStream out, String text) throws IOException {
    if (text.length() > 255 || !text.chars().allMatch(c -> c > 0x20 && c < 0x7f)) {
      throw new IllegalArgumentException(
          "type or key id: " + text + " (expected: at most 255 printable ASCII characters)");
    }
    byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
    out.writeByte(ascii.length);
    out.write(ascii);
  }
}
