package dev.sojourn.lab.report.svg;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/// The labels beside a chart, one below the other.
final class LabelColumn {
  private LabelColumn() {}

  /// Moves labels apart, as little as that takes: their order stays.
  ///
  /// @param wanted where each would like to be, in pixels from the top
  /// @param gap the least distance of two
  /// @param bottom where the lowest may be at most; the column has room for all
  /// @return where each is, in the order of the argument
  static List<Double> apart(List<Double> wanted, double gap, double bottom) {
    var order =
        IntStream.range(0, wanted.size())
            .boxed()
            .sorted(Comparator.comparingDouble(wanted::get))
            .toList();
    var placed = new ArrayList<>(Collections.nCopies(wanted.size(), 0.0));
    double above = Double.NEGATIVE_INFINITY;
    for (int index : order) {
      above = Math.max(wanted.get(index), above + gap);
      placed.set(index, above);
    }
    double below = bottom + gap;
    for (int index : order.reversed()) {
      below = Math.min(placed.get(index), below - gap);
      placed.set(index, below);
    }
    return placed;
  }
}
