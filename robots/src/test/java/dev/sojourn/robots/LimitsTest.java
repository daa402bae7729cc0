package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LimitsTest {

  @Test
  void readsFiveHundredKibibytesToTheLastOctet() {
    var file = filled("User-agent: a\nDisallow: /x\n", "\nDisallow: /y", 500 * 1024);
    var robots = RobotsTxt.parse(bytes(file));
    assertThat(robots.truncated()).isFalse();
    assertThat(robots.allows("a", "/y")).isFalse();
  }

  @Test
  void neverUsesTheLineThatTheLimitCuts() {
    var file = filled("User-agent: a\nDisallow: /x\n", "\nDisallow: /long", 500 * 1024 + 1);
    var robots = RobotsTxt.parse(bytes(file));
    assertThat(robots.truncated()).isTrue();
    assertThat(robots.allows("a", "/lon")).isTrue();
    assertThat(robots.allows("a", "/x")).isFalse();
    assertThat(robots.diagnostics().getFirst().problem()).isEqualTo(RobotsProblem.TRUNCATED);
  }

  @Test
  void routesOfATruncatedFileAreIndeterminate() {
    var file = filled("Mobile-agent-server: / atp://h:1\n", "", 500 * 1024 + 1);
    var robots = RobotsTxt.parse(bytes(file));
    assertThat(robots.route("/")).isEqualTo(new Route.Indeterminate());
    assertThat(robots.territories())
        .singleElement()
        .satisfies(t -> assertThat(t.route()).isEqualTo(new Route.Indeterminate()));
  }

  @Test
  void tenThousandRouteLinesAreReadAndOneMoreIsTooMany() {
    var lines = "Mobile-agent-server: /a atp://h:1\n".repeat(9_999);
    var exact = RobotsTxt.parse(bytes(lines + "Mobile-agent-server: / none\n"));
    assertThat(exact.route("/a")).isEqualTo(new Route.None(10_000));
    var more = RobotsTxt.parse(bytes(lines + "Mobile-agent-server: / none\n".repeat(2)));
    assertThat(more.route("/a")).isEqualTo(new Route.Indeterminate());
    assertThat(more.diagnostics().getFirst().problem()).isEqualTo(RobotsProblem.TOO_MANY_ROUTES);
  }

  @Test
  void wrongRouteLinesCountAgainstTheLimitToo() {
    var file = "Mobile-agent-server: x\n".repeat(10_001);
    assertThat(RobotsTxt.parse(bytes(file)).route("/")).isEqualTo(new Route.Indeterminate());
  }

  @Test
  void ignoresAnOverlongLineWholeAndSaysSo() {
    var robots =
        RobotsTxt.parse(
            bytes("User-agent: a\nDisallow: /" + "x".repeat(16 * 1024) + "\nDisallow: /y\n"));
    assertThat(robots.allows("a", "/" + "x".repeat(20_000))).isTrue();
    assertThat(robots.allows("a", "/y")).isFalse();
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem, Diagnostic::line)
        .containsExactly(tuple(RobotsProblem.LINE_TOO_LONG, 2));
  }

  @Test
  void usesALineOfJustTheLimit() {
    var path = "/" + "x".repeat(16 * 1024 - "Disallow: /".length());
    var robots = RobotsTxt.parse(bytes("User-agent: a\nDisallow: " + path));
    assertThat(robots.allows("a", path)).isFalse();
  }

  @Test
  void keepsABoundedNumberOfDiagnostics() {
    var robots = RobotsTxt.parse(bytes("Disallow: /x\n".repeat(10_000)));
    assertThat(robots.diagnostics()).hasSize(256);
    assertThat(robots.diagnostics().getLast().problem()).isEqualTo(RobotsProblem.MORE_PROBLEMS);
  }

  @Test
  void decidesAUrlOfAMebibyte() {
    var robots = RobotsTxt.parse(bytes("User-agent: a\nDisallow: /*b$"));
    assertThat(robots.allows("a", "/" + "a".repeat(1 << 20))).isTrue();
    assertThat(robots.allows("a", "/" + "ü".repeat(1 << 18) + "b")).isFalse();
  }

  /// Patterns that make a matcher with backtracking take for ever.
  @Test
  void hostilePatternsTakeLinearTime() {
    var rules = new StringBuilder("User-agent: a\n");
    for (int i = 0; i < 200; i++) {
      rules.append("Disallow: /").append("*a".repeat(40)).append("*".repeat(i)).append("b$\n");
      rules.append("Disallow: /*").append("a".repeat(30 + i)).append("b\n");
    }
    var robots = RobotsTxt.parse(bytes(rules.toString()));
    var url = "/" + "a".repeat(4_000);
    new Bounds(Duration.ofSeconds(4), 100_000_000)
        .hold(
            () -> {
              for (int i = 0; i < 100; i++) {
                assertThat(robots.allows("a", url)).isTrue();
              }
            });
  }

  @Test
  void decidesWithoutAllocation() {
    var robots =
        RobotsTxt.parse(
            bytes("User-agent: a\nDisallow: /x\nAllow: /*y$\nMobile-agent-server: / none\n"));
    var rules = robots.agent("a");
    new Bounds(Duration.ofSeconds(4), 64 * 1024)
        .hold(
            () -> {
              for (int i = 0; i < 100_000; i++) {
                rules.allows("http://e.example/x/%7Eabc?q=1");
                robots.route("http://e.example/x/%7Eabc?q=1");
              }
            });
  }

  @Test
  void refusesLimitsBelowWhatTheStandardPermits() {
    assertThatThrownBy(() -> RobotsOptions.STRICT.withLimits(1000, 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("maxBytes: 1000");
  }

  private static String filled(String start, String end, int size) {
    var comment = new StringBuilder(start);
    while (comment.length() + end.length() < size) {
      int rest = size - comment.length() - end.length();
      comment.append("#".repeat(Math.min(100, rest) - 1)).append('\n');
    }
    return comment.append(end).toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
