package dev.sojourn.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class UrlFilterTest {
  private static final String START = "http://a.example/";

  private static UrlFilter filter(List<String> includes, List<String> excludes) {
    return UrlFilter.of(new ScopeRules(includes, excludes, List.of(START)));
  }

  @Test
  void withoutRulesWantsEverything() {
    assertThat(UrlFilter.NONE.wants("http://a.example/x")).isTrue();
    assertThat(UrlFilter.NONE.objection("http://a.example/x")).isEmpty();
  }

  @Test
  void anExcludeOutweighsAnInclude() {
    var filter = filter(List.of("/docs/"), List.of("/docs/old/"));

    assertThat(filter.wants("http://a.example/docs/new")).isTrue();
    assertThat(filter.wants("http://a.example/docs/old/x")).isFalse();
    assertThat(filter.objection("http://a.example/docs/old/x"))
        .contains("The crawl leaves it out: --exclude /docs/old/.");
  }

  @Test
  void aStartUrlNeedsNoInclude() {
    var filter = filter(List.of("/docs/"), List.of());

    assertThat(filter.wants(START)).isTrue();
    assertThat(filter.wants("http://a.example/blog/")).isFalse();
    assertThat(filter.objection("http://a.example/blog/"))
        .contains("The crawl leaves it out: no --include matches it.");
  }

  @Test
  void aStartUrlMayRedirectToWhatNoIncludeMatches() {
    var filter = filter(List.of("/docs/"), List.of("/private/"));

    assertThat(filter.wants(START, "http://a.example/en/")).isTrue();
    assertThat(filter.wants(START, "http://a.example/private/")).isFalse();
    assertThat(filter.wants("http://a.example/docs/x", "http://a.example/en/")).isFalse();
  }

  @Test
  void anExcludedStartUrlIsLeftOut() {
    assertThat(filter(List.of(), List.of("/$")).wants(START)).isFalse();
  }

  @Test
  void aVisitGetsOnlyItsOwnStartUrls() {
    var rules = new ScopeRules(List.of("/docs/"), List.of(), List.of(START, START + "other"));

    assertThat(rules.ofVisit(List.of(START, START + "docs/x")).starts()).containsExactly(START);
  }

  @Test
  void refusesTooManyPatterns() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ScopeRules(List.of(), Collections.nCopies(201, "/a"), List.of()))
        .withMessage("There are 201 patterns for URLs; there may be 200 at most.");
  }

  @Test
  void refusesTooManyCharacters() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ScopeRules(
                    List.of(), Collections.nCopies(17, "/" + "a".repeat(999)), List.of()))
        .withMessageContaining("17000 characters");
  }
}
