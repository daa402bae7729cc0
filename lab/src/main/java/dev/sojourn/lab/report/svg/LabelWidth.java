package dev.sojourn.lab.report.svg;

import java.util.ArrayList;
import java.util.List;

/// The width of text in a chart. Text is never measured, so that a report looks the same wherever
/// it is made. Each character has its width in a wide font, so a label may get more room than it
/// needs, but never less.
final class LabelWidth {
  /// The size of all text in charts, in pixels.
  static final double SIZE = 13;

  /// The width of bold text relative to normal text.
  static final double BOLD = 1.14;

  /// The distance between two lines of text.
  static final double LINE = 17;

  private static final double BLANK = 0.36;
  private static final double THIN = 0.42;
  private static final double USUAL = 0.66;
  private static final double CAPITAL = 0.82;
  private static final double BROAD = 1.02;
  private static final double FULL = 1.1;
  private static final int FIRST_OF_EAST_ASIA = 0x1100;

  private LabelWidth() {}

  /// {@return the width of a text in pixels}
  static double of(String text) {
    return SIZE * text.codePoints().mapToDouble(LabelWidth::ems).sum();
  }

  private static double ems(int c) {
    if (c >= FIRST_OF_EAST_ASIA && c != '–') {
      return FULL;
    }
    if (Character.isWhitespace(c)) {
      return BLANK;
    }
    if (".,:;'|!il".indexOf(c) >= 0) {
      return THIN;
    }
    if ("mwMW@%&".indexOf(c) >= 0) {
      return BROAD;
    }
    return Character.isUpperCase(c) ? CAPITAL : USUAL;
  }

  /// Breaks a text into lines, at spaces if possible. The complete text is kept.
  ///
  /// @param width the largest width of a line, unless a single character is wider
  /// @return at least one line
  static List<String> lines(String text, double width) {
    var lines = new ArrayList<String>();
    var line = new StringBuilder();
    for (var word : text.strip().split("\\s+", -1)) {
      var longer = line.isEmpty() ? word : line + " " + word;
      if (of(longer) <= width) {
        line = new StringBuilder(longer);
        continue;
      }
      if (!line.isEmpty()) {
        lines.add(line.toString());
      }
      line = new StringBuilder();
      for (int c : word.codePoints().toArray()) {
        if (!line.isEmpty() && of(line.toString() + Character.toString(c)) > width) {
          lines.add(line.toString());
          line = new StringBuilder();
        }
        line.appendCodePoint(c);
      }
    }
    lines.add(line.toString());
    return lines;
  }
}
