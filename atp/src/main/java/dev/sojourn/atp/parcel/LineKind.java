package dev.sojourn.atp.parcel;

import java.util.Optional;

/// The kinds of lines in a parcel.
public enum LineKind {
  /// A [ParcelLine.Finding].
  FINDING("{\"finding\":{"),
  /// A [ParcelLine.Referral].
  REFERRAL("{\"referral\":\""),
  /// A [ParcelLine.Dropped].
  DROPPED("{\"dropped\":"),
  /// A [ParcelLine.Counted].
  COUNTED("{\"frontier\":{"),
  /// A [ParcelLine.Page].
  PAGE("{\"page\":{"),
  /// A [ParcelLine.Log].
  LOG("{\"log\":\"");

  private static final LineKind[] ALL = values();

  private final String begin;

  LineKind(String begin) {
    this.begin = begin;
  }

  /// Finds the kind of a previously checked line by its first bytes; empty if the white space
  /// differs from that of this program.
  static Optional<LineKind> of(byte[] bytes, int from, int to) {
    for (var kind : ALL) {
      if (kind.begins(bytes, from, to)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /// {@return whether a line begins as this program writes lines of this kind}
  boolean begins(byte[] bytes, int from, int to) {
    if (to - from < begin.length()) {
      return false;
    }
    for (int i = 0; i < begin.length(); i++) {
      if (bytes[from + i] != begin.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /// {@return the offset of the inner object in a line of this kind}
  int objectAt() {
    return begin.length() - 1;
  }
}
