package dev.sojourn.base.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FittedTableTest {
  private static final List<List<String>> ROWS =
      List.of(
          List.of("ID", "SIGNER", "SITE", "PAGES"),
          List.of("0123456789", "crawler.example", "https://docs.example.org", "12"),
          List.of("0123456780", "me", "http://site.example", "3"));

  @Test
  void aTableThatFitsStaysAsItIs() {
    var fitted = FittedTable.of(ROWS, 60, List.of("SIGNER", "SITE"), List.of("PAGES"));

    assertThat(fitted.rows()).isEqualTo(ROWS);
    assertThat(fitted.notice()).isEmpty();
  }

  @Test
  void theWidestCellsAreCutFirst() {
    var fitted = FittedTable.of(ROWS, 52, List.of("SIGNER", "SITE"), List.of("PAGES"));

    assertThat(fitted.rows().get(1))
        .containsExactly("0123456789", "crawler.example", "https://docs.ex…", "12");
    assertThat(fitted.rows().get(2).get(1)).isEqualTo("me");
  }

  @Test
  void columnsAreLeftOutWhereCuttingDoesNotSuffice() {
    var fitted = FittedTable.of(ROWS, 25, List.of("SIGNER", "SITE"), List.of("PAGES", "SITE"));

    assertThat(fitted.rows().getFirst()).containsExactly("ID", "SIGNER");
    assertThat(fitted.rows().get(1)).containsExactly("0123456789", "crawler.exam…");
    assertThat(fitted.notice())
        .isEqualTo("The terminal is too narrow for PAGES, SITE; --json has all.");
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 30, 40, 52, 53, 54, 60})
  void noLineIsWiderThanTheTerminal(int width) {
    var text = new StringWriter();
    var fitted = FittedTable.of(ROWS, width, List.of("SIGNER", "SITE"), List.of("PAGES", "SITE"));

    Columns.print(
        fitted.rows(),
        fitted.rows().getFirst().size(),
        String::length,
        new PrintWriter(text, true));

    assertThat(text.toString().lines()).hasSize(3).allMatch(line -> line.length() <= width);
  }

  @Test
  void idsAreAsShortAsTheyCanBeAndStillDiffer() {
    assertThat(FittedTable.beginnings(List.of("0123456789ab", "0123456780ab", "f", "f")))
        .containsExactly("0123456789", "0123456780", "f", "f");
    assertThat(FittedTable.beginnings(List.of("0123456789ab", "aaaaaaaaaaaaa")))
        .containsExactly("01234567", "aaaaaaaa");
  }
}
