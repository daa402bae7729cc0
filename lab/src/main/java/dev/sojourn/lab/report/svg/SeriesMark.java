package dev.sojourn.lab.report.svg;

import static dev.sojourn.lab.report.svg.Markup.pixels;

import java.util.List;

/// The look of one series: a colour of the style sheet, the shape of its points and the dashes of
/// its line. The first 24 series all look different, and the first 12 even without colour.
///
/// @param number of the series, from 0
record SeriesMark(int number) {
  static final int COLOURS = 8;

  private static final List<String> DASHES = List.of("", "7 3", "2 3", "9 3 2 3");

  /// {@return the class in the style sheet, `s0` to `s7`}
  String colour() {
    return "s" + number % COLOURS;
  }

  /// {@return a line, whose `d` the caller must set}
  Markup.Element line() {
    var line = Markup.element("path").with("class", "line " + colour());
    var dashes = DASHES.get(number % DASHES.size());
    return dashes.isEmpty() ? line : line.with("stroke-dasharray", dashes);
  }

  /// {@return a point}
  ///
  /// @param x of its centre
  /// @param y of its centre
  Markup.Element point(double x, double y) {
    return Markup.element("path").with("class", "mark " + colour()).with("d", shape(x, y));
  }

  private String shape(double x, double y) {
    return switch (number % 6) {
      case 0 -> at(x - 4, y) + "a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z";
      case 1 -> at(x - 4, y - 4) + "h8v8h-8z";
      case 2 -> at(x, y - 5) + "l5 9h-10z";
      case 3 -> at(x, y - 5.5) + "l5.5 5.5l-5.5 5.5l-5.5 -5.5z";
      case 4 -> at(x, y + 5) + "l5 -9h-10z";
      default -> at(x - 1.5, y - 5) + "h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z";
    };
  }

  private static String at(double x, double y) {
    return "M" + pixels(x) + " " + pixels(y);
  }
}
