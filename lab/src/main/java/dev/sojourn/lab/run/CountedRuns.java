package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.Setting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The runs of a results directory that belong to its experiment, each once.
///
/// @param runs in the order of their lines
/// @param warnings one for each line that is not counted, without a full stop; each names its line
public record CountedRuns(List<RunResult> runs, List<String> warnings) {

  /// Copies the lists.
  public CountedRuns {
    runs = List.copyOf(runs);
    warnings = List.copyOf(warnings);
  }

  /// The identity of a run in its experiment, independent of the order of the runs.
  private record Place(int variant, int repetition) {}

  /// A run with the number of its line, from 1.
  private record Line(int number, RunResult run) {}

  /// Reads the runs. If one run has several lines, the last one counts.
  ///
  /// @param results the directory
  /// @param experiment the experiment to which the runs should belong
  /// @return the runs that belong to it
  /// @throws IOException if the file cannot be read; the message names file and line
  public static CountedRuns read(ResultsDirectory results, Experiment experiment)
      throws IOException {
    var lines = new LinkedHashMap<Place, Line>();
    var warnings = new ArrayList<String>();
    int number = 0;
    for (var run : results.readRuns()) {
      number++;
      var foreign = foreign(run, experiment);
      if (foreign.isPresent()) {
        warnings.add("%s:%d is not counted: %s".formatted(results.runs(), number, foreign.get()));
        continue;
      }
      var place = new Place(run.variant(), run.repetition());
      var earlier = Optional.ofNullable(lines.remove(place));
      int last = number;
      earlier.ifPresent(
          line ->
              warnings.add(
                  "%s:%d is not counted: line %d has the same run, variant %d, repetition %d"
                      .formatted(
                          results.runs(), line.number(), last, place.variant, place.repetition)));
      lines.put(place, new Line(number, run));
    }
    return new CountedRuns(lines.values().stream().map(Line::run).toList(), warnings);
  }

  /// {@return whether these runs include a planned run}
  boolean have(PlannedRun planned) {
    return runs.stream()
        .anyMatch(
            run ->
                run.variant() == planned.variant().number()
                    && run.repetition() == planned.repetition());
  }

  /// Explains why a run does not belong to an experiment.
  private static Optional<String> foreign(RunResult run, Experiment experiment) {
    int variants = experiment.variants().size();
    int repetitions = experiment.repetitions();
    if (isOut(run.run(), variants * repetitions)) {
      return Optional.of(expected("run " + run.run(), "1 to " + variants * repetitions));
    }
    if (isOut(run.variant(), variants)) {
      return Optional.of(expected("variant " + run.variant(), "1 to " + variants));
    }
    if (isOut(run.repetition(), repetitions)) {
      return Optional.of(expected("repetition " + run.repetition(), "1 to " + repetitions));
    }
    long seed = PlannedRun.seed(experiment, run.repetition());
    if (run.seed() != seed) {
      return Optional.of(expected("seed " + run.seed(), Long.toString(seed)));
    }
    var variant = experiment.variants().get(run.variant() - 1);
    return variant.settings().equals(run.settings())
        ? Optional.empty()
        : Optional.of(
            expected(
                "variant %d with %s".formatted(run.variant(), noted(run.settings())),
                noted(variant.settings())));
  }

  private static boolean isOut(int number, int most) {
    return number < 1 || number > most;
  }

  private static String expected(String found, String expected) {
    return found + " (expected: " + expected + ", as experiment.toml has it)";
  }

  private static String noted(List<Setting> settings) {
    return settings.isEmpty()
        ? "no setting that varies"
        : settings.stream()
            .map(setting -> setting.key() + " " + setting.text())
            .collect(Collectors.joining(", "));
  }
}
