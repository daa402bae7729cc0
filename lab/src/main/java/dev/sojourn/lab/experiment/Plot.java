package dev.sojourn.lab.experiment;

import dev.sojourn.lab.result.Measure;
import java.util.List;

/// A plot that an experiment asks for.
///
/// @param title of the plot
/// @param x key of the setting on the horizontal axis
/// @param y the measure
/// @param by keys of the settings whose values form separate lines; may be empty
public record Plot(String title, String x, Measure y, List<String> by) {
  /// Copies the list.
  public Plot {
    by = List.copyOf(by);
  }
}
