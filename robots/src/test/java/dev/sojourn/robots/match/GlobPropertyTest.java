package dev.sojourn.robots.match;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.RobotsTxt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Random patterns and URLs, decided by a matcher that is too simple to be wrong.
///
/// `-Dsojourn.robots.pairs=1000000` makes it a long run.
class GlobPropertyTest {

  private static final int PAIRS = Integer.getInteger("sojourn.robots.pairs", 40_000);

  @Test
  void singlePatternsMatchAsTheNaiveMatcherSays() {
    var random = new Random(9309);
    for (int i = 0; i < PAIRS; i++) {
      var pattern = pattern(random, 12);
      var url = path(random, 24);
      var robots = robots(List.of("Disallow: " + pattern));
      assertThat(robots.allows("x", url))
          .as("%s against %s", pattern, url)
          .isEqualTo(!matches(pattern, url));
    }
  }

  @Test
  void manyRulesDecideAsTryingEachWould() {
    var random = new Random(1996);
    for (int round = 0; round < PAIRS / 1_000; round++) {
      var rules = new ArrayList<String>();
      for (int i = random.nextInt(120); i > 0; i--) {
        rules.add((random.nextBoolean() ? "Allow: " : "Disallow: ") + pattern(random, 10));
      }
      var robots = robots(rules);
      for (int i = 0; i < 50; i++) {
        var url = path(random, 20);
        var access = robots.access("x", url);
        assertThat(access.allowed()).as("%s by %s", url, rules).isEqualTo(allowed(rules, url));
        access.rule().ifPresent(rule -> assertThat(matches(rule.pattern(), url)).isTrue());
      }
    }
  }

  @Test
  void longNeedlesAreFoundWhereTheyStand() {
    var random = new Random(434);
    for (int i = 0; i < PAIRS / 10; i++) {
      var needle = letters(random, 9 + random.nextInt(20), 2);
      var url = "/" + letters(random, random.nextInt(200), 2);
      var hay = url.getBytes(StandardCharsets.US_ASCII);
      var sought = needle.getBytes(StandardCharsets.US_ASCII);
      assertThat(OctetSearch.find(hay, 0, hay.length, sought, 0, sought.length))
          .as("%s in %s", needle, url)
          .isEqualTo(url.indexOf(needle));
      var part = url.substring(random.nextInt(url.length()));
      if (!part.isEmpty()) {
        var inside = part.getBytes(StandardCharsets.US_ASCII);
        assertThat(OctetSearch.find(hay, 0, hay.length, inside, 0, inside.length))
            .isEqualTo(url.indexOf(part));
      }
    }
  }

  private static boolean allowed(List<String> rules, String url) {
    int best = -1;
    for (var rule : rules) {
      boolean allow = rule.startsWith("Allow");
      var pattern = rule.substring(rule.indexOf(' ') + 1);
      if (matches(pattern, url)) {
        best = Math.max(best, 2 * pattern.length() + (allow ? 1 : 0));
      }
    }
    return best < 0 || best % 2 == 1;
  }

  /// By cases, with backtracking.
  private static boolean matches(String pattern, String url) {
    if (pattern.isEmpty()) {
      return true;
    }
    if (pattern.equals("$")) {
      return url.isEmpty();
    }
    if (pattern.charAt(0) == '*') {
      return matches(pattern.substring(1), url)
          || (!url.isEmpty() && matches(pattern, url.substring(1)));
    }
    return !url.isEmpty()
        && url.charAt(0) == pattern.charAt(0)
        && matches(pattern.substring(1), url.substring(1));
  }

  private static String pattern(Random random, int most) {
    var pattern = new StringBuilder(random.nextInt(8) == 0 ? "*" : "/");
    for (int i = random.nextInt(most); i > 0; i--) {
      pattern.append("aab/*".charAt(random.nextInt(5)));
    }
    return pattern.append(random.nextInt(4) == 0 ? "$" : "").toString();
  }

  private static String path(Random random, int most) {
    return "/" + letters(random, random.nextInt(most), 3);
  }

  private static String letters(Random random, int length, int kinds) {
    var letters = new StringBuilder();
    for (int i = 0; i < length; i++) {
      letters.append("ab/".charAt(random.nextInt(kinds)));
    }
    return letters.toString();
  }

  private static RobotsTxt robots(List<String> rules) {
    return RobotsTxt.parse(
        ("User-agent: *\n" + String.join("\n", rules)).getBytes(StandardCharsets.US_ASCII));
  }
}
