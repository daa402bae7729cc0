package dev.sojourn.sandbox.pipe;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the fields of one message. It checks each declared length against the remaining bytes
/// before it allocates, so a message cannot claim more memory than its size.
final class FieldReader {
  private final ByteBuffer bytes;

  FieldReader(byte[] body) {
    bytes = ByteBuffer.wrap(body);
  }

  int int32() throws PipeException {
    need(4);
    return bytes.getInt();
  }

  long int64() throws PipeException {
    need(8);
    return bytes.getLong();
  }

  boolean flag() throws PipeException {
    need(1);
    byte value = bytes.get();
    if (value != 0 && value != 1) {
      throw new PipeException("flag: " + value + " (expected: 0 or 1)");
    }
    return value == 1;
  }

  byte[] blob() throws PipeException {
    int length = length(1);
    var blob = new byte[length];
    bytes.get(blob);
    return blob;
  }

  String text() throws PipeException {
    int length = length(1);
    int start = bytes.position();
    bytes.position(start + length);
    if (isAscii(start, length)) {
      return new String(bytes.array(), start, length, StandardCharsets.ISO_8859_1);
    }
    var slice = bytes.slice(start, length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(slice).toString();
    } catch (CharacterCodingException _) {
      throw new PipeException("text that is not UTF-8");
    }
  }

  /// Whether a text is ASCII and needs no decoder, as most URLs and header fields.
  private boolean isAscii(int start, int length) {
    for (int i = start; i < start + length; i++) {
      if (bytes.get(i) < 0) {
        return false;
      }
    }
    return true;
  }

  List<String> texts() throws PipeException {
    return texts(length(4));
  }

  private List<String> texts(int count) throws PipeException {
    var texts = new ArrayList<String>(count);
    for (int i = 0; i < count; i++) {
      texts.add(text());
    }
    return texts;
  }

  /// Reads the last field: texts, with limits of their number and bytes.
  List<String> texts(int most, int mostBytes) throws PipeException {
    int count = length(4);
    if (count > most || bytes.remaining() > mostBytes) {
      throw new PipeException(
          count
              + " texts of "
              + bytes.remaining()
              + " bytes (expected: at most "
              + most
              + " of "
              + mostBytes
              + ")");
    }
    return texts(count);
  }

  Map<String, List<String>> fields() throws PipeException {
    int count = length(8);
    var fields = new LinkedHashMap<String, List<String>>();
    for (int i = 0; i < count; i++) {
      fields.put(text(), texts());
    }
    return fields;
  }

  Map<String, String> parameters() throws PipeException {
    int count = length(8);
    var parameters = new LinkedHashMap<String, String>();
    for (int i = 0; i < count; i++) {
      parameters.put(text(), text());
    }
    return parameters;
  }

  /// Whether the whole message was read.
  boolean isAtEnd() {
    return !bytes.hasRemaining();
  }

  /// Checks that the whole message was read.
  void end() throws PipeException {
    if (bytes.hasRemaining()) {
      throw new PipeException(bytes.remaining() + " bytes after the end of a message");
    }
  }

  /// Reads a count of elements that take at least `unit` bytes each.
  private int length(int unit) throws PipeException {
    int length = int32();
    if (length < 0 || length > bytes.remaining() / unit) {
      throw new PipeException(
          "length: " + length + " (expected: at most " + bytes.remaining() / unit + ")");
    }
    return length;
  }

  private void need(int count) throws PipeException {
    if (bytes.remaining() < count) {
      throw new PipeException("a message ends early");
    }
  }
}
