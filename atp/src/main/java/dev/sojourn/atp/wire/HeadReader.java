package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.base.text.HeaderText;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one message head after the other, line by line, as the bytes arrive.
///
/// Lines end in CR LF or a bare LF. Spaces and tabs are allowed around a value, after the colon. No
/// other character is white space, and none may precede the colon. Limits are checked before a line
/// leaves the buffer. So the buffer never holds more than a line and one read of the socket.
final class HeadReader {

  private static final int MAX_BLANK_LINES = 4;

  private final WireLimits limits;
  private final List<AtpHeaders.Field> fields = new ArrayList<>();
  private @Nullable String startLine;
  private int headerBytes;
  private int blankLines;
  private int scanned;

  HeadReader(WireLimits limits) {
    this.limits = limits;
  }

  /// A complete head.
  ///
  /// @param startLine the request or status line
  /// @param headers the fields
  record Head(String startLine, AtpHeaders headers) {}

  /// {@return the head, once it is complete; the next call begins a new one}
  Optional<Head> read(ByteBuf in) throws MessageException {
    while (true) {
      var line = nextLine(in);
      if (line.isEmpty()) {
        return Optional.empty();
      }
      if (startLine == null) {
        begin(line.get());
      } else if (line.get().isEmpty()) {
        var head = new Head(startLine, new AtpHeaders(fields));
        startLine = null;
        fields.clear();
        headerBytes = 0;
        blankLines = 0;
        return Optional.of(head);
      } else {
        fields.add(field(line.get()));
      }
    }
  }

  private Optional<String> nextLine(ByteBuf in) throws MessageException {
    int start = in.readerIndex();
    int end = in.indexOf(start + scanned, in.writerIndex(), (byte) '\n');
    int length = end < 0 ? in.readableBytes() : end - start;
    boolean hasReturn = length > 0 && in.getByte(start + length - 1) == '\r';
    int text = hasReturn ? length - 1 : length;
    checkLength(length, text);
    if (end < 0) {
      scanned = length;
      return Optional.empty();
    }
    scanned = 0;
    if (startLine != null) {
      headerBytes += length + 1;
    }
    var line = in.toString(start, text, StandardCharsets.ISO_8859_1);
    in.readerIndex(end + 1);
    return Optional.of(line);
  }

  /// Checks a length. The first line counts without its line end, header lines with theirs. An
  /// incomplete line still needs at least a line feed.
  private void checkLength(int length, int text) throws MessageException {
    if (startLine == null && text > limits.maxStartLineBytes()) {
      throw MessageException.malformed(
          "start-line-too-long",
          "The first line is longer than " + limits.maxStartLineBytes() + " bytes.");
    }
    if (startLine != null && headerBytes + length + 1 > limits.maxHeaderBytes()) {
      throw MessageException.malformed(
          "headers-too-large",
          "The header fields are longer than " + limits.maxHeaderBytes() + " bytes.");
    }
  }

  /// Starts a head with its first line. Some peers send an extra line break after a body, so a few
  /// empty lines are skipped.
  private void begin(String line) throws MessageException {
    if (!line.isEmpty()) {
      startLine = line;
    } else if (++blankLines > MAX_BLANK_LINES) {
      throw MessageException.malformed("start-line-missing", "There is no request line.");
    }
  }

  private AtpHeaders.Field field(String line) throws MessageException {
    if (fields.size() == limits.maxHeaders()) {
      throw MessageException.malformed(
          "too-many-headers", "There are more than " + limits.maxHeaders() + " header fields.");
    }
    if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
      throw MessageException.malformed(
          "header-folded", "Header fields must not be continued on a second line.");
    }
    int colon = line.indexOf(':');
    if (colon <= 0) {
      throw MessageException.malformed(
          "header-without-colon",
          "Header line " + (fields.size() + 1) + " has no name followed by a colon.");
    }
    try {
      return new AtpHeaders.Field(
          line.substring(0, colon), HeaderText.strip(line.substring(colon + 1)));
    } catch (IllegalArgumentException _) {
      throw MessageException.malformed(
          "header-malformed",
          "Header line " + (fields.size() + 1) + " has characters that are not allowed there.");
    }
  }
}
