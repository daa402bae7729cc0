package dev.sojourn.lab.report.svg;

import java.util.ArrayList;
import java.util.List;

/// A mark on an axis.
///
/// @param at its position in pixels
/// @param text the text beside the mark
record AxisTick(double at, String text) {
  private static final double BETWEEN_TEXTS = 8;

  /// {@return whether all texts of a row of ticks have gaps between them; the leftmost tick comes
  /// first}
  static boolean haveRoom(List<AxisTick> ticks) {
    return apart(ticks).size() == ticks.size();
  }

  /// {@return the ticks of a row whose texts have gaps between them; the first tick, the leftmost,
  /// stays}
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
