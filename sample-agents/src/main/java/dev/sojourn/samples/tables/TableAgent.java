package dev.sojourn.samples.tables;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.combine.Partitionable;
import dev.sojourn.agent.parameter.Default;
import dev.sojourn.agent.parameter.Description;
import dev.sojourn.agent.tree.HtmlTable;
import dev.sojourn.agent.tree.Selector;
import java.util.List;

/// Reports each row of the tables of its scope as a [ReportedRow], with the headers above it. A
/// table that contains a table lays out its page, and is not reported. Pages with `noindex` are
/// skipped, and equal bodies count once.
@Partitionable
@Description("Reports each row of the tables of a site.")
public final class TableAgent implements Agent {
  private final Options options;
  private final Frontier frontier = new Frontier();

  /// The parameters of the agent.
  ///
  /// @param tables selects the tables
  /// @param least the least rows of a table that is reported, 1 or more
  public record Options(
      @Description("Report the tables that this selector of CSS matches.") @Default("table")
          String tables,
      @Description("Leave out tables with fewer rows.") @Default("2") int least) {

    /// Checks the selector and the range.
    public Options {
      Selector.parse(tables);
      if (least < 1) {
        throw new IllegalArgumentException("least: " + least + " (expected: 1 or more)");
      }
    }
  }

  /// Creates an agent in its initial state.
  ///
  /// @param options its parameters
  public TableAgent(Options options) {
    this.options = options;
  }

  @Override
  public Next visit(Visit visit) {
    var tables = Selector.parse(options.tables());
    frontier.begin(visit);
    while (frontier.hasNext()) {
      if (visit.fetchNext(frontier) instanceof Page page && page.isHtml()) {
        frontier.addLinks(page);
        if (frontier.isNew(page) && page.directives().mayIndex(visit.now())) {
          report(page, tables, visit);
        }
      }
      visit.checkpoint();
    }
    return Next.done();
  }

  private void report(Page page, Selector tables, Visit visit) {
    int number = 0;
    for (var element : page.tree().select(tables)) {
      if (element.first("table").isEmpty()) {
        var table = element.table();
        if (table.isPresent() && table.get().rows().size() >= options.least()) {
          number++;
          report(page.url(), number, table.get(), visit);
        }
      }
    }
  }

  private static void report(String url, int number, HtmlTable table, Visit visit) {
    List<String> columns = List.of();
    for (int i = 0; i < table.rows().size(); i++) {
      var row = table.rows().get(i);
      if (row.isHeader()) {
        columns = row.texts();
      } else {
        visit.report(ReportedRow.of(url, number, table.caption(), i + 1, columns, row));
      }
    }
  }
}
