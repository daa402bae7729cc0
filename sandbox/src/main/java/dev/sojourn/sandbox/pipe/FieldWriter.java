package dev.sojourn.sandbox.pipe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Writes the fields of one message into a growing array. Integers are big-endian, texts UTF-8.
final class FieldWriter {
  private byte[] bytes;
  private int size;

  /// Leaves room for the frame's header, which [#frame] writes.
  FieldWriter(int expectedBytes) {
    bytes = new byte[FrameChannel.HEADER_BYTES + expectedBytes];
    size = FrameChannel.HEADER_BYTES;
  }

  FieldWriter int32(int value) {
    room(4);
    putInt(size, value);
    size += 4;
    return this;
  }

  FieldWriter int64(long value) {
    return int32((int) (value >>> 32)).int32((int) value);
  }

  FieldWriter flag(boolean value) {
    room(1);
    bytes[size++] = (byte) (value ? 1 : 0);
    return this;
  }

  FieldWriter blob(byte[] value) {
    return int32(value.length).octets(value);
  }

  /// Writes octets without their number.
  FieldWriter octets(byte[] value) {
    room(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  FieldWriter text(String value) {
    return blob(value.getBytes(StandardCharsets.UTF_8));
  }

  FieldWriter texts(List<String> values) {
    int32(values.size());
    values.forEach(this::text);
    return this;
  }

  FieldWriter fields(Map<String, List<String>> values) {
    int32(values.size());
    values.forEach((name, list) -> text(name).texts(list));
    return this;
  }

  FieldWriter parameters(Map<String, String> values) {
    int32(values.size());
    values.forEach((name, value) -> text(name).text(value));
    return this;
  }

  /// Returns the finished frame.
  ByteBuffer frame(int type, int visit) {
    putInt(0, size - 4);
    bytes[4] = (byte) type;
    putInt(5, visit);
    return ByteBuffer.wrap(bytes, 0, size);
  }

  private void putInt(int at, int value) {
    bytes[at] = (byte) (value >>> 24);
    bytes[at + 1] = (byte) (value >>> 16);
    bytes[at + 2] = (byte) (value >>> 8);
    bytes[at + 3] = (byte) value;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }
}
