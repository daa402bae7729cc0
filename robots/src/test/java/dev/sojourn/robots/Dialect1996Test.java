package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// "A Method for Web Robots Control", draft 2, beyond its examples.
class Dialect1996Test {

  @Test
  void firstMatchInFileOrderDecides() {
    var robots = robots("User-agent: *\nDisallow: /org/plans.html\nAllow: /org/\nDisallow: /");
    assertThat(robots.access("x", "/org/plans.html").line()).isEqualTo(2);
    assertThat(robots.access("x", "/org/about.html").line()).isEqualTo(3);
    assertThat(robots.access("x", "/other").line()).isEqualTo(4);
    assertThat(robots("User-agent: *\nDisallow: /\nAllow: /a").allows("x", "/a")).isFalse();
  }

  @Test
  void firstRecordWhoseValueContainsTheNameIsObeyed() {
    var robots =
        robots("User-agent: BigFigtreeBot/2\nDisallow: /1\n\nUser-agent: figtree\nDisallow: /2");
    assertThat(robots.allows("FigTree", "/1")).isFalse();
    assertThat(robots.allows("FigTree", "/2")).isTrue();
    assertThat(robots("User-agent: fig\nDisallow: /").allows("figtree", "/")).isTrue();
  }

  @Test
  void whatNoLineMatchesIsAllowed() {
    assertThat(robots("User-agent: *\nDisallow: /a").allows("x", "/b")).isTrue();
    assertThat(robots("User-agent: y\nDisallow: /").allows("x", "/b")).isTrue();
    assertThat(robots("").allows("x", "/b")).isTrue();
  }

  @Test
  void elseTheFirstRecordForAll() {
    var robots = robots("User-agent: *\nDisallow: /1\n\nUser-agent: *\nDisallow: /2");
    assertThat(robots.allows("x", "/1")).isFalse();
    assertThat(robots.allows("x", "/2")).isTrue();
  }

  @Test
  void nothingInAPathIsSpecial() {
    var robots = robots("User-agent: *\nDisallow: /*.gif\nDisallow: /a$");
    assertThat(robots.allows("x", "/b.gif")).isTrue();
    assertThat(robots.allows("x", "/*.gif")).isFalse();
    assertThat(robots.allows("x", "/a")).isTrue();
    assertThat(robots.allows("x", "/a$b")).isFalse();
    assertThat(robots.access("x", "/a$b").rule().orElseThrow().pattern()).isEqualTo("/a$");
  }

  @Test
  void everyEscapeButThatOfTheSlashIsDecoded() {
    assertThat(robots("User-agent: *\nDisallow: /a%3Bb").allows("x", "/a;b")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /100%25").allows("x", "/100%")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /a%252Fb").allows("x", "/a%2Fb")).isTrue();
  }

  @Test
  void blankLineEndsARecordAndACommentLineDoesNot() {
    assertThat(robots("User-agent: a\n\nDisallow: /").allows("a", "/")).isTrue();
    assertThat(robots("User-agent: a\n# c\nDisallow: /").allows("a", "/")).isFalse();
    assertThat(robots("User-agent: a\nDisallow: /1\n\nDisallow: /2").allows("a", "/2")).isTrue();
  }

  @Test
  void recordWithoutRulesIsNone() {
    var robots = robots("User-agent: a\n\nUser-agent: *\nDisallow: /");
    assertThat(robots.allows("a", "/x")).isFalse();
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.RECORD_WITHOUT_RULES);
  }

  /// The draft's BNF, 3.3: `ruleline = (disallowline | allowline | extension)`.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Mobile-agent-server: / none",
        "Mobile-agent-server: / atp://u@h",
        "Sitemap: https://h/s.xml",
        "Sitemap: /s.xml",
        "License: https://h/l.xml",
        "Crawl-delay: 5",
        "Crawl-delay: soon",
        "Request-rate: 1/5s",
        "Content-Signal: search=yes",
        "Content-Usage: search=n",
        "Foo: bar",
        "Disalow: /y",
        "X.Note+1: hello",
        "!$%&'*+-.^_`|~09AZaz: any token",
        "a.very.long.name.of.a.record.that.has.more.than.sixty.four.characters.in.it: x"
      })
  void recordWithExtensionLinesOnlyIsARecord(String line) {
    for (var before : new String[] {"", "# c\n"}) {
      var robots = robots(before + "User-agent: a\n" + line + "\n\nUser-agent: *\nDisallow: /");
      assertThat(robots.agent("a").group()).isEqualTo("a");
      assertThat(robots.allows("a", "/x")).isTrue();
      assertThat(robots.allows("b", "/x")).isFalse();
      assertThat(robots.diagnostics())
          .extracting(Diagnostic::problem)
          .doesNotContain(RobotsProblem.RECORD_WITHOUT_RULES);
    }
  }

  /// RFC 1945, 2.2: `token = 1*<any CHAR except CTLs or tspecials>`.
  @ParameterizedTest
  @ValueSource(
      strings = {"X Note: x", "X@Note: x", "(x): x", ": x", "\u00fc: x", "x\u0001: x", "a/b: x"})
  void aNameThatIsNoTokenMakesNoRecord(String line) {
    var robots = robots("User-agent: a\n" + line + "\n\nUser-agent: *\nDisallow: /");
    assertThat(robots.allows("a", "/x")).isFalse();
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .contains(RobotsProblem.RECORD_WITHOUT_RULES);
  }

  /// The standard of 1994: "Any empty value, indicates that all URLs can be retrieved."
  @Test
  void emptyDisallowThatComesFirstAllowsAll() {
    var robots = robots("User-agent: *\nDisallow:\nDisallow: /");
    assertThat(robots.access("x", "/a"))
        .isEqualTo(new Access(true, Optional.of(new Rule(false, "", 2))));
    assertThat(robots.allows("x", "/a")).isTrue();
    assertThat(robots.agent("x").explain("/a"))
        .extracting(AgentRules.Considered::part)
        .containsExactly(AgentRules.Part.DECIDED, AgentRules.Part.OUTWEIGHED);
  }

  @Test
  void emptyDisallowThatComesLaterAllowsTheRest() {
    var robots = robots("User-agent: *\nDisallow: /a\nDisallow:\nDisallow: /b\nAllow:\n");
    assertThat(robots.access("x", "/a").line()).isEqualTo(2);
    assertThat(robots.allows("x", "/a")).isFalse();
    assertThat(robots.access("x", "/b").line()).isEqualTo(3);
    assertThat(robots.allows("x", "/b")).isTrue();
    assertThat(robots("User-agent: *\nAllow:\nDisallow: /").allows("x", "/b")).isFalse();
  }

  @Test
  void severalAgentLinesShareARecord() {
    var robots = robots("User-agent: a\nUser-agent: b\nDisallow: /x\n");
    assertThat(robots.allows("a", "/x")).isFalse();
    assertThat(robots.allows("b", "/x")).isFalse();
  }

  private static RobotsTxt robots(String text) {
    return RobotsTxt.parse(
        text.getBytes(StandardCharsets.UTF_8),
        RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996));
  }
}
