package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Every example of seed 002: "Robots Exclusion Protocol", draft-koster-rep-00 of July 2019, and
/// the same of its successor, RFC 9309.
class RobotsExclusionDraftTest {

  /// Section 2.2.1: the table of the HTTP header and the user-agent line.
  @Test
  void tableOfSection221() {
    var robots = robots("user-agent: ExampleBot\nDisallow: /x\nuser-agent: *\nDisallow: /y\n");
    for (var token : new String[] {"ExampleBot", "ExampleBot/0.1", "examplebot"}) {
      assertThat(robots.allows(token, "/x")).as(token).isFalse();
      assertThat(robots.allows(token, "/y")).as(token).isTrue();
    }
  }

  /// Section 2.2.2, the table of paths, but for its row 2: what the path is, and what it matches.
  @ParameterizedTest
  @CsvSource({
    "/foo/bar?baz=quz, /foo/bar?baz=quz",
    "/foo/bar/\u30c4, /foo/bar/%E3%83%84",
    "/foo/bar/%E3%83%84, /foo/bar/\u30c4",
    "/foo/bar/%E3%83%84, /foo/bar/%E3%83%84",
    "/foo/bar/%62%61%7A, /foo/bar/baz"
  })
  void tableOfSection222(String path, String toMatch) {
    assertThat(robots("User-agent: *\nDisallow: " + path).allows("x", toMatch)).isFalse();
    assertThat(robots("User-agent: *\nDisallow: " + toMatch).allows("x", path)).isFalse();
  }

  /// Section 2.2.2, row 2 of the table, decided otherwise. The draft encodes `:` and `/` in a query
  /// as `%3A` and `%2F`, which RFC 3986 calls another URL, and RFC 9309 repeats only for URLs that
  /// have them encoded. Reserved characters are compared as they stand.
  @Test
  void rowTwoOfSection222IsDecidedOtherwise() {
    var path = "/foo/bar?baz=http://foo.bar";
    var encoded = "/foo/bar?baz=http%3A%2F%2Ffoo.bar";
    var robots = robots("User-agent: *\nDisallow: " + path);
    assertThat(robots.allows("x", path)).isFalse();
    assertThat(robots.allows("x", encoded)).isTrue();
    assertThat(robots("User-agent: *\nDisallow: " + encoded).allows("x", encoded)).isFalse();
    assertThat(robots("User-agent: *\nDisallow: " + encoded).allows("x", path)).isTrue();
  }

  /// RFC 9309, 2.2.2, row 2 of its table: what is encoded stays so, the digits in upper case.
  @Test
  void rowTwoOfRfc9309() {
    var path = "/foo/bar?baz=https%3A%2F%2Ffoo.bar";
    assertThat(
            robots("User-agent: *\nDisallow: " + path)
                .allows("x", "/foo/bar?baz=https%3a%2f%2Ffoo.bar"))
        .isFalse();
  }

  /// Section 2.2.3, the table of special characters: `#`.
  @ParameterizedTest
  @ValueSource(strings = {"allow: / # comment in line", "# comment at the end\nallow: /"})
  void commentsOfSection223(String lines) {
    var robots = robots("User-agent: *\nDisallow: /\n" + lines);
    assertThat(robots.access("x", "/a").rule().orElseThrow().text()).isEqualTo("Allow: /");
  }

  /// Section 2.2.3, the table of special characters: `$` and `*`.
  @ParameterizedTest
  @CsvSource({
    "/this/path/exactly$, /this/path/exactly, true",
    "/this/path/exactly$, /this/path/exactly/x, false",
    "/this/*/exactly, /this/path/exactly, true",
    "/this/*/exactly, /this//exactly, true",
    "/this/*/exactly, /this/exactly, false"
  })
  void specialCharactersOfSection223(String pattern, String path, boolean allowed) {
    assertThat(robots("User-agent: *\nDisallow: /\nallow: " + pattern).allows("x", path))
        .isEqualTo(allowed);
  }

  /// Section 2.2.3, the table of special characters that are meant as they are.
  @ParameterizedTest
  @CsvSource({
    "/path/file-with-a-%2A.html, https://www.example.com/path/file-with-a-*.html, false",
    "/path/file-with-a-%2A.html, https://www.example.com/path/file-with-a-x.html, true",
    "/path/foo-%24, https://www.example.com/path/foo-$, false",
    "/path/foo-%24, https://www.example.com/path/foo-, true"
  })
  void literalCharactersOfSection223(String pattern, String url, boolean allowed) {
    assertThat(robots("User-agent: *\nDisallow: " + pattern).allows("x", url)).isEqualTo(allowed);
  }

  /// Section 2.2.4: another record, as `sitemap`.
  @Test
  void otherRecordOfSection224() {
    var robots = robots("User-agent: a\nsitemap: https://h/s.xml\nUser-agent: b\nDisallow: /x\n");
    assertThat(robots.sitemaps()).containsExactly("https://h/s.xml");
    assertThat(robots.allows("a", "/x")).isFalse();
  }

  /// Section 3.1; RFC 9309, 5.1. The draft's `EOF` is the end of the file.
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
  void simpleExampleOfSection31(String agent, String path, boolean allowed) {
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

  /// Section 3.2; RFC 9309, 5.2, which asks for the URL that the longer rule names.
  @Test
  void longestMatchOfSection32() {
    assertThat(longest().access("foobot", "example.com/example/page/disallowed.gif").line())
        .isEqualTo(3);
    assertThat(longest().access("foobot", "example.com/example/page/x.gif").line()).isEqualTo(2);
  }

  /// Section 3.2, decided otherwise: the draft asks for `disallow.gif`, two letters short of the
  /// longer rule, which cannot match it.
  @Test
  void urlOfSection32IsDecidedOtherwise() {
    assertThat(longest().access("foobot", "example.com/example/page/disallow.gif").line())
        .isEqualTo(2);
  }

  private static RobotsTxt longest() {
    return robots(
        """
        User-Agent : foobot
        Allow : /example/page/
        Disallow : /example/page/disallowed.gif
        """);
  }

  private static RobotsTxt robots(String text) {
    return RobotsTxt.parse(text.getBytes(StandardCharsets.UTF_8));
  }
}
