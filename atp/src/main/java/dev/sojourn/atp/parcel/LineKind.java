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

  /// The kind of a line that was checked before, known by its first bytes; empty if its white space
  /// is not that of this program.
  static Optional<LineKind> of(byte[] bytes, int from, int to) {
    for (var kind : ALL) {
      if (kind.begins(bytes, from, to)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /// {@return whether a line begins as this program writes one of this kind}
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

  /// {@return the beginning of the object in a line of this kind, counted from the first byte}
  int objectAt() {
    return begin.length() - 1;
  }
}
