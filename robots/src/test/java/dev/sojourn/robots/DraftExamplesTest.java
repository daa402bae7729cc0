package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The examples that the specifications themselves give.
class DraftExamplesTest {

  /// The draft of 2019, section 3.1; RFC 9309, 5.1.
  @ParameterizedTest
  @CsvSource({
    "foobot, /example/page.html, false",
    "foobot, /example/disallowed.gif, false",
    "foobot, /example/other.gif, true",
    "barbot, /example/page.html, true",
    "barbot, /example/disallowed.gif, false",
    "bazbot, /example/page.html, true",
    "bazbot, /example/disallowed.gif, false",
    "quxbot, /example/disallowed.gif, true",
    "anybot, /example/disallowed.gif, true"
  })
  void simpleExampleOfTheDraftOf2019(String agent, String path, boolean allowed) {
    var robots =
        robots(
            """
            User-Agent : foobot
            Disallow : /example/page.html
            Disallow : /example/disallowed.gif

            User-Agent : barbot
            User-Agent : bazbot
            Allow : /example/page.html
            Disallow : /example/disallowed.gif

            User-Agent: quxbot
            """);
    assertThat(robots.allows(agent, "https://example.com" + path)).isEqualTo(allowed);
  }

  /// The draft of 2019, section 3.2; RFC 9309, 5.2.
  @Test
  void longestMatchOfTheDraftOf2019() {
    var robots =
        robots(
            """
            User-Agent : foobot
            Allow : /example/page/
            Disallow : /example/page/disallowed.gif
            """);
    assertThat(robots.access("foobot", "/example/page/disallowed.gif").line()).isEqualTo(3);
    assertThat(robots.access("foobot", "/example/page/x.gif").line()).isEqualTo(2);
  }

  /// RFC 9309, 2.2.2: the table of encodings.
  @ParameterizedTest
  @CsvSource({
    "/foo/bar?baz=quz, /foo/bar?baz=quz",
    "/foo/bar?baz=https://foo.bar, /foo/bar?baz=https://foo.bar",
    "/foo/bar?baz=https%3A%2F%2Ffoo.bar, /foo/bar?baz=https%3a%2f%2Ffoo.bar",
    "/foo/bar/\u30c4, /foo/bar/%E3%83%84",
    "/foo/bar/%E3%83%84, /foo/bar/\u30c4",
    "/foo/bar/%62%61%7A, /foo/bar/baz"
  })
  void pathsThatAreEqual(String pattern, String path) {
    assertThat(robots("User-agent: *\nDisallow: " + pattern).allows("x", path)).isFalse();
  }

  /// RFC 9309, 2.2.2: reserved characters and their escapes differ.
  @Test
  void escapedReservedCharactersAreNotEqualToThemselves() {
    var robots = robots("User-agent: *\nDisallow: /foo/bar?baz=https://foo.bar");
    assertThat(robots.allows("x", "/foo/bar?baz=https%3A%2F%2Ffoo.bar")).isTrue();
  }

  /// The Mobile Agents draft, section 3.1.
  @ParameterizedTest
  @CsvSource({
    "/, none, 1",
    "/other, none, 1",
    "/dir1, atp://www.fict.org:544, 2",
    "/dir1/x, atp://www.fict.org:544, 2",
    "/dir1/dir2, atp://www.fict.org:543, 3",
    "/dir1/dir2/x, atp://www.fict.org:543, 3",
    "/dir1/dir3, atp://www.fict.org:544, 2"
  })
  void subtreesOfTheMobileAgentsDraft(String path, String route, int line) {
    var robots =
        robots(
            """
            Mobile-agent-server: / none
            Mobile-agent-server: /dir1 atp://www.fict.org:544
            Mobile-agent-server: /dir1/dir2 atp://www.fict.org:543
            """);
    assertThat(robots.route(path)).hasToString(route);
    assertThat(robots.route(path).decidingLine()).isEqualTo(line);
  }

  /// The Mobile Agents draft, section 3.2: any of `*space` between path and target.
  @Test
  void pathAndTargetMayStandApartByTabsAndSpaces() {
    var robots = robots("mobile-agent-server:\t/a \t atp://h:1 \t\nMobile-Agent-Server:/b\tnone");
    assertThat(robots.route("/a")).hasToString("atp://h:1");
    assertThat(robots.route("/b")).isEqualTo(new Route.None(2));
  }

  /// An agent goes where both answers are yes; the one does not make the other.
  @Test
  void routeDoesNotAllowAndNoneDoesNotForbid() {
    var robots =
        robots(
            """
            User-agent: *
            Disallow: /closed/
            Mobile-agent-server: / atp://h:1
            Mobile-agent-server: /classic/ none
            """);
    assertThat(robots.allows("x", "/closed/a")).isFalse();
    assertThat(robots.route("/closed/a")).isInstanceOf(Route.Host.class);
    assertThat(robots.allows("x", "/classic/a")).isTrue();
    assertThat(robots.route("/classic/a")).isInstanceOf(Route.None.class);
  }

  private static RobotsTxt robots(String text) {
    return RobotsTxt.parse(text.getBytes(StandardCharsets.UTF_8));
  }
}
