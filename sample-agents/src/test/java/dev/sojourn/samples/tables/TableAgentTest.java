package dev.sojourn.samples.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.agent.Next;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.tree.PageTree;
import dev.sojourn.agent.tree.SelectorException;
import dev.sojourn.agent.tree.TreeBuilder;
import dev.sojourn.samples.TestPage;
import dev.sojourn.samples.TestVisit;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TableAgentTest {
  private static final String A = "http://h/a";
  private static final String B = "http://h/b";

  private static List<Record> found(TableAgent.Options options, TestPage... pages) {
    var visit = new TestVisit(Scope.site("http://h"), List.of(A), pages);
    assertThat(new TableAgent(options).visit(visit)).isEqualTo(Next.done());
    return visit.findings;
  }

  private static List<Record> found(TestPage... pages) {
    return found(new TableAgent.Options("table", 2), pages);
  }

  private static TestPage page(String url, TreeBuilder elements, String... links) {
    elements.end(true, true);
    return TestPage.html(url, "text of " + url, links).having(PageTree.of(elements.build()));
  }

  private static TreeBuilder body() {
    return new TreeBuilder(A).begin("body");
  }

  /// Adds a table; a row is a text whose cells end with a comma, and headers with a colon.
  private static TreeBuilder table(TreeBuilder into, String name, String... rows) {
    into.begin("table").attribute("class", name);
    into.begin("caption").text(name, false).end(true, true);
    for (var row : rows) {
      into.begin("tr");
      for (var cell : row.split("(?<=[,:])", -1)) {
        if (!cell.isEmpty()) {
          into.begin(cell.endsWith(":") ? "th" : "td");
          into.text(cell.substring(0, cell.length() - 1), false).end(true, true);
        }
      }
      into.end(true, true);
    }
    return into.end(true, true);
  }

  @Test
  void reportsEachRowWithTheHeadersAboveIt() {
    var first = table(body(), "prices", "Name:Price:", "Tea,3,", "Total:9,");
    var second = table(table(body(), "one", "a,", "b,"), "two", "c,d,", "X:Y:", "e,");
    assertThat(found(page(A, first, B), page(B, second)))
        .containsExactly(
            row(A, 1, "prices", 2, List.of("Name", "Price"), "Tea", "3"),
            row(A, 1, "prices", 3, List.of("Name", "Price"), "Total", "9"),
            row(B, 1, "one", 1, List.of(), "a"),
            row(B, 1, "one", 2, List.of(), "b"),
            row(B, 2, "two", 1, List.of(), "c", "d"),
            row(B, 2, "two", 3, List.of("X", "Y"), "e"));
  }

  private static ReportedRow row(
      String url, int table, String caption, int row, List<String> columns, String... cells) {
    return new ReportedRow(url, table, caption, row, columns, List.of(cells));
  }

  @Test
  void leavesOutShortTablesAndTablesThatLayOutThePage() {
    var layout = body().begin("table").begin("tr").end(true, true).begin("tr").begin("td");
    table(layout, "inner", "a,", "b,");
    table(layout, "short", "c,").end(true, true).end(true, true).end(true, true);
    assertThat(found(page(A, layout)))
        .extracting(row -> ((ReportedRow) row).caption())
        .containsExactly("inner", "inner");
  }

  @Test
  void theSelectorChoosesTables() {
    var elements = table(table(body(), "one", "a,"), "two", "b,");
    var found = found(new TableAgent.Options("table.two", 1), page(A, elements));
    assertThat(found).containsExactly(row(A, 1, "two", 1, List.of(), "b"));
    assertThatThrownBy(() -> new TableAgent.Options("table:has(a)", 1))
        .isInstanceOf(SelectorException.class)
        .hasMessageContaining("character 7: h (expected: first-child");
    assertThatThrownBy(() -> new TableAgent.Options("table", 0))
        .hasMessage("least: 0 (expected: 1 or more)");
  }

  @Test
  void pagesThatAskNotToBeIndexedAndEqualBodiesAreLeftOut() {
    var elements = table(body(), "one", "a,", "b,");
    var page = page(A, elements, B);
    var same =
        new TestPage(
            B,
            page.text(),
            List.of(),
            page.rules(),
            page.contentType(),
            page.usage(),
            List.of(),
            page.tree());
    assertThat(found(page, same)).hasSize(2);
    assertThat(found(page.asking("noindex"))).isEmpty();
    assertThat(found(page.as("text/plain"))).isEmpty();
  }

  @Test
  void aLongRowIsCutToAFinding() {
    var cell = "é\u0001".repeat(10_000) + ",";
    var row = (ReportedRow) found(page(A, table(body(), "one", cell.repeat(600), "b,"))).getFirst();
    assertThat(row.cells()).hasSize(500);
    assertThat(row.cells().getFirst().length()).isBetween(1_000, 1_100);
    assertThat(row.cells().getLast()).isEmpty();
  }
}
