package dev.sojourn.lab.report;

import dev.sojourn.base.file.RegularFile;
import dev.sojourn.lab.experiment.Experiment;
import dev.sojourn.lab.report.model.Report;
import dev.sojourn.lab.result.Measure;
import dev.sojourn.lab.result.ResultFile;
import dev.sojourn.lab.result.ResultsDirectory;
import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import dev.sojourn.lab.run.CountedRuns;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The files of a report. They are in the same directory as the results.
///
/// @param html the page for a browser
/// @param markdown the page for a repository
/// @param export the folder of charts and tables for papers
public record ReportFiles(Path html, Path markdown, Path export) {
  private static final int MAX_BYTES = 1 << 20;

  /// Creates the object; no file is read or written yet.
  ///
  /// @param directory of the results
  /// @return the files
  public static ReportFiles in(Path directory) {
    return new ReportFiles(
        directory.resolve("report.html"),
        directory.resolve("report.md"),
        directory.resolve("export"));
  }

  /// Reads results.
  ///
  /// @param results the directory
  /// @param experiment the experiment in the directory's copy of the experiment file
  /// @param counted the runs of that directory that count
  /// @return the report
  /// @throws IOException if a file cannot be read, or has an impossible figure; the message names
  ///   it
  public static Report read(ResultsDirectory results, Experiment experiment, CountedRuns counted)
      throws IOException {
    for (var run : counted.runs()) {
      check(run, results.runs());
    }
    return Report.of(experiment, results.readMachines(), counted.runs());
  }

  private static void check(RunResult run, Path file) throws IOException {
    for (var setting : run.settings()) {
      require(setting.number(), setting.key(), run, file);
    }
    for (var link : run.links()) {
      var figures =
          List.of(
              link.delayMillis(),
              link.bitsPerSecond(),
              link.outageSeconds(),
              link.measuredDelayMillis(),
              link.measuredConnectMillis(),
              link.measuredBitsPerSecond(),
              link.lateMeanMillis(),
              link.lateMaxMillis());
      for (double figure : figures) {
        require(figure, "link to " + link.to(), run, file);
      }
    }
    if (run.outcome() != RunOutcome.FAILED) {
      for (var measure : Measure.values()) {
        require(measure.of(run).orElse(0), measure.word(), run, file);
      }
    }
  }

  private static void require(double figure, String name, RunResult run, Path file)
      throws IOException {
    if (!(figure >= 0 && figure < Long.MAX_VALUE)) {
      throw new IOException(
          "%s: run %d: %s: %s (expected: a figure from 0 to 2^63)"
              .formatted(file, run.run(), name, figure));
    }
  }

  /// Writes both pages, and the charts and tables. Each file replaces an earlier one completely.
  ///
  /// @param report to write
  /// @param experimentFile the copy of the experiment file, which the pages quote
  /// @throws IOException if a file cannot be read or written; the message names it
  public void write(Report report, Path experimentFile) throws IOException {
    var blocks = ReportDocument.of(report, RegularFile.readText(experimentFile, MAX_BYTES));
    ResultFile.write(html, HtmlReport.of(blocks));
    ResultFile.write(markdown, MarkdownReport.of(blocks));
    ReportExport.write(report, export);
  }
}
