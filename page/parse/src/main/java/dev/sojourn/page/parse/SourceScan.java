package dev.sojourn.page.parse;

/// Searches the characters of a source. Without a [WorkMeter], the source must be short.
final class SourceScan {
  private SourceScan() {}

  /// {@return the first position, from `from` on, without any of the characters}
  static int skip(String source, String chars, int from) {
    int at = from;
    while (at < source.length() && chars.indexOf(source.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /// {@return the first position, from `from` on, with one of the characters}
  static int skipUntil(String source, String chars, int from) {
    int at = from;
    while (at < source.length() && chars.indexOf(source.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  /// {@return the first position, from `from` on, without any of the characters}
  static int skip(String source, String chars, int from, WorkMeter meter) {
    int at = from;
    while (at < source.length() && chars.indexOf(source.charAt(at)) >= 0) {
      meter.characters(1);
      at++;
    }
    return at;
  }

  /// {@return the first position, from `from` on, with one of the characters}
  static int skipUntil(String source, String chars, int from, WorkMeter meter) {
    int at = from;
    while (at < source.length() && chars.indexOf(source.charAt(at)) < 0) {
      meter.characters(1);
      at++;
    }
    return at;
  }

  /// {@return whether an ASCII letter is at a position}
  static boolean isLetter(String source, int at) {
    int c = at < source.length() ? source.charAt(at) | 0x20 : ' ';
    return c >= 'a' && c <= 'z';
  }
}
