package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any text as a robots-tag: no restriction is lost, whatever stands around it.
class RobotsTagFuzzTest {

  private static final List<String> TOKENS = List.of("*", "examplebot", "b");

  private static final List<String> RULES =
      List.of("noindex", "nosnippet", "nofollow", "noarchive", "none", "max-snippet:5", "noai");

  private static final List<String> ALONE =
      List.of("noindex", "nosnippet", "nofollow", "noarchive");

  private static final Pattern NO_WORD = Pattern.compile("[^a-z0-9_-]+");

  private static final Pattern NO_NAME = Pattern.compile("[^a-z0-9_.-]+");

  private static final Pattern AROUND = Pattern.compile("^[_-]+|[_-]+$");

  static Stream<byte[]> seeds() {
    return Stream.of(
            "*;noindex;nosnippet, ExampleBot;",
            ";nosnippet, ExampleBot=;noindex",
            "googlebot: noindex, nofollow",
            "unavailable_after: Fri, 25 Jun 2027 15:00:00 PST, noindex",
            "unavailable_after: 2027-01-01T10:00:00+02:00",
            "revisit-after: 7 days, noindex",
            "*;noindex=?1, b=(noindex nosnippet), ExampleBot=noarchive",
            "a: foo, b: bar; nofollow, \"c, d\"; max-snippet=\"5\"",
            "unavailable_after: Wednesday, June 25, 2031, 15:00 nofollow",
            "max-snippet:20, max-image-preview: large, b: none",
            "\"ExampleBot\";noindex;x=\"a,b\"",
            "noindex".repeat(1200) + ", b;nofollow")
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyTextIsRead(byte[] input) {
    var value = new String(input, StandardCharsets.UTF_8);
    // The fuzzer copies the texts of each comparison; RobotsTagTest bounds what is read without it.
    new Bounds(Duration.ofSeconds(2), 400_000_000L).hold(() -> isRead(value));
    joinsWhatStandsApart(value);
    listsAreReadAsTheyAreMeant(input);
    losesNoRestriction(value);
  }

  /// The naive reader: whatever stands around a restriction that stands as a word, somebody is
  /// asked for it; in an element, those are whom the element addresses.
  private static void losesNoRestriction(String value) {
    var text = inSmallLetters(value);
    if (text.length() > RobotsTag.MAX_CHARS || text.contains("?0")) {
      return;
    }
    var words = NO_WORD.splitAsStream(text).map(RobotsTagFuzzTest::trimmed).toList();
    for (var rule : ALONE) {
      if (words.contains(rule)) {
        assertThat(RobotsTag.parseMeta("robots", value).restrictions("any")).contains(rule);
        var field = RobotsTag.parse(value);
        var robots =
            Stream.concat(Stream.of("any"), NO_NAME.splitAsStream(text))
                .filter(name -> field.restrictions(name).contains(rule));
        assertThat(robots).isNotEmpty();
      }
    }
  }

  private static String trimmed(String word) {
    return AROUND.matcher(word).replaceAll("");
  }

  private static void isRead(String value) {
    var tag = RobotsTag.parse(value);
    var meta = RobotsTag.parseMeta(value.substring(0, Math.min(12, value.length())), value);
    for (var token : TOKENS) {
      assertThat(Collections.disjoint(tag.restrictions(token), tag.unknown(token))).isTrue();
      assertThat(tag.restrictions(token)).containsAll(tag.restrictions("*"));
      assertThat(RobotsTag.all(List.of(meta, tag)).restrictions(token))
          .containsAll(tag.restrictions(token));
    }
    if (tag.isEmpty()) {
      assertThat(tag.restrictions("b")).isEmpty();
      assertThat(tag.unknown("b")).isEmpty();
    }
  }

  /// What is asked of everybody in front holds for every agent, whatever follows.
  private static void joinsWhatStandsApart(String value) {
    var joined = RobotsTag.parse("noindex, " + value);
    assertThat(joined.restrictions("any")).contains("noindex");
    var asWritten = RobotsTag.parse(value);
    var upper = RobotsTag.parse(inCapitals(value));
    for (var token : TOKENS) {
      assertThat(upper.restrictions(token)).isEqualTo(asWritten.restrictions(token));
    }
  }

  private static String inSmallLetters(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /// Letters of ASCII alone: the case of some others depends on what stands beside them.
  private static String inCapitals(String text) {
    var capitals = text.toCharArray();
    for (int i = 0; i < capitals.length; i++) {
      capitals[i] =
          capitals[i] >= 'a' && capitals[i] <= 'z' ? (char) (capitals[i] - 32) : capitals[i];
    }
    return new String(capitals);
  }

  /// The octets choose members of the list form; the union of those that apply is what is read.
  private static void listsAreReadAsTheyAreMeant(byte[] input) {
    var field = new StringBuilder();
    var wanted = new TreeSet<String>();
    for (byte octet : Arrays.copyOf(input, Math.min(input.length, 40))) {
      var token = TOKENS.get((octet & 0xff) % TOKENS.size());
      var rule = RULES.get((octet & 0xff) / TOKENS.size() % RULES.size());
      field.append(field.isEmpty() ? "" : ", ").append(token).append(';').append(rule);
      if (!token.equals("b") && !rule.equals("noai")) {
        wanted.add(rule);
      }
    }
    assertThat(RobotsTag.parse(field.toString()).restrictions("ExampleBot")).isEqualTo(wanted);
  }
}
