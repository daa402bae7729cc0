package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Directives;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.ReadPage;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The wishes of a page, from its fields and its head alone.
class PageDirectivesTest {

  @Test
  void joinsFieldsAndTheMetaElementsOfTheHead() {
    assertThat(
            rules(
                List.of("noarchive", "examplebot: nosnippet", "other: noindex"),
                "<head><meta name=ROBOTS content=NoFollow><meta name=examplebot"
                    + " content=foo></head>"))
        .containsExactlyInAnyOrder("noarchive", "nosnippet", "nofollow", "foo");
  }

  @Test
  void metaElementsOutsideTheHeadMeanNothing() {
    assertThat(
            rules(
                List.of(),
                "<head><title>t</title></head><body><p>x</p><meta name=robots content=noindex>"
                    + "<div><meta name=examplebot content=nofollow></div></body>"))
        .isEmpty();
  }

  @Test
  void allRestrictsNothingAndAPropertyAddressesNobody() {
    assertThat(
            rules(
                List.of("all"),
                "<head><meta property=robots content=noindex><meta name=robots content='all,"
                    + " max-snippet:5, none, unavailable_after: 2026-01-01'></head>"))
        .containsExactlyInAnyOrder("all", "max-snippet:5", "none", "unavailable_after:2026-01-01");
    assertThat(new Directives(Set.of("all")).mayIndex(Instant.EPOCH)).isTrue();
    assertThat(new Directives(Set.of("all", "none")).mayIndex(Instant.EPOCH)).isFalse();
    assertThat(new Directives(Set.of("all", "none")).nofollow()).isTrue();
  }

  @Test
  void metaElementsForAnotherRobotMeanNothing() {
    assertThat(rules(List.of(), "<head><meta name=other content=noindex></head>")).isEmpty();
  }

  private static Set<String> rules(List<String> fields, String html) {
    var url = PageUrl.parse("https://h.example/").orElseThrow();
    var page = ReadPage.of(url, Map.of("Content-Type", List.of("text/html")), html);
    return PageDirectives.of(fields, page.view().namedMetas(), "ExampleBot").rules();
  }
}
