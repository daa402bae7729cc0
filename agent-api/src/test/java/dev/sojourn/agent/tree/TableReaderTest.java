package dev.sojourn.agent.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Test;

/// Tables as rows of texts.
final class TableReaderTest {
  private static HtmlTable table(String html) {
    return JsoupTree.of("<table>" + html)
        .root()
        .orElseThrow()
        .first("table")
        .orElseThrow()
        .table()
        .orElseThrow();
  }

  private static List<List<String>> texts(HtmlTable table) {
    return table.rows().stream().map(TableRow::texts).toList();
  }

  @Test
  void cellsAreTextsAndHeadersAreMarked() {
    var table =
        table("<caption> The <b>prices</b><tr><th>Name<th>Price<tr><th>Tea<td> 3 <i>EUR</i>");
    assertThat(table.caption()).isEqualTo("The prices");
    assertThat(texts(table)).containsExactly(List.of("Name", "Price"), List.of("Tea", "3 EUR"));
    assertThat(table.rows()).extracting(TableRow::isHeader).containsExactly(true, false);
    assertThat(table.rows().get(1).cells().getFirst()).isEqualTo(new TableCell("Tea", true));
    assertThat(table.isShortened()).isFalse();
  }

  @Test
  void aSpanningCellIsInEachOfItsColumnsAndRows() {
    assertThat(texts(table("<tr><td colspan=2 rowspan=2>a<td>b<tr><td>c<tr><td>d")))
        .containsExactly(List.of("a", "a", "b"), List.of("a", "a", "c"), List.of("d"));
    assertThat(texts(table("<tr><td>a<td>b<td rowspan=2>c<tr><td>d")))
        .as("a gap")
        .containsExactly(List.of("a", "b", "c"), List.of("d", "", "c"));
    assertThat(texts(table("<tr><td>a<td rowspan=2>b<tr><td colspan=3>c")))
        .as("overlapping cells")
        .containsExactly(List.of("a", "b"), List.of("c", "b", "c"));
  }

  @Test
  void rowsEndWithTheirSection() {
    assertThat(
            texts(
                table(
                    "<thead><tr><th rowspan=0>a<tr><th>b<tbody><tr><td rowspan=9>c<tr>"
                        + "<tbody><tr><td>d")))
        .containsExactly(List.of("a"), List.of("a", "b"), List.of("c"), List.of("c"), List.of("d"));
  }

  @Test
  void aNestedTableIsTextOfItsCell() {
    var outer = table("<tr><td>a<table><tr><td>x<td>y</table><td>b");
    assertThat(texts(outer)).containsExactly(List.of("a x y", "b"));
  }

  @Test
  void onlyATableHasRows() {
    assertThat(JsoupTree.of("<p>").select("p").getFirst().table()).isEmpty();
  }

  @Test
  void invalidSpansAreOne() {
    for (var span : List.of("", "x", "-2", "0")) {
      assertThat(texts(table("<tr><td colspan='" + span + "'>a<td>b")))
          .containsExactly(List.of("a", "b"));
    }
    assertThat(texts(table("<tr><td colspan=' 2.9px'>a"))).containsExactly(List.of("a", "a"));
  }

  @Test
  void aSmallPageCannotHaveALargeTable() {
    var rows = "<tr><td rowspan=65534 colspan=1000>x".repeat(2) + "<tr>".repeat(10_000);
    var table = table(rows);
    assertThat(table.isShortened()).isTrue();
    assertThat(table.rows().stream().mapToInt(row -> row.cells().size()).sum())
        .isBetween(HtmlTable.MAX_CELLS - 2_000, HtmlTable.MAX_CELLS);

    var wide = table("<tr>" + "<td colspan=99999999999>x".repeat(2_000));
    assertThat(wide.isShortened()).isTrue();
    assertThat(wide.rows()).isEmpty();
  }

  @Test
  void randomTablesEqualANaiveModel() {
    var random = new Random(77);
    for (int i = 0; i < 4_000; i++) {
      var html = randomTable(random);
      var parsed = Jsoup.parse(html);
      var ours = JsoupTree.of(html).select("table").getFirst().table().orElseThrow();
      assertThat(texts(ours)).as(html).isEqualTo(naive(parsed.selectFirst("table")));
    }
  }

  private static String randomTable(Random random) {
    var html = new StringBuilder("<table>");
    int cell = 0;
    for (int row = random.nextInt(1, 7); row > 0; row--) {
      if (random.nextInt(4) == 0) {
        html.append(random.nextBoolean() ? "<tbody>" : "<tfoot>");
      }
      html.append("<tr>");
      for (int column = random.nextInt(5); column > 0; column--) {
        html.append(random.nextInt(4) == 0 ? "<th" : "<td");
        if (random.nextInt(3) == 0) {
          html.append(" rowspan=").append(random.nextInt(5));
        }
        if (random.nextInt(3) == 0) {
          html.append(" colspan=").append(random.nextInt(5));
        }
        html.append('>').append(cell++);
        if (random.nextInt(9) == 0) {
          html.append("<table><tr><td rowspan=2>n<tr><td>m</table>");
        }
      }
    }
    return html.toString();
  }

  /// A grid of places that are filled one by one; the first cell of a place stays.
  private static List<List<String>> naive(Element table) {
    var rows = new ArrayList<List<String>>();
    for (var section : table.children()) {
      var grid = new HashMap<Integer, TreeMap<Integer, String>>();
      var trs = section.children().stream().filter(row -> row.nameIs("tr")).toList();
      for (int y = 0; y < trs.size(); y++) {
        fill(grid, trs.get(y), y, trs.size());
        rows.add(row(grid.getOrDefault(y, new TreeMap<>())));
      }
    }
    return rows;
  }

  private static void fill(
      Map<Integer, TreeMap<Integer, String>> grid, Element row, int y, int height) {
    int x = 0;
    for (var cell : row.children()) {
      var taken = grid.computeIfAbsent(y, _ -> new TreeMap<>());
      while (taken.containsKey(x)) {
        x++;
      }
      int columns = Math.max(1, Integer.parseInt("0" + cell.attr("colspan")));
      int span = cell.hasAttr("rowspan") ? Integer.parseInt(cell.attr("rowspan")) : 1;
      int rows = span == 0 ? height : span;
      for (int dx = 0; dx < columns; dx++) {
        boolean isTaken = grid.get(y).containsKey(x + dx);
        for (int dy = 0; dy < rows && y + dy < height && !isTaken; dy++) {
          grid.computeIfAbsent(y + dy, _ -> new TreeMap<>()).put(x + dx, cell.text());
        }
      }
      x += columns;
    }
  }

  private static List<String> row(TreeMap<Integer, String> places) {
    var texts = new ArrayList<String>();
    for (int x = 0; !places.isEmpty() && x <= places.lastKey(); x++) {
      texts.add(places.getOrDefault(x, ""));
    }
    return texts;
  }
}
