package dev.sojourn.dispatcher.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReferencesTest {
  private static final PageUrl BASE = PageUrl.parse("http://a.example/b/c/d?q").orElseThrow();

  @ParameterizedTest
  @CsvSource({
    "http://other.example/x, http://other.example/x",
    "HTTPS://Other.Example:443/x, https://other.example/x",
    "//other.example/x, http://other.example/x",
    "/x, http://a.example/x",
    "x, http://a.example/b/c/x",
    "./x/, http://a.example/b/c/x/",
    "../x, http://a.example/b/x",
    "../../../x, http://a.example/x",
    "?y, http://a.example/b/c/d?y",
    "#f, http://a.example/b/c/d?q",
    "x:y/z, ''",
    "a b/ü, http://a.example/b/c/a%20b/%C3%BC",
  })
  void resolvesAsBrowsersDo(String reference, String expected) {
    assertThat(References.resolve(BASE, reference).map(PageUrl::toString).orElse(""))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://a.example/", "javascript:alert(1)", "http://", "//user@b.example/", "/\\b"})
  void namesNoPage(String reference) {
    assertThat(References.resolve(BASE, reference)).isEmpty();
  }

  @Test
  void anEmptyReferenceIsThePageItself() {
    assertThat(References.resolve(BASE, " ")).contains(BASE);
  }
}
