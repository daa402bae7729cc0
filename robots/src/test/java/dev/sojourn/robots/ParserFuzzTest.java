package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.sojourn.robots.RobotsOptions.RouteComparison;
import dev.sojourn.robots.RobotsOptions.RoutePrecedence;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as a robots.txt: every question is answered, in bounded time and memory, and strict
/// reading decides as the naive reader does.
class ParserFuzzTest {

  /// The first octet says how the file is read: its bits are options; if the upper three are set,
  /// the file is repeated, so that short inputs reach the limits.
  private static final int REPEATED = 0xe0;

  private static final int LARGEST = 512 * 1024;

  private static final int ASKED = 12;

  static Stream<byte[]> seeds() {
    return Stream.of(
            "User-agent: *|Disallow: /a|Allow: /a/b$|",
            "\u00ef\u00bb\u00bfUser-agent: a|User-agent: B-ot/1.0||Disallow: /*.php$ # c\r"
                + "|Allow:\r",
            "user-agent:*|disallow:/%7ejoe|allow: /%2A%24$|Disallow: *x*y|",
            "<html>|<b>User-agent: *</b>|User-agent: *|Disallow: /|",
            "User-agent a|Disalow: /x /y|Useragent: b|Dissallow: /z|",
            "User-agent: a|Crawl-delay: 2.5|Request-rate: 1/10s 0800-0900|Noindex: /a|",
            "Mobile-agent-server: / none|Mobile-agent-server: /a atp://[::1]:1/|",
            "Mobile-agent-server: /a atp://u@h:1|Mobile-agent-server: /b x://h:0 y|",
            "Sitemap: https://h/s.xml|License: https://h/l.xml|User-agent: *|Content-Signal: a=no|",
            "User-agent: *|Content-Usage: /p train-ai=n, search=y|Content-Usage: a;b=1|",
            "User-agent: x||User-agent: *|Disallow: /\u00fc%C3%BC%zz%|\0\u0001:|")
        .map(file -> file.replace('|', '\n'))
        .flatMap(ParserFuzzTest::asSeeds);
  }

  private static Stream<byte[]> asSeeds(String file) {
    return Stream.of("\0", "\u0003", "\u000c", "\u00e0")
        .map(options -> (options + file).getBytes(StandardCharsets.ISO_8859_1));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreAFile(byte[] input) {
    int how = input.length == 0 ? 0 : input[0] & 0xff;
    var body = input.length == 0 ? input : Arrays.copyOfRange(input, 1, input.length);
    var file = (how & REPEATED) == REPEATED ? repeated(body) : body;
    var options = options(how);
    Bounds.ofFile(file.length).hold(() -> answersEverything(file, options));
    if (options.equals(RobotsOptions.STRICT) && file.length <= 4_096) {
      decidesAsTheNaiveReader(file);
    }
  }

  private static void answersEverything(byte[] file, RobotsOptions options) {
    var robots = RobotsTxt.parse(file, options);
    askEverything(robots);
    assertThat(robots.lines()).isBetween(0, file.length + 1);
  }

  private static void askEverything(RobotsTxt robots) {
    robots.access("a-bot", "http://h/xzy?q");
    robots.agent("a-bot").explain("/n/x");
    robots.agent("a-bot").contentUsage("/n/x");
    robots.agent("a-bot").contentSignals();
    robots.agent("a-bot").requestRates();
    robots.crawlDelay("b");
    robots.route("http://h/n/x");
    robots.territories();
    robots.groups();
    robots.records();
    robots.sitemaps();
    robots.licenses();
    robots.diagnostics().forEach(d -> assertThat(d.toString()).isNotBlank());
  }

  private static void decidesAsTheNaiveReader(byte[] file) {
    var robots = RobotsTxt.parse(file);
    var naive = new NaiveRobots(file);
    var tokens = Stream.concat(Stream.of("x"), naive.tokens().stream()).limit(ASKED).toList();
    var paths =
        Stream.concat(
                Stream.of("/", "/a/b"),
                naive.rules().stream().flatMap(rule -> pathsLike(rule.pattern())))
            .limit(ASKED)
            .toList();
    for (var token : tokens) {
      if (token.isEmpty()) {
        continue;
      }
      for (var path : paths) {
        if (robots.allows(token, path) != naive.allows(token, path)) {
          throw new AssertionError(
              path + " for " + token + ", allowed: " + robots.allows(token, path));
        }
      }
    }
  }

  /// Paths that the pattern matches, or nearly so.
  private static Stream<String> pathsLike(String pattern) {
    var path = "/" + pattern.replace("*", "").replace("$", "").replaceFirst("^/", "");
    return Stream.of(path, path + "z", "/" + path);
  }

  private static RobotsOptions options(int how) {
    return RobotsOptions.STRICT
        .withDialect((how & 1) == 0 ? Dialect.RFC9309 : Dialect.WEB_ROBOTS_CONTROL_1996)
        .withLenient((how & 2) != 0)
        .withRoutes(
            (how & 4) == 0 ? RouteComparison.OCTETS : RouteComparison.SEGMENT,
            (how & 8) == 0 ? RoutePrecedence.LAST : RoutePrecedence.LONGEST)
        .withOnlyFirstStarGroup((how & 16) != 0);
  }

  private static byte[] repeated(byte[] body) {
    if (body.length == 0) {
      return body;
    }
    int times = Math.min(1 + (body[0] & 0xff) * 64, LARGEST / body.length + 1);
    var file = new byte[body.length * times];
    for (int i = 0; i < times; i++) {
      System.arraycopy(body, 0, file, i * body.length, body.length);
    }
    return file;
  }
}
