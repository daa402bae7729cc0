package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// Allow, Disallow and User-agent by RFC 9309 and the draft of 2019.
class AccessTest {

  @Test
  void namesTheRuleAndItsLine() {
    var access = robots("# c\nUser-agent: a\nDisallow: /x # why\n").access("a", "http://h/x/y");
    assertThat(access.allowed()).isFalse();
    assertThat(access.line()).isEqualTo(3);
    assertThat(access.rule().orElseThrow().text()).isEqualTo("Disallow: /x");
  }

  @Test
  void allowsWhereNoRuleMatchesAndNamesNone() {
    var access = robots("User-agent: a\nDisallow: /x").access("a", "http://h/y");
    assertThat(access.allowed()).isTrue();
    assertThat(access.rule()).isEmpty();
    assertThat(access.line()).isZero();
  }

  @Test
  void takesTheGroupOfTheTokenAndNotTheDefault() {
    var robots = robots("User-agent: *\nDisallow: /\nUser-agent: a\nDisallow: /x");
    assertThat(robots.allows("A", "http://h/y")).isTrue();
    assertThat(robots.allows("b", "http://h/y")).isFalse();
  }

  @Test
  void mergesGroupsOfOneToken() {
    var robots =
        robots(
            """
            User-agent: a
            Disallow: /1
            User-agent: b
            Disallow: /2
            User-agent: a
            Disallow: /3\
            """);
    assertThat(robots.allows("a", "/1")).isFalse();
    assertThat(robots.allows("a", "/2")).isTrue();
    assertThat(robots.allows("a", "/3")).isFalse();
    assertThat(robots.agent("a").groupLines()).containsExactly(1, 5);
  }

  @Test
  void mergesDefaultGroupsUnlessOnlyTheFirstIsAskedFor() {
    var file =
        "User-agent: *\nDisallow: /1\nUser-agent: b\nDisallow: /\nUser-agent: *\nDisallow: /2";
    assertThat(robots(file).allows("a", "/2")).isFalse();
    var first = RobotsTxt.parse(bytes(file), RobotsOptions.STRICT.withOnlyFirstStarGroup(true));
    assertThat(first.allows("a", "/1")).isFalse();
    assertThat(first.allows("a", "/2")).isTrue();
  }

  @Test
  void obeysTheGroupsOfSeveralTokensTogether() {
    var robots = robots("User-agent: a\nDisallow: /1\nUser-agent: b\nDisallow: /2");
    assertThat(robots.allows("a,b", "/1")).isFalse();
    assertThat(robots.allows("a, b", "/2")).isFalse();
  }

  @Test
  void ignoresTheVersionOfTheToken() {
    assertThat(robots("User-agent: a\nDisallow: /").allows("A/1.0 (x)", "/")).isFalse();
  }

  @Test
  void longestMatchDecides() {
    var robots = robots("User-agent: *\nDisallow: /a/\nAllow: /a/b\nDisallow: /a/b/c");
    assertThat(robots.access("x", "/a/1").line()).isEqualTo(2);
    assertThat(robots.access("x", "/a/b/1").line()).isEqualTo(3);
    assertThat(robots.access("x", "/a/b/c").line()).isEqualTo(4);
  }

  @Test
  void lengthIsThatOfTheCanonicalPattern() {
    var decoded = robots("User-agent: *\nDisallow: /%7Ea\nAllow: /~ab");
    assertThat(decoded.access("x", "/~abc").line()).isEqualTo(3);
    var tie = robots("User-agent: *\nDisallow: /%7Ea\nAllow: /~a");
    assertThat(tie.allows("x", "/~a")).isTrue();
    var encoded = robots("User-agent: *\nAllow: /\u00fc\nDisallow: /%C3%BCa");
    assertThat(encoded.access("x", "/\u00fcab").line()).isEqualTo(3);
    var wide = robots("User-agent: *\nAllow: /\u00fc\nDisallow: /*12345");
    assertThat(wide.access("x", "/\u00fc12345").line()).isEqualTo(2);
  }

  @Test
  void allowWinsATie() {
    assertThat(robots("User-agent: *\nDisallow: /a\nAllow: /a").allows("x", "/a")).isTrue();
    assertThat(robots("User-agent: *\nAllow: /*a\nDisallow: /ba").allows("x", "/ba")).isTrue();
  }

  @Test
  void wildcardsAtTheEndCountForTheLength() {
    var robots = robots("User-agent: *\nDisallow: /a**\nAllow: /ab");
    assertThat(robots.allows("x", "/abc")).isFalse();
  }

  @Test
  void wildcardMatchesAnySequenceAlsoNone() {
    var robots = robots("User-agent: *\nDisallow: /a*b*c");
    assertThat(robots.allows("x", "/abc")).isFalse();
    assertThat(robots.allows("x", "/a1b2c3")).isFalse();
    assertThat(robots.allows("x", "/acb")).isTrue();
  }

  @Test
  void dollarIsAnAnchorOnlyAtTheEnd() {
    var robots = robots("User-agent: *\nDisallow: /a$b\nDisallow: /c$");
    assertThat(robots.allows("x", "/a$b")).isFalse();
    assertThat(robots.allows("x", "/c")).isFalse();
    assertThat(robots.allows("x", "/c$")).isTrue();
    assertThat(robots.allows("x", "/cd")).isTrue();
  }

  @Test
  void anchoredWildcardMayMatchLaterThanAtItsFirstChance() {
    var robots = robots("User-agent: *\nDisallow: /*.php$");
    assertThat(robots.allows("x", "/a.php/b.php")).isFalse();
    assertThat(robots.allows("x", "/a.php/b")).isTrue();
  }

  @Test
  void starAndDollarAreWrittenEncodedToStandForThemselves() {
    var robots = robots("User-agent: *\nDisallow: /x-%2A.html\nDisallow: /y-%24");
    assertThat(robots.allows("x", "/x-*.html")).isFalse();
    assertThat(robots.allows("x", "/x-%2a.html")).isFalse();
    assertThat(robots.allows("x", "/x-1.html")).isTrue();
    assertThat(robots.allows("x", "/y-$z")).isFalse();
    assertThat(robots.access("x", "/y-$").rule().orElseThrow().pattern()).isEqualTo("/y-%24");
  }

  @Test
  void indexPageIsNotTheRoot() {
    assertThat(robots("User-agent: *\nDisallow: /index.html").allows("x", "http://h/")).isTrue();
  }

  @Test
  void urlWithABarIsNotTheRoot() {
    var robots = robots("User-agent: *\nDisallow: /\nAllow: /$");
    assertThat(robots.allows("x", "http://h/a|b")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /a|b").allows("x", "/a%7cb")).isFalse();
  }

  @Test
  void urlWithoutAPathIsTheRoot() {
    var robots = robots("User-agent: *\nDisallow: /");
    assertThat(robots.allows("x", "https://host")).isFalse();
    assertThat(robots.allows("x", "https://host?q")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /?q").allows("x", "https://host?q")).isFalse();
  }

  @Test
  void fragmentTakesNoPart() {
    assertThat(robots("User-agent: *\nDisallow: /a$").allows("x", "http://h/a#b")).isFalse();
  }

  @Test
  void robotsTxtItselfIsAlwaysAllowed() {
    var robots = robots("User-agent: *\nDisallow: /");
    assertThat(robots.allows("x", "http://h/robots.txt")).isTrue();
    assertThat(robots.allows("x", "http://h/robots.txt.bak")).isFalse();
  }

  @Test
  void unreservedOctetsAreDecodedAndOthersUpperCased() {
    assertThat(robots("User-agent: *\nDisallow: /%7ejoe").allows("x", "/~joe")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /~joe").allows("x", "/%7Ejoe")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /a%3cd").allows("x", "/a%3Cd")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /ツ").allows("x", "/%e3%83%84")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /%E3%83%84").allows("x", "/ツ")).isFalse();
    assertThat(robots("User-agent: *\nDisallow: /𝄞").allows("x", "/%F0%9D%84%9E")).isFalse();
  }

  @Test
  void reservedOctetsAreComparedAsTheyStand() {
    assertThat(robots("User-agent: *\nDisallow: /a%2fb").allows("x", "/a/b")).isTrue();
    assertThat(robots("User-agent: *\nDisallow: /a/b").allows("x", "/a%2Fb")).isTrue();
    assertThat(robots("User-agent: *\nDisallow: /a?b").allows("x", "/a%3Fb")).isTrue();
    assertThat(robots("User-agent: *\nDisallow: /a:b").allows("x", "/a%3Ab")).isTrue();
  }

  @Test
  void wildcardMayEndInsideAnEscape() {
    var robots = robots("User-agent: *\nDisallow: /*0a\nDisallow: /b%C3*\n");

    assertThat(robots.allows("x", "/%60a")).isFalse();
    assertThat(robots.allows("x", "/`a")).isFalse();
    assertThat(robots.allows("x", "/b\u00fc")).isFalse();
    assertThat(robots.allows("x", "/%60b")).isTrue();
  }

  @Test
  void incompleteEscapesStandForThemselves() {
    var robots = robots("User-agent: *\nDisallow: /a%zz\nDisallow: /100%");
    assertThat(robots.allows("x", "/a%zz")).isFalse();
    assertThat(robots.allows("x", "/a%25zz")).isFalse();
    assertThat(robots.allows("x", "/100%")).isFalse();
    assertThat(robots.allows("x", "/100%25")).isFalse();
  }

  @Test
  void patternThatBeginsWithNeitherSlashNorStarNeverMatches() {
    var robots = robots("User-agent: *\nDisallow: fish\nDisallow: $\nDisallow: ?x");
    assertThat(robots.allows("x", "/fish")).isTrue();
    assertThat(robots.allows("x", "/")).isTrue();
    assertThat(robots.allows("x", "/?x")).isTrue();
  }

  @Test
  void nulAndInvalidUtf8AreTolerated() {
    var file = "User-agent: *\nDisallow: /\0\nDisallow: /\u00ff\nDisallow: /z";
    var robots = RobotsTxt.parse(file.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(robots.allows("x", "/%00")).isFalse();
    assertThat(robots.allows("x", "/%ff")).isFalse();
    assertThat(robots.allows("x", "/z")).isFalse();
    assertThat(robots.allows("x", "/a")).isTrue();
  }

  @Test
  void emptyDisallowAllowsEverything() {
    assertThat(robots("User-agent: *\nDisallow:").allows("x", "/a")).isTrue();
  }

  @Test
  void otherRecordsNeverOpenCloseOrSplitAGroup() {
    for (var other :
        new String[] {
          "Sitemap: http://h/s.xml",
          "Crawl-delay: 3",
          "Noindex: /a",
          "Mobile-agent-server: / none",
          "Content-Usage: train-ai=n",
          "Content-Signal: search=yes",
          "License: https://h/l.xml",
          "Request-rate: 1/5s",
          "nonsense"
        }) {
      var between = robots("User-agent: a\n" + other + "\nUser-agent: b\nDisallow: /x");
      assertThat(between.allows("a", "/x")).as(other).isFalse();
      var inside = robots("User-agent: a\nDisallow: /y\n" + other + "\nDisallow: /x");
      assertThat(inside.allows("a", "/x")).as(other).isFalse();
      var before = robots(other + "\nDisallow: /x\nUser-agent: b\nDisallow: /");
      assertThat(before.allows("a", "/x")).as(other).isTrue();
    }
  }

  @Test
  void groupEndsOnlyAtAUserAgentLineAfterARule() {
    var robots = robots("User-agent: a\n\n\nUser-agent: b\n\nDisallow: /1\n\nDisallow: /2");
    assertThat(robots.allows("a", "/2")).isFalse();
    assertThat(robots.allows("b", "/1")).isFalse();
  }

  @Test
  void tokenIsWhatStandsBeforeTheFirstOtherCharacter() {
    assertThat(robots("User-agent: foo/1.0\nDisallow: /").allows("foo", "/x")).isFalse();
    assertThat(robots("User-agent: foo bar\nDisallow: /").allows("foo", "/x")).isFalse();
    assertThat(robots("User-agent: * foo\nDisallow: /").allows("z", "/x")).isFalse();
    assertThat(robots("User-agent: *bot\nDisallow: /").allows("z", "/x")).isTrue();
    assertThat(robots("User-agent:\nDisallow: /").allows("z", "/x")).isTrue();
    assertThat(robots("User-agent: foo\nDisallow: /").allows("foobar", "/x")).isTrue();
  }

  @Test
  void everyKindOfLineEndIsOne() {
    for (var end : new String[] {"\n", "\r", "\r\n"}) {
      var robots = robots("User-agent: a" + end + end + "Disallow: /x" + end);
      assertThat(robots.access("a", "/x").line()).isEqualTo(3);
      assertThat(robots.lines()).isEqualTo(3);
    }
  }

  @Test
  void byteOrderMarkIsSkippedAlsoTheDoubleEncodedOne() {
    assertThat(robots("\ufeffUser-agent: a\nDisallow: /").allows("a", "/")).isFalse();
    assertThat(robots("\u00ef\u00bb\u00bfUser-agent: a\nDisallow: /").allows("a", "/")).isFalse();
  }

  @Test
  void whiteSpaceMayStandAroundNameColonAndValue() {
    assertThat(robots(" \tUser-Agent \t:\t a \t\n\tdisallow\t:/x \t").allows("a", "/x")).isFalse();
  }

  @Test
  void explainsThePartOfEveryRule() {
    var rules =
        robots("User-agent: *\nDisallow: /a\nAllow: /a/b\nDisallow: /c\nDisallow: d").agent("x");
    assertThat(rules.explain("/a/b/1").stream().map(AgentRules.Considered::part))
        .containsExactly(
            AgentRules.Part.OUTWEIGHED,
            AgentRules.Part.DECIDED,
            AgentRules.Part.NO_MATCH,
            AgentRules.Part.NEVER_MATCHES);
    assertThat(rules.group()).isEqualTo("*");
  }

  @Test
  void constantsSayWhatTheyAreCalled() {
    assertThat(RobotsTxt.allowAll().allows("x", "/a")).isTrue();
    assertThat(RobotsTxt.disallowAll().allows("x", "/a")).isFalse();
    assertThat(RobotsTxt.disallowAll().withIndeterminateRoutes().isUnread()).isTrue();
    assertThat(robots("User-agent: *\nDisallow: /\n").isUnread()).isFalse();
  }

  private static RobotsTxt robots(String text) {
    return RobotsTxt.parse(bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
