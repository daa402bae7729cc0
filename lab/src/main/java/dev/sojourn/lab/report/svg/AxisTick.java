package dev.sojourn.lab.report.svg;

import java.util.ArrayList;
import java.util.List;

/// A mark at an axis.
///
/// @param at its place in pixels
/// @param text beside it
record AxisTick(double at, String text) {
  private static final double BETWEEN_TEXTS = 8;

  /// {@return whether the texts of ticks in a row, the leftmost first, leave gaps}
  static boolean haveRoom(List<AxisTick> ticks) {
    return apart(ticks).size() == ticks.size();
  }

  /// {@return those ticks in a row, the leftmost first, whose texts leave gaps; the first stays}
  static List<AxisTick> apart(List<AxisTick> ticks) {
    var apart = new ArrayList<AxisTick>();
    for (var tick : ticks) {
      if (apart.isEmpty() || tick.left() >= apart.getLast().right() + BETWEEN_TEXTS) {
        apart.add(tick);
      }
    }
    return apart;
  }

  private double left() {
    return at - LabelWidth.of(text) / 2;
  }

  private double right() {
    return at + LabelWidth.of(text) / 2;
  }
}
