package dev.sojourn.samples;

import java.util.ArrayList;
import java.util.List;

/// The bytes that remain for a finding in JSON. A host rejects a larger finding with an exception,
/// which would end the visit: one long page would then lose all later pages.
///
/// It never underestimates the bytes of a character, so that the host accepts a text that fits
/// here.
public final class FindingRoom {
  /// The bytes around a text in a list: quotation marks and a comma.
  private static final int FRAME_BYTES = 3;

  private int leftBytes;

  /// Creates the room of one finding.
  ///
  /// @param bytes of the whole finding
  public FindingRoom(int bytes) {
    this.leftBytes = bytes;
  }

  /// {@return the beginning of a text that fits into the room and a limit of bytes; a surrogate
  /// pair is never split}
  ///
  /// @param text any characters
  /// @param mostBytes as JSON, with its frame of 3 bytes
  public String text(String text, int mostBytes) {
    int most = Math.min(mostBytes, leftBytes) - FRAME_BYTES;
    int used = 0;
    int end = 0;
    while (end < text.length()) {
      int c = text.codePointAt(end);
      if (used + bytes(c) > most) {
        break;
      }
      used += bytes(c);
      end += Character.charCount(c);
    }
    leftBytes -= used + FRAME_BYTES;
    return text.substring(0, end);
  }

  /// {@return the first texts that fit completely into the room and a limit of bytes}
  ///
  /// @param texts in the order of the finding
  /// @param mostBytes of all as JSON, with a frame of 3 bytes for each
  public List<String> texts(List<String> texts, int mostBytes) {
    int most = Math.min(mostBytes, leftBytes);
    int used = 0;
    var kept = new ArrayList<String>();
    for (var text : texts) {
      int bytes = FRAME_BYTES + bytes(text);
      if (bytes > most - used) {
        break;
      }
      used += bytes;
      kept.add(text);
    }
    leftBytes -= used;
    return kept;
  }

  private static int bytes(String text) {
    int bytes = 0;
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      bytes += bytes(c);
      i += Character.charCount(c);
    }
    return bytes;
  }

  private static int bytes(int c) {
    if (c >= 0x20 && c < 0x7f) {
      return c == '"' || c == '\\' ? 2 : 1;
    }
    if (c < 0xa0 || c == 0x2028 || c == 0x2029) {
      return 6;
    }
    if (c < 0x800) {
      return 2;
    }
    return c < 0x10000 ? 3 : 4;
  }
}
