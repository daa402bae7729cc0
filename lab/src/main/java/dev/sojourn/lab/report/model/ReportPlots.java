package dev.sojourn.lab.report.model;

import dev.sojourn.lab.experiment.Plot;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.Setting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The choice of plots: those of the experiment, then the measures that every report shows. Their
/// axis is that of the experiment's first plot. Without a plot, the axis is the number with the
/// most values, otherwise the first varied word.
final class ReportPlots {
  private static final List<Measure> ALWAYS =
      List.of(
          Measure.PAGES_PER_SECOND,
          Measure.WALL_TIME,
          Measure.BYTES,
          Measure.CPU_PER_1000_PAGES,
          Measure.PEAK_MEMORY,
          Measure.REQUESTS);

  private ReportPlots() {}

  /// {@return the plots in their order}
  ///
  /// @param asked the plots of the experiment
  /// @param runs the runs with outcome `done`
  static List<Plot> of(List<Plot> asked, List<RunResult> runs) {
    var plots = new ArrayList<>(asked);
    var keys =
        runs.stream().flatMap(run -> run.settings().stream()).map(Setting::key).distinct().toList();
    var x = asked.isEmpty() ? axis(keys, runs) : asked.getFirst().x();
    var by = keys.stream().filter(key -> !key.equals(x)).toList();
    for (var measure : ALWAYS) {
      if (asked.stream().noneMatch(plot -> plot.y() == measure)) {
        plots.add(new Plot(MeasureText.title(measure), x, measure, by));
      }
    }
    return plots;
  }

  private static String axis(List<String> keys, List<RunResult> runs) {
    // If counts are equal, max returns the first key.
    return keys.stream().max(Comparator.comparingLong(key -> values(key, runs))).orElse("");
  }

  private static long values(String key, List<RunResult> runs) {
    var values =
        runs.stream().flatMap(run -> ChartBuilder.setting(run, key).stream()).distinct().toList();
    return values.stream().anyMatch(Setting::isWord) ? 0 : values.size();
  }
}
