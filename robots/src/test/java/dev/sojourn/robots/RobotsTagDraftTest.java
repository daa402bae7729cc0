package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Every example of seed 003: "Robots Exclusion Protocol Extension for URI Level Control",
/// draft-illyes-repext-02 of October 2024, section 3.
class RobotsTagDraftTest {

  /// Section 3.1.1: noindex and nosnippet for all accessors; in the second spelling without the
  /// global identifier. Neither is a valid field of RFC 9651.
  @ParameterizedTest
  @ValueSource(strings = {"*;noindex;nosnippet, ExampleBot;", ";noindex;nosnippet, ExampleBot=;"})
  void fieldsOfSection311(String value) {
    assertThat(RobotsTag.parse(value).restrictions("AnyBot"))
        .containsExactly("noindex", "nosnippet");
  }

  /// Section 3.1.1, decided otherwise: there the field "specifies no rules" for ExampleBot, and
  /// deserialises to an empty list for it. Section 3.1.2 has robots obey the sum of the rules for
  /// their own token and for all, so the rules for all hold for ExampleBot too.
  @ParameterizedTest
  @ValueSource(strings = {"*;noindex;nosnippet, ExampleBot;", ";noindex;nosnippet, ExampleBot=;"})
  void exampleBotOfSection311IsDecidedOtherwise(String value) {
    assertThat(RobotsTag.parse(value).restrictions("ExampleBot"))
        .containsExactly("noindex", "nosnippet");
  }

  /// Section 3.1.1: "Duplicate product tokens must be merged and the rules deduplicated."
  @Test
  void duplicatesOfSection311() {
    var tag = RobotsTag.parse("ExampleBot;noindex, ExampleBot;nosnippet, ExampleBot;noindex");
    assertThat(tag.restrictions("examplebot")).containsExactly("noindex", "nosnippet");
    assertThat(tag.restrictions("other")).isEmpty();
  }

  /// Section 3.1.1: the list of RFC 9651 that the draft shows has rules that nobody knows.
  @Test
  void listOfRfc9651InSection311() {
    var tag = RobotsTag.parse("abc_123;a=1;b=2;cdef_456, ghi;q=9;r=\"+w\"");
    assertThat(tag.unknown("abc_123")).containsExactly("a:1", "b:2", "cdef_456");
    assertThat(tag.unknown("ghi")).containsExactly("q:9", "r:+w");
    assertThat(tag.restrictions("ghi")).isEmpty();
  }

  /// Section 3.1.1: the experimental name of the field has the same values.
  @Test
  void oldSpellingOfTheField() {
    assertThat(RobotsTag.parse("noindex, nosnippet").restrictions("ExampleBot"))
        .containsExactly("noindex", "nosnippet");
  }

  /// Section 3.1.2: `robots` addresses all, a product token one; a page may have several elements,
  /// and a robot obeys the sum.
  @Test
  void elementsOfSection312() {
    var tag =
        RobotsTag.all(
            List.of(
                RobotsTag.parseMeta("robots", "noindex"),
                RobotsTag.parseMeta("examplebot", "nosnippet")));
    assertThat(tag.restrictions("ExampleBot")).containsExactly("noindex", "nosnippet");
    assertThat(tag.restrictions("other")).containsExactly("noindex");
  }

  /// Section 3.1.3: "The values are case insensitive. Unsupported rules must be ignored."
  @Test
  void rulesOfSection313() {
    var tag = RobotsTag.parse("*;NoIndex;NOSNIPPET;foo");
    assertThat(tag.restrictions("x")).containsExactly("noindex", "nosnippet");
    assertThat(tag.unknown("x")).containsExactly("foo");
  }
}
