package dev.sojourn.lab.report;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.lab.report.ReportBlock.Heading;
import dev.sojourn.lab.report.ReportBlock.Listing;
import dev.sojourn.lab.report.ReportBlock.Paragraph;
import dev.sojourn.lab.report.ReportBlock.Picture;
import dev.sojourn.lab.report.ReportBlock.Table;
import dev.sojourn.lab.report.ReportBlock.Title;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A report as a page of Markdown, without its pictures.
final class MarkdownReport {
  /// Characters with a meaning in a line of Markdown or in a table cell.
  private static final Pattern MARKS = Pattern.compile("[\\\\`*_{}\\[\\]<>#|~&!$]|://|@");

  private static final Pattern BACKTICKS = Pattern.compile("`+");

  private MarkdownReport() {}

  /// {@return the page}
  ///
  /// @param blocks from top to bottom
  static String of(List<ReportBlock> blocks) {
    return blocks.stream()
        .filter(block -> !(block instanceof Picture))
        .map(MarkdownReport::written)
        .collect(Collectors.joining("\n"));
  }

  private static String written(ReportBlock block) {
    return switch (block) {
      case Title(var text) -> "# " + escaped(text) + "\n";
      case Heading(var text) -> "## " + escaped(text) + "\n";
      case Paragraph(var kind, var text) ->
          switch (kind) {
            case QUESTION, PLAIN -> escaped(text) + "\n";
            case FOUND -> "**Found:** " + escaped(text) + "\n";
            case WARNING -> "**Warning:** " + escaped(text) + "\n";
          };
      case Picture _ -> "";
      case Table table -> table(table);
      case Listing(var text) -> listing(text);
    };
  }

  private static String table(Table table) {
    var lines = new StringBuilder();
    lines.append(row(table.columns().stream().map(Table.Column::head).toList()));
    lines.append(
        table.columns().stream()
            .map(column -> column.hasNumbers() ? "---:" : "---")
            .collect(Collectors.joining(" | ", "| ", " |\n")));
    table.rows().forEach(row -> lines.append(row(row)));
    return lines.toString();
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(MarkdownReport::escaped)
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  private static String escaped(String text) {
    return MARKS
        .matcher(ForeignText.of(text).line(text.length()))
        .replaceAll(mark -> Matcher.quoteReplacement("\\" + mark.group()));
  }

  /// A fence is longer than any sequence of backticks in its text.
  private static String listing(String text) {
    int longest =
        BACKTICKS
            .matcher(text)
            .results()
            .mapToInt(match -> match.end() - match.start())
            .max()
            .orElse(0);
    var fence = "`".repeat(Math.max(3, longest + 1));
    var lines =
        text.lines()
            .map(line -> ForeignText.of(line).text(line.length()) + "\n")
            .collect(Collectors.joining());
    return fence + "\n" + lines + fence + "\n";
  }
}
