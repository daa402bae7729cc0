package dev.sojourn.lab.report.svg;

/// A mark at an axis.
///
/// @param at its place in pixels
/// @param text beside it
record AxisTick(double at, String text) {

  /// About the width of a character at the size of text in charts. Text is never measured: a report
  /// must look alike wherever it is made.
  static final double CHARACTER = 6.6;

  double width() {
    return CHARACTER * text.codePointCount(0, text.length());
  }
}
