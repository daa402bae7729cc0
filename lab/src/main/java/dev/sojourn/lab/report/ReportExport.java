package dev.sojourn.lab.report;

import dev.sojourn.lab.report.model.Chart;
import dev.sojourn.lab.report.model.Report;
import dev.sojourn.lab.report.svg.ChartSvg;
import dev.sojourn.lab.result.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/// The charts and tables of a report as files for papers, in SVG and LaTeX, in a separate folder.
final class ReportExport {
  /// The names of these files, used to recognise files of an earlier report.
  private static final Pattern NAME = Pattern.compile("(targets|[0-9]{2,}-[a-z0-9-]+)\\.(svg|tex)");

  private ReportExport() {}

  /// {@return the contents of the files, by name}
  static Map<String, String> of(Report report) {
    var files = new LinkedHashMap<String, String>();
    if (!report.targets().isEmpty()) {
      files.put("targets.tex", LatexTable.of("Targets", TargetTable.of(report.targets())));
    }
    int number = 0;
    for (var chart : report.charts()) {
      number++;
      var name = "%02d-%s".formatted(number, chart.measure().word());
      files.put(name + ".tex", LatexTable.of(chart.title(), ReportTables.chart(chart)));
      files.putAll(drawings(name, chart));
    }
    return files;
  }

  private static Map<String, String> drawings(String name, Chart chart) {
    var files = new LinkedHashMap<String, String>();
    for (var drawing : ChartSvg.of(chart)) {
      var part = files.isEmpty() ? "" : "-" + (files.size() + 1);
      files.put(name + part + ".svg", ChartSvg.file(drawing));
    }
    return files;
  }

  /// Writes the files, and deletes those of an earlier report. Other files stay.
  ///
  /// @param folder created if missing
  /// @throws IOException if the path is not a folder, or a file cannot be written; the message
  ///   names it
  static void write(Report report, Path folder) throws IOException {
    if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)
        && !Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new NotDirectoryException(folder.toString());
    }
    Files.createDirectories(folder);
    var files = of(report);
    try (var old = Files.newDirectoryStream(folder)) {
      for (var file : old) {
        var name = String.valueOf(file.getFileName());
        if (NAME.matcher(name).matches() && !files.containsKey(name)) {
          Files.delete(file);
        }
      }
    }
    for (var file : files.entrySet()) {
      ResultFile.write(folder.resolve(file.getKey()), file.getValue());
    }
  }
}
