package dev.sojourn.base;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// An immutable run of bytes, compared by content.
public final class Bytes {

  /// No bytes.
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] octets;

  private Bytes(byte[] octets) {
    this.octets = octets;
  }

  /// {@return a copy of the array}
  ///
  /// @param octets the bytes
  public static Bytes copyOf(byte[] octets) {
    return octets.length == 0 ? EMPTY : new Bytes(octets.clone());
  }

  /// Wraps an array without a copy, for large bodies.
  ///
  /// @param octets the bytes; the caller must not change them afterwards
  /// @return the same bytes
  public static Bytes wrap(byte[] octets) {
    return octets.length == 0 ? EMPTY : new Bytes(octets);
  }

  /// {@return the text in UTF-8}
  ///
  /// @param text any text
  public static Bytes utf8(String text) {
    return wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  /// {@return how many bytes there are}
  public int size() {
    return octets.length;
  }

  /// {@return whether there are no bytes}
  public boolean isEmpty() {
    return octets.length == 0;
  }

  /// {@return a copy}
  public byte[] toArray() {
    return octets.clone();
  }

  /// {@return a read-only view, from the first byte to the last}
  public ByteBuffer asBuffer() {
    return ByteBuffer.wrap(octets).asReadOnlyBuffer();
  }

  /// {@return a stream over the bytes, which needs no closing}
  public InputStream newInputStream() {
    return new ByteArrayInputStream(octets);
  }

  /// Writes all bytes.
  ///
  /// @param out where to
  /// @throws IOException if the stream fails
  public void writeTo(OutputStream out) throws IOException {
    out.write(octets);
  }

  /// {@return the bytes read as UTF-8, malformed sequences replaced}
  public String asUtf8() {
    return new String(octets, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(octets, that.octets);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(octets);
  }

  /// {@return only the size, since bodies do not belong in a log}
  @Override
  public String toString() {
    return octets.length + " bytes";
  }
}
