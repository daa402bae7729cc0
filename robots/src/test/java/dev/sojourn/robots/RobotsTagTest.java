package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// draft-illyes-repext, in every spelling there is.
class RobotsTagTest {

  @Test
  void readsTheSpellingsOfTheDraft() {
    var tag = RobotsTag.parse("*;noindex;nosnippet, ExampleBot;");
    assertThat(tag.restrictions("foobot")).containsExactly("noindex", "nosnippet");
    assertThat(tag.restrictions("examplebot")).containsExactly("noindex", "nosnippet");
    assertThat(RobotsTag.parse(";noindex;nosnippet, ExampleBot=;").restrictions("x"))
        .containsExactly("noindex", "nosnippet");
  }

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

  @Test
  void readsMetaElements() {
    assertThat(RobotsTag.parseMeta("ROBOTS", "none").restrictions("x")).containsExactly("none");
    assertThat(RobotsTag.parseMeta("examplebot", "noindex,nofollow").restrictions("ExampleBot"))
        .containsExactly("nofollow", "noindex");
    assertThat(RobotsTag.parseMeta("examplebot", "noindex").restrictions("x")).isEmpty();
  }

  @Test
  void joinsFieldsAndElementsOfOnePage() {
    var tag = RobotsTag.parse("noindex").and(RobotsTag.parseMeta("robots", "nofollow"));
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
  void asksNothingInAnEmptyOrSenselessValue() {
    for (var value : new String[] {"", ",", ";", ",;,:,=", ": noindex", "unavailable_after"}) {
      RobotsTag.parse(value).restrictions("x");
    }
    assertThat(RobotsTag.parse(" , ; ").isEmpty()).isTrue();
  }
}
