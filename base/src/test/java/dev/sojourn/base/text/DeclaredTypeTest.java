package dev.sojourn.base.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The type of an answer that declares it once, several times, or not at all.
final class DeclaredTypeTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "text/html|text/html",
        "' TEXT/HTML ;charset=utf-8'|text/html",
        "text/html;|text/html",
        "text/html, text/html|text/html",
        "text/html,text/plain|text/plain",
        "text/plain, text/html;x=\", a/b\"|text/html",
        "'text/html, '|text/html",
        "text/html, nonsense|text/html",
        "text/html, */*|text/html",
        "application/vnd.wap.xhtml+xml|application/vnd.wap.xhtml+xml",
        "*/*|*/*"
      })
  void theLastTypeCounts(String field, String essence) {
    assertThat(DeclaredType.of(List.of(field)).essence()).isEqualTo(essence);
  }

  @ParameterizedTest
  @CsvSource({"''", "html", "text/", "/html", "text/html/x", "te xt/html", "'text/html charset=a'"})
  void whatIsNoTypeDeclaresNone(String field) {
    assertThat(DeclaredType.of(List.of(field)).essence()).isEmpty();
  }

  @Test
  void fieldsCountAsOneListAndTheCharsetOfTheSameTypeStays() {
    assertThat(DeclaredType.of(List.of("text/html", "text/html; charset=utf-8")).field().strip())
        .isEqualTo("text/html; charset=utf-8");
    assertThat(DeclaredType.of(List.of("text/html; charset=a, text/html")).field())
        .isEqualTo("text/html; charset=a");
    assertThat(DeclaredType.of(List.of("text/html; charset=a", "text/plain")).field())
        .isEqualTo("text/plain");
    assertThat(DeclaredType.of(List.of()).essence()).isEmpty();
  }

  @Test
  void aFieldWithoutEndIsReadToItsBound() {
    assertThat(DeclaredType.of(List.of("text/html" + ",".repeat(1_000_000))).essence())
        .isEqualTo("text/html");
    assertThat(DeclaredType.of(List.of("\"".repeat(1_000_001) + ",text/html")).essence()).isEmpty();
  }
}
