package dev.sojourn.lab.report;

import dev.sojourn.lab.report.model.Chart;
import java.util.List;

/// One part of a report. The parts follow each other from top to bottom.
sealed interface ReportBlock {

  /// The title of the report.
  ///
  /// @param text any text
  record Title(String text) implements ReportBlock {}

  /// The heading of a section.
  ///
  /// @param text any text
  record Heading(String text) implements ReportBlock {}

  /// A paragraph.
  ///
  /// @param kind its role
  /// @param text any text
  record Paragraph(Kind kind, String text) implements ReportBlock {
    /// The role of a paragraph.
    enum Kind {
      /// The question of the experiment.
      QUESTION,
      /// The answer.
      FOUND,
      /// A warning that a reader must know before trusting a figure.
      WARNING,
      /// Any other paragraph.
      PLAIN
    }
  }

  /// A picture. The Markdown report omits it.
  ///
  /// @param chart to draw
  record Picture(Chart chart) implements ReportBlock {}

  /// A table.
  ///
  /// @param columns from left to right
  /// @param rows lists with a text for each column
  record Table(List<Column> columns, List<List<String>> rows) implements ReportBlock {
    /// Copies the lists.
    public Table {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }

    /// A column.
    ///
    /// @param head any text
    /// @param hasNumbers whether it is right-aligned
    record Column(String head, boolean hasNumbers) {}
  }

  /// Text of a file or a terminal, unchanged line by line.
  ///
  /// @param text any text
  record Listing(String text) implements ReportBlock {}
}
