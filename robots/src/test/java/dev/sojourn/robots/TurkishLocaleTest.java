package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// A locale in which the capital of `i` is another letter must not change the reading.
class TurkishLocaleTest {

  private final Locale before = Locale.getDefault();

  @BeforeEach
  void speakTurkish() {
    Locale.setDefault(Locale.of("tr", "TR"));
  }

  @AfterEach
  void speakAsBefore() {
    Locale.setDefault(before);
  }

  @Test
  void namesOfFieldsAndRobotsAreComparedByTheirOctets() {
    var file =
        """
        USER-AGENT: WIKIBOT
        DISALLOW: /I
        CRAWL-DELAY: 2
        SITEMAP: HTTPS://I.EXAMPLE/I
        LICENSE: https://i.example/l
        MOBILE-AGENT-SERVER: / ATP://WIKI.EXAMPLE:434
        CLEAN-PARAM-I: x
        """;
    for (var dialect : Dialect.values()) {
      var options = RobotsOptions.LENIENT.withDialect(dialect);
      var robots = RobotsTxt.parse(file.getBytes(StandardCharsets.UTF_8), options);
      assertThat(robots.allows("WikiBot", "/I")).isFalse();
      assertThat(robots.allows("wikibot", "/i")).isTrue();
      assertThat(robots.crawlDelay("WIKIBOT")).isPresent();
      assertThat(robots.sitemaps()).containsExactly("HTTPS://I.EXAMPLE/I");
      assertThat(robots.licenses()).hasSize(1);
      assertThat(robots.route("/")).hasToString("atp://wiki.example:434");
      assertThat(robots.records()).extracting(OtherRecord::name).contains("clean-param-i");
    }
  }

  @Test
  void misspeltFieldsAreRepaired() {
    var robots =
        RobotsTxt.parse(
            "User-agent: *\nDISSALLOW: /x".getBytes(StandardCharsets.UTF_8), RobotsOptions.LENIENT);
    assertThat(robots.allows("x", "/x")).isFalse();
  }

  @Test
  void rulesOfARobotsTagAreComparedByTheirLetters() {
    var tag = RobotsTag.parse("WIKIBOT;NOINDEX, NOSNIPPET");
    assertThat(tag.restrictions("WikiBot")).containsExactly("noindex", "nosnippet");
    assertThat(RobotsTag.parseMeta("WIKIBOT", "NOINDEX").restrictions("wikibot"))
        .containsExactly("noindex");
  }

  @Test
  void patternsMatchAsInAnyLanguage() {
    for (var pattern : new String[] {"/I*i$", "/%69", "/\u0130", "/\u0131"}) {
      var file = ("User-agent: *\nDisallow: " + pattern).getBytes(StandardCharsets.UTF_8);
      for (var path : new String[] {"/I", "/Ii", "/i", "/\u0130x", "/%C4%B1", "/ii"}) {
        assertThat(RobotsTxt.parse(file).allows("x", path))
            .as("%s by %s", path, pattern)
            .isEqualTo(new NaiveRobots(file).allows("x", path));
      }
    }
  }
}
