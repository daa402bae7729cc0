package dev.sojourn.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.report.ReportBlock.Table;
import dev.sojourn.lab.report.ReportBlock.Table.Column;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Tables of LaTeX as text.
final class LatexTableTest {
  static final Table HOSTILE =
      new Table(
          List.of(new Column("agent & kind_1", false), new Column("95 % interval (s)", true)),
          List.of(
              List.of("\\input{/etc/passwd} $x^2$ ~#{}", "1.5 to 2.5"),
              List.of("[2cm] a <b> | \"c\"", "–"),
              List.of("*", "≤ 3"),
              List.of("検索 \u202e\n\\end{tabular}\u0001 é", "≥ 4"),
              List.of(
                  IntStream.rangeClosed(' ', '~')
                      .mapToObj(Character::toString)
                      .collect(Collectors.joining()),
                  "1,234")));

  @Test
  void aTableHasALineForEachRowAndItsTextStaysText() {
    assertThat(LatexTable.of("A title\n\\input{x}", HOSTILE).lines())
        .startsWith(
            "% A title \\textbackslash{}input\\{x\\}",
            "\\begin{tabular}{lr}",
            "\\hline",
            "agent \\& kind\\_1 & 95 \\% interval (s) \\\\",
            "\\hline",
            "\\textbackslash{}input\\{/etc/passwd\\} \\$x\\textasciicircum{}2\\$"
                + " \\textasciitilde{}\\#\\{\\} & 1.5 to 2.5 \\\\",
            "{[}2cm] a \\textless{}b\\textgreater{} \\textbar{} ''c'' & -- \\\\",
            "{*} & $\\leq$ 3 \\\\")
        .endsWith("\\hline", "\\end{tabular}")
        .hasSize(12);
  }
}
