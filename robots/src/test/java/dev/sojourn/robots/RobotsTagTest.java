package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The rules of a page, in every spelling there is.
class RobotsTagTest {

  @Test
  void readsTheListForm() {
    var tag = RobotsTag.parse("*;nosnippet, ExampleBot;noindex");
    assertThat(tag.restrictions("EXAMPLEBOT/2.0")).containsExactly("noindex", "nosnippet");
    assertThat(tag.restrictions("other")).containsExactly("nosnippet");
  }

  @Test
  void readsTheOldSpelling() {
    assertThat(RobotsTag.parse("noindex, nofollow").restrictions("x"))
        .containsExactly("nofollow", "noindex");
    var named = RobotsTag.parse("googlebot: noindex, nofollow");
    assertThat(named.restrictions("Googlebot")).containsExactly("nofollow", "noindex");
    assertThat(named.restrictions("x")).isEmpty();
    var two = RobotsTag.parse("nosnippet, a: noindex, b: noarchive, nofollow");
    assertThat(two.restrictions("a")).containsExactly("noindex", "nosnippet");
    assertThat(two.restrictions("b")).containsExactly("noarchive", "nofollow", "nosnippet");
  }

  @Test
  void mergesDuplicatesAndIgnoresCase() {
    var tag = RobotsTag.parse("foobot;noindex, FOOBOT;NoSnippet, foobot;noindex");
    assertThat(tag.restrictions("FooBot")).containsExactly("noindex", "nosnippet");
  }

  @Test
  void keepsUnknownRulesWithoutObeyingThem() {
    var tag = RobotsTag.parse("*;noindex;foo=1, noai");
    assertThat(tag.restrictions("x")).containsExactly("noindex");
    assertThat(tag.unknown("x")).containsExactly("foo:1", "noai");
  }

  @Test
  void readsRulesWithValues() {
    var tag =
        RobotsTag.parse(
            "unavailable_after: Wed, 25 Jun 2031 15:00:00 GMT, noindex, max-snippet: 0");
    assertThat(tag.restrictions("x"))
        .containsExactly(
            "max-snippet:0", "noindex", "unavailable_after:wed, 25 jun 2031 15:00:00 gmt");
    assertThat(RobotsTag.parse("unavailable_after: 2031-06-25, nofollow").restrictions("x"))
        .containsExactly("nofollow", "unavailable_after:2031-06-25");
    assertThat(RobotsTag.parse("a: unavailable_after: 2031-06-25").restrictions("b")).isEmpty();
    assertThat(RobotsTag.parse("max-image-preview:large, noindex").restrictions("x"))
        .containsExactly("noindex");
  }

  @Test
  void dateOfAnotherMemberIsNotTaken() {
    assertThat(RobotsTag.parse("unavailable_after, b: noindex").restrictions("b"))
        .containsExactly("noindex");
    assertThat(RobotsTag.parse("unavailable_after: Fri, noindex").restrictions("x"))
        .containsExactly("noindex", "unavailable_after:fri");
  }

  @Test
  void dayOfTheWeekDoesNotEndADateInAnySpelling() {
    var date = "unavailable_after:fri, 25 jun 2027 15:00:00 pst";
    for (var spelling :
        new String[] {
          "noindex, unavailable_after: Fri, 25 Jun 2027 15:00:00 PST",
          "*;noindex;unavailable_after=Fri, 25 Jun 2027 15:00:00 PST",
          "b;noindex;unavailable_after=\"Fri, 25 Jun 2027 15:00:00 PST\", c;nosnippet",
          "b: noindex, unavailable_after: Fri, 25 Jun 2027 15:00:00 PST, c: none"
        }) {
      assertThat(RobotsTag.parse(spelling).restrictions("b"))
          .as(spelling)
          .containsExactly("noindex", date);
    }
  }

  /// Each asks everybody for `noindex` and nobody for anything else.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "revisit-after: 7 days, noindex",
        "revisit-after:, noindex",
        "revisit-after=7 days, noindex",
        "revisit-after: 7 days; noindex",
        "foo=1;noindex",
        "foo: bar: baz, noindex",
        "noai-training: yes, noindex",
        "foo bar: noindex",
        "foo bar;noindex",
        ": noindex",
        "all: noindex",
        "index=noindex",
        "robots: noindex",
        "robots;noindex",
        "*: noindex",
        "*;noindex=?1",
        "*;noindex=1",
        "noindex: true",
        "noindex=yes",
        "*=?1;noindex",
        "*=1;noindex",
        "*=(noindex)",
        "*=( noindex );a=1",
        "*=();noindex",
        "*=noindex",
        "*=\"noindex\"",
        "*=(\"noindex\")",
        "\"noindex\"",
        "'noindex'",
        "(noindex)",
        "\"*\";noindex",
        "noindex foo",
        "foo noindex",
        "noindex\u00a0",
        "\u00a0noindex",
        "\ufeffnoindex",
        "noindex.",
        "=noindex",
        "=;noindex",
        "foo=\"a, noindex",
        "foo(, noindex",
        "noindex, foo=?0",
        "max-image-preview: none, noindex",
        "max-image-preview none noindex"
      })
  void losesNoRestrictionInAnySpelling(String value) {
    assertThat(RobotsTag.parse(value).restrictions("examplebot")).containsExactly("noindex");
    assertThat(RobotsTag.parseMeta("robots", value).restrictions("x")).containsExactly("noindex");
  }

  /// Each asks everybody for `noindex` and `nosnippet`.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "*=(noindex nosnippet)",
        "*=(noindex, nosnippet)",
        "*=(noindex;a=1 nosnippet;b)",
        "*=(\"noindex\" \"nosnippet\")",
        "*=\"noindex, nosnippet\"",
        "\"noindex\", \"nosnippet\"",
        "*;noindex=?1;nosnippet=?1",
        "*=noindex;nosnippet",
        "noindex nosnippet",
        "noindex; nosnippet",
        "noindex|nosnippet",
        "noindex/nosnippet",
        "noindex\uff0cnosnippet",
        "noindex: nosnippet",
        "foo;noindex, revisit-after: 1 day, noindex nosnippet",
        "*;noindex, robots: nosnippet"
      })
  void losesNoneOfSeveralRestrictions(String value) {
    assertThat(RobotsTag.parse(value).restrictions("x")).containsExactly("noindex", "nosnippet");
  }

  /// Each asks ExampleBot for `noindex`, and other robots for nothing.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "examplebot: noindex",
        "ExampleBot;noindex",
        "ExampleBot;noindex=?1",
        "ExampleBot=;noindex",
        "ExampleBot=?1;noindex",
        "examplebot=noindex",
        "examplebot=(noindex)",
        "examplebot=\"noindex\"",
        "\"ExampleBot\";noindex",
        "\"ExampleBot\": noindex",
        "ExampleBot/1.0: noindex",
        "ExampleBot/1.0;noindex",
        "examplebot: index, noindex",
        "b: nosnippet; examplebot: noindex",
        "b;nosnippet; examplebot: noindex",
        "b: nosnippet, examplebot: foo, noindex"
      })
  void asksTheRobotThatIsNamed(String value) {
    var tag = RobotsTag.parse(value);
    assertThat(tag.restrictions("ExampleBot/2.0")).contains("noindex");
    assertThat(tag.restrictions("x")).isEmpty();
  }

  /// A name that may be a robot or a rule is addressed as well as the robots before it.
  @Test
  void asksBothWhereAWordMayBeARobotOrARule() {
    var tag = RobotsTag.parse("b: nosnippet, examplebot: foo, noindex");
    assertThat(tag.restrictions("b")).containsExactly("noindex", "nosnippet");
    assertThat(tag.restrictions("examplebot")).containsExactly("noindex");
    assertThat(tag.unknown("b")).containsExactly("examplebot:foo");
    var many = new StringBuilder("b: nosnippet");
    for (int i = 0; i < 40; i++) {
      many.append(", maybe").append(i).append(": foo");
    }
    assertThat(RobotsTag.parse(many + ", noindex").restrictions("anybody"))
        .containsExactly("noindex");
  }

  @Test
  void asksTheNamesOfAnAgentThatHasSeveral() {
    var tag = RobotsTag.parse("a: noindex, b: nosnippet, c: nofollow");
    assertThat(tag.restrictions("A/1.0, b")).containsExactly("noindex", "nosnippet");
  }

  /// RFC 9651, 3.3.6: the false of a boolean.
  @Test
  void falseTakesARuleBackAndNothingElseDoes() {
    assertThat(RobotsTag.parse("*;noindex=?0;nofollow").restrictions("x"))
        .containsExactly("nofollow");
    assertThat(RobotsTag.parse("*;noindex = ?0").restrictions("x")).isEmpty();
    assertThat(RobotsTag.parse("*;noindex=0, nofollow=no").restrictions("x"))
        .containsExactly("nofollow", "noindex");
  }

  /// The element's name attribute says whom it addresses.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "revisit-after: 7 days, noindex",
        "b: noindex",
        "b;noindex",
        "b=noindex",
        "x: noindex, b: follow",
        "noindex; follow",
        "noindex,follow"
      })
  void inAnElementNoWordNamesARobot(String content) {
    assertThat(RobotsTag.parseMeta("robots", content).restrictions("x")).containsExactly("noindex");
    var named = RobotsTag.parseMeta("ExampleBot", content);
    assertThat(named.restrictions("examplebot")).containsExactly("noindex");
    assertThat(named.restrictions("b")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max-snippet:0 | max-snippet:0",
        "max-snippet=20;noai | max-snippet:20",
        "*;max-snippet=-1 | max-snippet:-1",
        "*=(noai max-snippet:5) | max-snippet:5",
        "max-snippet 7 | max-snippet:7",
        "max-snippet=\"3\" | max-snippet:3",
        "*=max-snippet:4 | max-snippet:4"
      })
  void readsTheLengthOfAnExcerpt(String value, String rule) {
    assertThat(RobotsTag.parse(value).restrictions("x")).containsExactly(rule);
  }

  /// RFC 9110, 5.6.7; RFC 822; RFC 850; asctime; ISO 8601; and what people write.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Wed, 25 Jun 2031 15:00:00 GMT",
        "25 Jun 2031 15:00:00 PST",
        "25 Jun 31 15:00 +0200",
        "Wednesday, 25-Jun-31 15:00:00 GMT",
        "25-Jun-2031 15:00:00 EST",
        "Wed Jun 25 15:00:00 2031",
        "Wed Jun  5 15:00:00 2031",
        "2031-06-25",
        "2031-06-25T15:00:00Z",
        "2031-06-25T15:00:00+02:00",
        "2031-06-25 15:00:00",
        "2031-06-25T15:00:00.5Z",
        "2031-06-25T15:00:00,5Z",
        "20310625T150000Z",
        "20310625T150000,25+0200",
        "2031-W26-3",
        "June 25, 2031",
        "Wednesday, June 25th, 2031, 15:00:00",
        "25 Jun 2031, 15:00 GMT",
        "@1940166000"
      })
  void dateSurvivesWholeInEverySpelling(String date) {
    var rule = "unavailable_after:" + date.toLowerCase(Locale.ROOT);
    for (var spelling :
        new String[] {
          "unavailable_after: %s",
          "unavailable_after:%s",
          "unavailable_after=%s",
          "unavailable_after %s",
          "nofollow, unavailable_after: %s, noindex",
          "nofollow; unavailable_after: %s; noindex",
          "unavailable_after: %s,noindex",
          "unavailable_after: %s noindex",
          "*;nofollow;unavailable_after=\"%s\";noindex",
          "*=(unavailable_after=\"%s\" noindex)",
          "\"unavailable_after: %s\"",
          "x: unavailable_after: %s, 360spider: nosnippet",
          "revisit-after: 7 days, unavailable_after: %s, 2bot: nosnippet"
        }) {
      var value = spelling.formatted(date);
      var asked = RobotsTag.parse(value).restrictions("x");
      assertThat(asked).as(value).contains(rule);
      assertThat(asked.contains("noindex")).as(value).isEqualTo(spelling.contains("noindex"));
      assertThat(asked).as(value).doesNotContain("nosnippet");
      assertThat(RobotsTag.parseMeta("robots", value).restrictions("x")).as(value).contains(rule);
    }
  }

  @Test
  void readsMetaElements() {
    assertThat(RobotsTag.parseMeta("ROBOTS", "none").restrictions("x")).containsExactly("none");
    assertThat(RobotsTag.parseMeta("examplebot", "noindex,nofollow").restrictions("ExampleBot"))
        .containsExactly("nofollow", "noindex");
    assertThat(RobotsTag.parseMeta("examplebot", "noindex").restrictions("x")).isEmpty();
  }

  @Test
  void joinsFieldsAndElementsOfOnePage() {
    var tag =
        RobotsTag.all(
            List.of(RobotsTag.parse("noindex"), RobotsTag.parseMeta("robots", "nofollow")));
    assertThat(tag.restrictions("x")).containsExactly("nofollow", "noindex");
    assertThat(RobotsTag.NONE.isEmpty()).isTrue();
  }

  @Test
  void countsCompleteMembersWithinTheLimitAlone() {
    var value = "noindex, " + "x".repeat(8 * 1024) + ", nofollow";
    assertThat(RobotsTag.parse(value).restrictions("x")).containsExactly("noindex");
    var exact = "noindex, " + " ".repeat(8 * 1024 - 19) + ", nofollow";
    assertThat(RobotsTag.parse(exact).restrictions("x")).containsExactly("nofollow", "noindex");
  }

  @Test
  void ofAMemberThatTheLimitCutsTheCompleteRulesCount() {
    assertThat(RobotsTag.parse("*;noindex;" + "x".repeat(8 * 1024)).restrictions("x"))
        .containsExactly("noindex");
    assertThat(RobotsTag.parse("*;nosnippet;noindex" + "x".repeat(8 * 1024)).restrictions("x"))
        .containsExactly("nosnippet");
  }

  @Test
  void asksNothingInAnEmptyOrSenselessValue() {
    for (var value : new String[] {"", ",", ";", ",;,:,=", ": noindex", "unavailable_after"}) {
      RobotsTag.parse(value).restrictions("x");
    }
    assertThat(RobotsTag.parse(" , ; ").isEmpty()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ";",
        "a: b,",
        "a=b,",
        "\"",
        "(",
        "unavailable_after:mon,",
        "unavailable_after: june 1,2027,",
        "noindexnoindex"
      })
  void aFieldWrittenToBeExpensiveCostsLittle(String piece) {
    var value = piece.repeat(RobotsTag.MAX_CHARS / piece.length());

    new Bounds(Duration.ofSeconds(2), 8_000_000L)
        .hold(
            () ->
                RobotsTag.all(
                    List.of(RobotsTag.parse(value), RobotsTag.parseMeta("robots", value))));
  }
}
