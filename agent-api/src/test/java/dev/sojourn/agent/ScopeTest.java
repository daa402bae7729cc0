package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScopeTest {
  private static final String SITE = "http://example.org";
  private static final Scope HOMES =
      new Scope(SITE, List.of("/home/", "/home/none/but/this"), List.of("/home/none/"));

  @ParameterizedTest
  @CsvSource({
    "http://example.org/home/, true",
    "http://example.org/home/user1/index.html, true",
    "HTTP://EXAMPLE.ORG:80/home/?q#f, true",
    "http://example.org/home, false",
    "http://example.org/, false",
    "http://example.org/home/none/, false",
    "http://example.org/home/none/x, false",
    "http://example.org/home/none, true",
    "http://example.org/home/none/but/this, true",
    "http://example.org/home/none/but/this/too, true",
    "http://example.org/home/none/but/that, false",
    "https://example.org/home/, false",
    "http://example.org:8080/home/, false",
    "http://www.example.org/home/, false",
    "not a url, false",
  })
  void theLongestPrefixDecides(String url, boolean inside) {
    assertThat(HOMES.contains(url)).isEqualTo(inside);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.org/home/../secret",
        "http://example.org/home/%2e%2e/secret",
        "http://example.org/home/user/../../secret",
        "http://example.org/home/./none/x",
        "http://example.org/home/x/../none/x",
        "http://example.org/home/n%6Fne/x",
        "http://example.org@evil.example/home/",
        "http://evil.example/home/http://example.org/home/",
      })
  void noDetourLeadsOut(String attack) {
    assertThat(HOMES.contains(attack)).isFalse();
  }

  @Test
  void theWholeSiteHasAllItsPaths() {
    var site = Scope.site("https://example.org:8443");

    assertThat(site.contains("https://example.org:8443")).isTrue();
    assertThat(site.contains("https://example.org:8443/a/b?c")).isTrue();
    assertThat(site.contains("https://example.org/a/b?c")).isFalse();
  }

  @Test
  void keepsItsOwnCopyOfThePrefixes() {
    var includes = new ArrayList<>(List.of("/a/"));
    var scope = new Scope(SITE, includes, List.of());
    includes.add("/b/");

    assertThat(scope.contains(SITE + "/b/")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://Example.org",
        "http://example.org/",
        "http://example.org:80",
        "example.org",
        "ftp://example.org",
        "http://user@example.org",
        "http://example.org?",
        "",
      })
  void refusesAnOriginThatIsNotNormalised(String origin) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Scope.site(origin))
        .withMessageStartingWith("origin: " + origin);
  }

  @Test
  void refusesPrefixesThatDecideNothing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scope(SITE, List.of(), List.of()))
        .withMessageContaining("includes: []");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scope(SITE, List.of("a"), List.of()))
        .withMessageContaining("includes: a");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scope(SITE, List.of("/"), List.of("")))
        .withMessageContaining("excludes: ");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Scope(SITE, List.of("/a"), List.of("/a")))
        .withMessageContaining("excludes: /a");
  }
}
