package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every example of seed 001: "A Method for Web Robots Control", draft 2 of November 1996. The seed
/// shows what changed since draft 1; the first rows of the table stand in the draft itself. No row
/// is decided otherwise.
class WebRobotsControlDraftTest {

  /// Section 3.2.1: a robot of that name scans for records with this line.
  @Test
  void figtreeOfSection321() {
    var robots = robots("User-agent: figtree\nDisallow: /tmp\n\nUser-agent: *\nDisallow: /\n");
    assertThat(robots.allows("FigTree", "/a")).isTrue();
    assertThat(robots.allows("FigTree", "/tmp")).isFalse();
    assertThat(robots.allows("other", "/a")).isFalse();
  }

  /// Section 3.2.1: the first record that contains the name as a substring; else the first `*`;
  /// else access is unlimited.
  @Test
  void recordsOfSection321() {
    var robots =
        robots(
            """
            User-agent: *
            Disallow: /1

            User-agent: BigFigtreeBot
            Disallow: /2

            User-agent: figtree
            Disallow: /3
            """);
    assertThat(robots.allows("figtree", "/2")).isFalse();
    assertThat(robots.allows("figtree", "/3")).isTrue();
    assertThat(robots.allows("other", "/1")).isFalse();
    assertThat(robots("User-agent: a\nDisallow: /\n").allows("b", "/")).isTrue();
  }

  /// Section 3.2.2: the first match found is used; without one the URL is allowed.
  @Test
  void orderOfSection322() {
    var robots = robots("User-agent: *\nAllow: /org/\nDisallow: /org/plans.html\nDisallow: /b\n");
    assertThat(robots.access("x", "/org/plans.html").line()).isEqualTo(2);
    assertThat(robots.allows("x", "/b")).isFalse();
    assertThat(robots.allows("x", "/c")).isTrue();
  }

  /// Section 3.2.2: the table "Record Path, URL path, Matches".
  @ParameterizedTest
  @CsvSource({
    "/tmp, /tmp, true",
    "/tmp, /tmp.html, true",
    "/tmp, /tmp/a.html, true",
    "/tmp/, /tmp, false",
    "/tmp/, /tmp/, true",
    "/tmp/, /tmp/a.html, true",
    "/a%3cd.html, /a%3cd.html, true",
    "/a%3Cd.html, /a%3cd.html, true",
    "/a%3cd.html, /a%3Cd.html, true",
    "/a%3Cd.html, /a%3Cd.html, true",
    "/a%2fb.html, /a%2fb.html, true",
    "/a%2fb.html, /a/b.html, false",
    "/a/b.html, /a%2fb.html, false",
    "/a/b.html, /a/b.html, true",
    "/%7ejoe/index.html, /~joe/index.html, true",
    "/~joe/index.html, /%7Ejoe/index.html, true"
  })
  void tableOfSection322(String record, String url, boolean matches) {
    assertThat(robots("User-agent: *\nDisallow: " + record).allows("x", url)).isEqualTo(!matches);
  }

  /// Section 3.2: fields that the draft does not know may occur, and comments with white space
  /// before them.
  @Test
  void extensionsAndCommentsOfSection32() {
    var robots = robots("User-agent: a \t# c\nFoo: bar  # c\nDisallow: /x # c\n  # c\nAllow: /\n");
    assertThat(robots.access("a", "/x").line()).isEqualTo(3);
    assertThat(robots.access("a", "/y").line()).isEqualTo(5);
  }

  private static RobotsTxt robots(String text) {
    return RobotsTxt.parse(
        text.getBytes(StandardCharsets.US_ASCII),
        RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996));
  }
}
