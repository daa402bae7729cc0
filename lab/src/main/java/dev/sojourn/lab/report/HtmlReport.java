package dev.sojourn.lab.report;

import static dev.sojourn.lab.report.svg.Markup.element;

import dev.sojourn.lab.report.ReportBlock.Heading;
import dev.sojourn.lab.report.ReportBlock.Listing;
import dev.sojourn.lab.report.ReportBlock.Paragraph;
import dev.sojourn.lab.report.ReportBlock.Picture;
import dev.sojourn.lab.report.ReportBlock.Table;
import dev.sojourn.lab.report.ReportBlock.Title;
import dev.sojourn.lab.report.svg.ChartSvg;
import dev.sojourn.lab.report.svg.Markup;
import dev.sojourn.lab.report.svg.Markup.Element;
import java.util.ArrayList;
import java.util.List;

/// A report as one page of HTML, without scripts, other files or network access. A policy in the
/// page also forbids these, in case a text is not escaped correctly.
final class HtmlReport {
  private static final String POLICY = "default-src 'none'; style-src 'unsafe-inline'";

  /// A table with more columns is printed in smaller type.
  private static final int DENSE = 7;

  private HtmlReport() {}

  /// {@return the page}
  ///
  /// @param blocks from top to bottom
  static String of(List<ReportBlock> blocks) {
    var head =
        element("head")
            .add(
                element("meta").with("charset", "utf-8"),
                element("meta")
                    .with("http-equiv", "Content-Security-Policy")
                    .with("content", POLICY),
                element("meta")
                    .with("name", "viewport")
                    .with("content", "width=device-width, initial-scale=1"),
                element("meta").with("name", "color-scheme").with("content", "light dark"),
                element("title").text(title(blocks)),
                element("style").text(HtmlStyle.TEXT));
    var page = element("html").with("lang", "en").add(head, element("body").add(sections(blocks)));
    return "<!DOCTYPE html>\n" + page.markup() + "\n";
  }

  private static String title(List<ReportBlock> blocks) {
    return blocks.stream()
        .filter(Title.class::isInstance)
        .map(Title.class::cast)
        .map(Title::text)
        .findFirst()
        .orElse("Experiment");
  }

  /// Begins a section at each heading, so that a page break can precede it.
  private static List<Element> sections(List<ReportBlock> blocks) {
    var sections = new ArrayList<Element>();
    var section = element("header");
    for (var block : blocks) {
      if (block instanceof Heading) {
        sections.add(section);
        section = element("section");
      }
      section = section.add(drawn(block));
    }
    sections.add(section);
    return sections;
  }

  private static Element drawn(ReportBlock block) {
    return switch (block) {
      case Title(var text) -> element("h1").text(text);
      case Heading(var text) -> element("h2").text(text);
      case Paragraph(var kind, var text) ->
          switch (kind) {
            case QUESTION -> element("p").with("class", "question").text(text);
            case FOUND ->
                element("p").with("class", "found").add(element("b").text("Found: ")).text(text);
            case WARNING -> element("p").with("class", "warning").text(text);
            case PLAIN -> element("p").text(text);
          };
      case Picture(var chart) -> element("figure").add(ChartSvg.of(chart));
      case Table table -> table(table);
      case Listing(var text) -> element("pre").text(text);
    };
  }

  private static Element table(Table table) {
    var heads =
        table.columns().stream()
            .map(column -> cell("th", column).text(column.head()).with("scope", "col"))
            .toList();
    var rows = new ArrayList<Markup>();
    for (var row : table.rows()) {
      var cells = new ArrayList<Markup>();
      for (int i = 0; i < row.size(); i++) {
        var column = table.columns().get(i);
        // On narrow screens, the heading is shown beside each cell.
        cells.add(cell("td", column).with("data-head", column.head()).text(row.get(i)));
      }
      rows.add(element("tr").add(cells));
    }
    var element = element("table");
    return (table.columns().size() > DENSE ? element.with("class", "dense") : element)
        .add(element("thead").add(element("tr").add(heads)), element("tbody").add(rows));
  }

  private static Element cell(String name, Table.Column column) {
    return column.hasNumbers() ? element(name).with("class", "number") : element(name);
  }
}
