package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.RobotsOptions.RouteComparison;
import dev.sojourn.robots.RobotsOptions.RoutePrecedence;
import dev.sojourn.robots.lint.RobotsLint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/// Files of 500 KiB that somebody wrote to make reading them expensive: each is parsed, made ready
/// for an agent, asked, explained and looked over, within processor time and memory that work which
/// grows with the square of the file would exceed many times.
class HostileFilesTest {

  private static final int FILE = RobotsOptions.MIN_MAX_BYTES;

  /// Octets that reading, asking and advice allocate for an octet of the file, at most.
  private static final int ALLOCATED_FOR_AN_OCTET = 1_000;

  private static final String LONG_URL = "https://h.example/" + "a".repeat(2_000) + "?b";

  @Test
  void groupsOfOneAgentByTheThousandAreMerged() {
    var robots = survives("", i -> "User-agent: a\nDisallow: /" + i + "\n");
    assertThat(robots.agent("a").groupLines()).hasSizeGreaterThan(10_000);
    assertThat(robots.allows("a", "/77")).isFalse();
  }

  @Test
  void groupsOfDifferentAgentsByTheThousand() {
    var robots = survives("", i -> "User-agent: a" + letters(i) + "\nDisallow: /" + i + "\n");
    assertThat(robots.groups()).hasSizeGreaterThan(10_000);
  }

  @Test
  void tenThousandUserAgentLinesShareAGroup() {
    var robots =
        survives(
            "User-agent: a" + "\nUser-agent: a".repeat(10_000) + "\n",
            i -> "Disallow: /" + i + "*" + i + "\n");
    assertThat(robots.agent("a").groupLines()).hasSize(10_001);
    assertThat(robots.allows("a", "/77/77")).isFalse();
  }

  @Test
  void prefixesOfWhichEachContainsTheOneBefore() {
    survives("User-agent: *\n", i -> "Disallow: /" + "a".repeat(i + 1) + "\n");
  }

  @Test
  void wildcardsThatAllHaveTheSameGrams() {
    survives("User-agent: *\n", i -> "Disallow: /*aaaa" + "a".repeat(i % 40) + "*?" + "b\n");
  }

  @Test
  void wildcardsThatHaveNoGramAtAll() {
    survives("User-agent: *\n", i -> "Disallow: /*" + (char) ('a' + i % 26) + "*$\n");
  }

  @Test
  void wildcardsAlone() {
    survives("User-agent: *\n", i -> "Disallow: /" + "*a".repeat(i % 8_000) + "$\n");
  }

  @Test
  void pathsByTheThousandOnEachLine() {
    var robots = survives("User-agent: *\n", _ -> "Disallow: " + "/ ".repeat(8_000) + "\n");
    assertThat(robots.agent("a").rules()).hasSizeGreaterThan(200_000);
  }

  @Test
  void preferencesByTheThousand() {
    survives("User-agent: *\n", i -> "Content-Usage: /*" + i + " train-ai=n, search=y\n");
  }

  /// Each was added to a copy of those before it, so that a page took a minute and a half.
  @Test
  void preferencesOfOnePathByTheThousand() {
    var robots = survives("User-agent: *\n", i -> "Content-Usage: a" + letters(i) + "=n\n");
    assertThat(robots.agent("a").contentUsage(LONG_URL).permissions()).hasSizeGreaterThan(10_000);
    var signalling = survives("User-agent: *\n", i -> "Content-Signal: a" + letters(i) + "=no\n");
    assertThat(signalling.agent("a").contentSignals().permissions()).hasSizeGreaterThan(10_000);
  }

  /// A crawl asks about each page.
  @Test
  void preferencesByTheThousandAreReadOnceForAllPages() {
    var robots = survives("User-agent: *\n", i -> "Content-Usage: /" + i + " a=n\n").agent("a");
    new Bounds(Duration.ofSeconds(5), 50_000_000L)
        .hold(
            () -> {
              for (int page = 0; page < 100; page++) {
                assertThat(robots.contentUsage("/" + page + "/x").denies("a")).isTrue();
              }
            });
  }

  @Test
  void fieldsThatNobodyKnows() {
    survives("User-agent: *\n", _ -> "x:\n");
  }

  @Test
  void routesOfWhichEachContainsTheOneBefore() {
    var robots =
        survives("", i -> "Mobile-agent-server: /" + "a".repeat(i) + " atp://h" + i + "\n");
    assertThat(robots.route(LONG_URL)).isInstanceOf(Route.Indeterminate.class);
    survives(
        "", i -> i > 850 ? "" : "Mobile-agent-server: /" + "a".repeat(i) + " atp://h" + i + "\n");
  }

  @Test
  void routesThatShareAllButTheLastLetters() {
    survives(
        "",
        i -> i > 9_900 ? "" : "Mobile-agent-server: /" + "a".repeat(20) + letters(i) + " none\n");
  }

  /// Parses, asks and explains the file in all readings and looks it over, within bounds.
  private static RobotsTxt survives(String start, IntFunction<String> line) {
    var text = new StringBuilder(start);
    for (int i = 0; text.length() < FILE && i < FILE / 3; i++) {
      text.append(line.apply(i));
    }
    var file = text.toString().getBytes(StandardCharsets.US_ASCII);
    var readings =
        List.of(
            RobotsOptions.LENIENT.withRoutes(RouteComparison.SEGMENT, RoutePrecedence.LONGEST),
            RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996));
    for (var options : readings) {
      new Bounds(Duration.ofSeconds(4), (long) ALLOCATED_FOR_AN_OCTET * FILE)
          .hold(() -> readAndAsk(file, options));
    }
    return RobotsTxt.parse(file, RobotsOptions.LENIENT);
  }

  private static void readAndAsk(byte[] file, RobotsOptions options) {
    var robots = RobotsTxt.parse(file, options);
    for (var agent : List.of("a", "ExampleBot")) {
      robots.allows(agent, LONG_URL);
      robots.allows(agent, "/b");
      robots.agent(agent).contentUsage(LONG_URL);
      robots.agent(agent).contentSignals();
      robots.crawlDelay(agent);
    }
    robots.agent("a").explain(LONG_URL);
    robots.route(LONG_URL);
    robots.territories();
    RobotsLint.check(robots, file.length);
  }

  private static String letters(int i) {
    return Integer.toString(i, 26).chars().mapToObj(c -> letter(c)).reduce("", String::concat);
  }

  private static String letter(int digit) {
    return String.valueOf((char) ('a' + Character.digit(digit, 26)));
  }
}
