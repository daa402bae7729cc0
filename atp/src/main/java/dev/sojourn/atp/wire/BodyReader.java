package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.Bytes;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.LinkedHashSet;

/// Receives the body of one message. It allocates memory as bytes arrive, not as announced.
final class BodyReader {

  private static final int FIRST_BYTES = 16 * 1024;

  private final int length;
  private final BodyBudget.Share budget;
  private byte[] octets = new byte[0];
  private int size;

  /// Begins a body of a known length.
  BodyReader(int length, BodyBudget.Share budget) {
    this.length = length;
    this.budget = budget;
  }

  /// The length that the header fields announce, checked against the limit; 0 if they announce no
  /// length.
  static int announced(AtpHeaders headers, WireLimits limits) throws MessageException {
    if (headers.first("Transfer-Encoding").filter(v -> !v.isEmpty()).isPresent()) {
      throw MessageException.malformed(
          "transfer-encoding",
          "A body needs Content-Length; there is no Transfer-Encoding in ATP.");
    }
    var lengths = new LinkedHashSet<String>();
    for (var value : headers.all(AtpHeaders.CONTENT_LENGTH)) {
      if (!value.isEmpty()) {
        lengths.add(digits(value));
      }
    }
    if (lengths.isEmpty()) {
      return 0;
    }
    var digits = lengths.getFirst();
    if (lengths.size() > 1) {
      throw malformedLength();
    }
    // Ten digits or more exceed any limit, and the range of parseInt.
    if (digits.length() > 9 || Integer.parseInt(digits) > limits.maxBodyBytes()) {
      throw MessageException.malformed(
          "body-too-large", "The body is larger than " + limits.maxBodyBytes() + " bytes.");
    }
    return Integer.parseInt(digits);
  }

  /// The digits of a length without leading zeros, which RFC 9110, section 8.6, allows.
  private static String digits(String value) throws MessageException {
    int zeros = 0;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < '0' || c > '9') {
        throw malformedLength();
      }
      zeros += c == '0' && zeros == i ? 1 : 0;
    }
    return zeros == value.length() ? "0" : value.substring(zeros);
  }

  private static MessageException malformedLength() {
    return MessageException.malformed(
        "content-length-malformed", "Content-Length must be one number, in decimal digits.");
  }

  /// Reads the available bytes. Returns whether the body is complete.
  boolean read(ByteBuf in) throws MessageException {
    int count = Math.min(in.readableBytes(), length - size);
    if (size + count > octets.length) {
      grow(size + count);
    }
    in.readBytes(octets, size, count);
    size += count;
    return size == length;
  }

  /// The bytes read so far. The reader must not be used afterwards.
  Bytes take() {
    return Bytes.wrap(size == octets.length ? octets : Arrays.copyOf(octets, size));
  }

  private void grow(int atLeast) throws MessageException {
    int capacity =
        (int) Math.min(length, Math.max(atLeast, Math.max(FIRST_BYTES, octets.length * 2L)));
    if (!budget.reserve(capacity - octets.length)) {
      throw new MessageException(
          new Problem(
              "too-busy", AtpStatus.SERVICE_UNAVAILABLE, "Too many bodies are arriving at once."));
    }
    octets = Arrays.copyOf(octets, capacity);
  }
}
