package dev.sojourn.robots.scope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PathPrefixesTest {

  @Test
  void whatIsDisallowedIsCutOutAndExceptionsStayIn() {
    var paths =
        allowed(
            """
            User-agent: *
            Disallow: /private/
            Allow: /private/open/
            Disallow: /private/open/not/
            """);

    assertThat(paths)
        .isEqualTo(
            new PathPrefixes(
                List.of("/", "/private/open/"), List.of("/private/", "/private/open/not/")));
    assertThat(paths.contains("/private/open/a")).isTrue();
    assertThat(paths.contains("/private/open/not/a")).isFalse();
  }

  @Test
  void allowWinsATie() {
    assertThat(allowed("User-agent: *\nDisallow: /a\nAllow: /a\n")).isEqualTo(PathPrefixes.ALL);
  }

  @Test
  void aRepairedLineCutsAsTheLineThatWasMeant() {
    assertThat(allowed("User-agent: *\nDisalow: /private/\n").excludes())
        .containsExactly("/private/");
  }

  @Test
  void wildcardsAreLeftToThePageByPageDecision() {
    assertThat(allowed("User-agent: *\nDisallow: /*.pdf\nDisallow: /a$\nDisallow: /b?c\n"))
        .isEqualTo(PathPrefixes.ALL);
    // The wildcard may allow a page under /a/, and cannot under /b/.
    assertThat(
            allowed("User-agent: *\nDisallow: /a/\nDisallow: /b/\nAllow: /a/*.html\n").excludes())
        .containsExactly("/b/");
    assertThat(allowed("User-agent: *\nDisallow: /\nAllow: /$\n")).isEqualTo(PathPrefixes.ALL);
  }

  @Test
  void rulesTooManyToCompareAreLeftToThePageByPageDecision() {
    var file = new StringBuilder("User-agent: *\n");
    for (int i = 0; i < 2_500; i++) {
      file.append("Disallow: /a").append(i).append("\nAllow: /b").append(i).append("*c\n");
    }

    assertThat(allowed(file.toString())).isEqualTo(PathPrefixes.ALL);
  }

  @Test
  void aSiteThatDisallowsEverythingLeavesNothing() {
    assertThat(allowed("User-agent: *\nDisallow: /\n").isEmpty()).isTrue();
  }

  @Test
  void theOrderOfRulesOf1996IsNotTheMatterOfPrefixes() {
    var robots =
        RobotsTxt.parse(
            bytes("User-agent: *\nDisallow: /a\n"),
            RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996));

    assertThat(PathPrefixes.allowed(robots.agent("x"), Dialect.WEB_ROBOTS_CONTROL_1996))
        .isEqualTo(PathPrefixes.ALL);
  }

  @Test
  void theRoutedPartsOfAHostAreThoseOfItsTerritories() {
    var robots =
        RobotsTxt.parse(
            bytes(
                """
                Mobile-agent-server: / atp://one
                Mobile-agent-server: /a/ none
                Mobile-agent-server: /a/b/ atp://one
                """));

    assertThat(PathPrefixes.routed(robots, route -> route.toString().equals("atp://one:434")))
        .isEqualTo(new PathPrefixes(List.of("/", "/a/b/"), List.of("/a/")));
  }

  @Test
  void aPathLiesInBothExactlyWhereItLiesInEach() {
    var random = new Random(9309);
    for (int i = 0; i < 3_000; i++) {
      var one = prefixes(random);
      var other = prefixes(random);
      var both = one.and(other);
      for (int p = 0; p < 30; p++) {
        var path = path(random, 8);
        assertThat(both.contains(path))
            .as("%s in %s and %s", path, one, other)
            .isEqualTo(one.contains(path) && other.contains(path));
      }
    }
  }

  /// What matters most: no page that is allowed is ever cut out.
  @Test
  void whatIsCutOutIsDisallowedWhateverTheRules() {
    var random = new Random(2019);
    int cut = 0;
    for (int i = 0; i < 5_000; i++) {
      var file = new StringBuilder("User-agent: *\n");
      boolean isPlain = random.nextBoolean();
      for (int r = random.nextInt(12); r > 0; r--) {
        file.append(random.nextInt(3) == 0 ? "Allow: " : "Disallow: ")
            .append(path(random, 6))
            .append(isPlain ? "" : List.of("", "*", "$", "*a", "?a", "%2A").get(random.nextInt(6)))
            .append('\n');
      }
      var robots = RobotsTxt.parse(bytes(file.toString()), RobotsOptions.STANDARD);
      var allowed = PathPrefixes.allowed(robots.agent("x"), Dialect.RFC9309);
      for (int p = 0; p < 30; p++) {
        var path = path(random, 8) + (random.nextInt(4) == 0 ? "*" : "");
        var query = random.nextInt(4) == 0 ? "?a" : "";
        if (!allowed.contains(path)) {
          cut++;
          assertThat(robots.allows("x", path + query)).as("%s by %s", path, file).isFalse();
        } else if (isPlain) {
          assertThat(robots.allows("x", path + query)).as("%s by %s", path, file).isTrue();
        }
      }
    }
    assertThat(cut).isGreaterThan(10_000);
  }

  private static PathPrefixes prefixes(Random random) {
    var includes = new TreeSet<String>();
    var excludes = new TreeSet<String>();
    for (int i = random.nextInt(6); i > 0; i--) {
      includes.add(path(random, 6));
      excludes.add(path(random, 6));
    }
    excludes.removeAll(includes);
    return new PathPrefixes(new ArrayList<>(includes), new ArrayList<>(excludes));
  }

  private static String path(Random random, int most) {
    var path = new StringBuilder("/");
    for (int i = random.nextInt(most); i > 0; i--) {
      path.append("a/b".charAt(random.nextInt(3)));
    }
    return path.toString();
  }

  private static PathPrefixes allowed(String file) {
    var robots = RobotsTxt.parse(bytes(file), RobotsOptions.STANDARD);
    return PathPrefixes.allowed(robots.agent("ExampleBot"), robots.options().dialect());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
