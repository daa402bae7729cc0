package dev.sojourn.lab.report;

import dev.sojourn.base.text.Messages;
import dev.sojourn.lab.report.ReportBlock.Heading;
import dev.sojourn.lab.report.ReportBlock.Listing;
import dev.sojourn.lab.report.ReportBlock.Paragraph;
import dev.sojourn.lab.report.ReportBlock.Paragraph.Kind;
import dev.sojourn.lab.report.ReportBlock.Picture;
import dev.sojourn.lab.report.ReportBlock.Title;
import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.MeasureText;
import dev.sojourn.lab.report.model.MedianInterval;
import dev.sojourn.lab.report.model.Report;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.result.Setting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The structure and the text of a report.
final class ReportDocument {
  /// If the load per processor was higher than this at the start, the experiment shared the machine
  /// with other work.
  private static final double QUIET_LOAD = 0.25;

  private static final String READING =
      "Points, bars and medians sum up the runs of one kind that were done; thin strokes reach from"
          + " the least run to the largest, and thick ones over the interval of the median; n is"
          + " the number of runs. A link delays each direction by the delay that is set, so a round"
          + " trip takes twice as long.";

  private static final String INTERVALS =
      "An interval of 95 % has the median of all such runs in it with at least that probability,"
          + " whatever their distribution. It begins and ends at runs, which the binomial"
          + " distribution chooses (order statistics); of a ratio it takes two such intervals of"
          + " 97.5 %. Fewer than six runs have none, of a ratio fewer than seven.";

  private static final String TARGETS =
      "Each target beside the median of the runs of its variant. A ratio divides that median by"
          + " the median of another variant.";

  private ReportDocument() {}

  /// {@return a report from top to bottom}
  ///
  /// @param report to write
  /// @param file the text of the experiment file
  static List<ReportBlock> of(Report report, String file) {
    var blocks = new ArrayList<ReportBlock>();
    var experiment = report.experiment();
    blocks.add(new Title("Experiment " + experiment.name()));
    blocks.add(new Paragraph(Kind.QUESTION, experiment.question()));
    // An answer that existed before the first run is about other runs.
    if (!experiment.found().isBlank() && !experiment.found().equals(report.machine().found())) {
      blocks.add(new Paragraph(Kind.FOUND, experiment.found()));
    }
    blocks.add(plain(summary(report)));
    addWarnings(report, blocks);
    if (!report.targets().isEmpty()) {
      blocks.add(new Heading("Targets"));
      blocks.add(plain(TARGETS));
      blocks.add(TargetTable.of(report.targets()));
    }
    for (var chart : report.charts()) {
      blocks.add(new Heading(chart.title()));
      blocks.add(plain(MeasureText.explanation(chart.measure())));
      blocks.add(new Picture(chart));
      blocks.add(ReportTables.chart(chart));
    }
    if (!report.notDone().isEmpty()) {
      blocks.add(new Heading("Runs that are in no chart"));
      blocks.add(ReportTables.notDone(report.notDone()));
    }
    addMethod(report, file, blocks);
    return blocks;
  }

  private static Paragraph plain(String text) {
    return new Paragraph(Kind.PLAIN, text);
  }

  private static String summary(Report report) {
    int variants = report.experiment().variants().size();
    int planned = variants * report.experiment().repetitions();
    int runs = report.runs().size();
    return "%s of %s: %,d done, %,d in part, %,d failed. It began on %s."
        .formatted(
            runs == planned
                ? Messages.count(runs, "run")
                : "%,d of %s".formatted(runs, Messages.count(planned, "planned run")),
            Messages.count(variants, "variant"),
            report.count(RunOutcome.DONE),
            report.count(RunOutcome.PARTIAL),
            report.count(RunOutcome.FAILED),
            report.machine().started());
  }

  private static void addWarnings(Report report, List<ReportBlock> blocks) {
    var machine = report.machine();
    if (machine.loadBefore() > QUIET_LOAD * machine.processors()) {
      blocks.add(
          new Paragraph(
              Kind.WARNING,
              String.format(
                  Locale.ROOT,
                  "The machine had other work when the experiment began (load %.1f). Do not"
                      + " believe its figures of time.",
                  machine.loadBefore())));
    }
    if (report.charts().isEmpty()) {
      blocks.add(new Paragraph(Kind.WARNING, "No run was done, so there is nothing to show."));
    }
  }

  private static void addMethod(Report report, String file, List<ReportBlock> blocks) {
    blocks.add(new Heading("How it was measured"));
    blocks.add(plain(READING));
    intervals(report).ifPresent(text -> blocks.add(plain(text)));
    blocks.add(MethodTable.of(report));
    if (!report.links().isEmpty()) {
      blocks.add(new Heading("The links, as set and as measured"));
      blocks.add(
          plain(
              "Measured by the lab before each run at a link with the same settings; lateness was"
                  + " measured during the crawl. Figures are medians of all links, with the least"
                  + " and the largest. A new connection should cost a round trip."));
      blocks.add(ReportTables.links(report.links()));
    }
    if (!report.runs().isEmpty()) {
      blocks.add(new Heading("Commands"));
      blocks.add(plain("One run for each combination of words; runs.jsonl has those of all runs."));
      blocks.add(new Listing(commands(report.runs())));
    }
    blocks.add(new Heading("The experiment file"));
    blocks.add(new Listing(file.strip()));
  }

  /// Explains what the number of runs means for the medians.
  private static Optional<String> intervals(Report report) {
    if (report.charts().stream().anyMatch(Chart::hasIntervals)) {
      return Optional.of(INTERVALS);
    }
    var most =
        report.charts().stream()
            .flatMap(chart -> chart.series().stream())
            .flatMap(series -> series.points().stream())
            .mapToInt(point -> point.spread().count())
            .max();
    return most.isEmpty() || most.getAsInt() < 2
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "No kind of run was done six times, so no median has an interval of 95 %%. With"
                    + " n = %d, the range from the least run to the largest has the median of all"
                    + " such runs in it with %.0f %%.",
                most.getAsInt(),
                100 * MedianInterval.coverageOfRange(most.getAsInt())));
  }

  private static String commands(List<RunResult> runs) {
    var chosen = new LinkedHashMap<List<String>, RunResult>();
    for (var run : runs) {
      var words = run.settings().stream().filter(Setting::isWord).map(Setting::text).toList();
      chosen.putIfAbsent(words, run);
    }
    return chosen.values().stream()
        .map(
            run ->
                "# run %d: %s\n%s"
                    .formatted(
                        run.run(), ReportTables.settings(run), String.join("\n", run.commands())))
        .collect(Collectors.joining("\n\n"));
  }
}
