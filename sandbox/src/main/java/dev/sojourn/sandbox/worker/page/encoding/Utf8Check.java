package dev.sojourn.sandbox.worker.page.encoding;

/// The check whether bytes are well-formed UTF-8 (Unicode, table 3-7). Text in an older encoding
/// hardly ever is, unless it is ASCII alone.
final class Utf8Check {
  private Utf8Check() {}

  static boolean isWellFormed(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      int length = bytes[at] >= 0 ? 1 : sequence(bytes, at);
      if (length == 0) {
        return false;
      }
      at += length;
    }
    return true;
  }

  /// The length of the sequence of several bytes that begins here; 0 if none does.
  private static int sequence(byte[] bytes, int at) {
    int first = bytes[at] & 0xff;
    int length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
    if (length == 0 || at + length > bytes.length) {
      return 0;
    }
    int second = bytes[at + 1] & 0xff;
    int least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
