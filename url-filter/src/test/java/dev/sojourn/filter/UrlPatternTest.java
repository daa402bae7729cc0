package dev.sojourn.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UrlPatternTest {

  @ParameterizedTest
  @CsvSource({
    "/docs/, http://a.example/docs/x, true",
    "/docs/, http://a.example/docs, false",
    "/docs/, https://b.example:8080/docs/?q=1, true",
    "/docs$, http://a.example/docs, true",
    "/docs$, http://a.example/docs/, false",
    "*.pdf$, http://a.example/a/b.pdf, true",
    "*.pdf$, http://a.example/a/b.pdf?page=2, false",
    "*sort=, http://a.example/list?sort=name, true",
    "*?*sort=, http://a.example/sort=1, false",
    "/caf%c3%a9, http://a.example/caf%C3%A9/menu, true",
    "/café, http://a.example/caf%C3%A9/menu, true",
    "/a%2Ab, http://a.example/a*b, true",
    "/a%2Ab, http://a.example/axb, false",
    "http://a.example/docs/, http://a.example/docs/x, true",
    "http://a.example/docs/, https://a.example/docs/x, false",
    "http://a.example/docs/, http://a.example.evil/docs/x, false",
    "http://a.example/*.pdf$, http://a.example/x.pdf, true",
    "'regex:[?&]page=[0-9]{3,}', http://a.example/list?page=100, true",
    "'regex:[?&]page=[0-9]{3,}', http://a.example/list?page=99, false",
    "regex:^https://, http://a.example/, false"
  })
  void matches(String pattern, String url, boolean isMatch) {
    assertThat(UrlPattern.of(pattern).matches(url)).isEqualTo(isMatch);
  }

  @ParameterizedTest
  @ValueSource(strings = {"docs/", "", "a.example/docs/", "ftp://a.example/x", "http://a.example"})
  void refusesTextOfNoForm(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UrlPattern.of(text))
        .withMessageContaining("The pattern " + text + " is neither a path");
  }

  @Test
  void refusesAWildcardInAHost() {
    assertThatIllegalArgumentException().isThrownBy(() -> UrlPattern.of("http://*.example/x"));
  }

  @Test
  void namesTheFaultOfAnExpression() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> UrlPattern.of("regex:a(b"))
        .withMessageContaining("regex:a(b")
        .withMessageContaining("missing closing )");
  }

  @Test
  void refusesALongPattern() {
    assertThatIllegalArgumentException().isThrownBy(() -> UrlPattern.of("/" + "a".repeat(1_000)));
  }

  /// Backtracking takes longer than the age of the universe here.
  @Test
  void anExpressionThatBacktracksElsewhereIsLinear() {
    var pattern = UrlPattern.of("regex:(a+)+$");

    assertThat(pattern.matches("http://a.example/" + "a".repeat(8_000) + "!")).isFalse();
  }

  /// Against expressions of the JDK, over an alphabet in which everything occurs often.
  @Test
  void globsMatchAsANaiveModelDoes() {
    var random = new Random(20261130);
    for (int i = 0; i < 200_000; i++) {
      var glob = (random.nextBoolean() ? "/" : "*") + text(random, "ab/*?$", 6);
      var path = "/" + text(random, "ab/?$", 8);
      boolean isAnchored = glob.endsWith("$");
      var body = isAnchored ? glob.substring(0, glob.length() - 1) : glob;
      var naive = new StringBuilder();
      body.chars()
          .forEach(c -> naive.append(c == '*' ? ".*" : Pattern.quote(Character.toString(c))));
      naive.append(isAnchored ? "" : ".*");

      assertThat(UrlPattern.of(glob).matches("http://a.example" + path))
          .as("%s and %s", glob, path)
          .isEqualTo(path.matches(naive.toString()));
    }
  }

  private static String text(Random random, String alphabet, int most) {
    var text = new StringBuilder();
    for (int i = random.nextInt(most + 1); i > 0; i--) {
      text.append(alphabet.charAt(random.nextInt(alphabet.length())));
    }
    return text.toString();
  }
}
