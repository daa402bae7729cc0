package dev.sojourn.sandbox.worker.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What a page asks for, from its fields and its head, and from nowhere else.
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
  void metaElementsForAnotherRobotMeanNothing() {
    assertThat(rules(List.of(), "<head><meta name=other content=noindex></head>")).isEmpty();
  }

  private static Set<String> rules(List<String> fields, String html) {
    var url = PageUrl.parse("https://h.example/").orElseThrow();
    return PageDirectives.of(fields, ParsedHtml.parse(html, url).metas(), "ExampleBot").rules();
  }
}
