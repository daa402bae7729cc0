package dev.sojourn.robots;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any patterns against any path: the decision and the rule are those of the naive matcher, and
/// nothing takes longer than linear time.
class MatcherFuzzTest {

  /// Paths and patterns are lengthened by this factor if the first line asks for it.
  private static final int STRETCH = 64;

  static Stream<byte[]> seeds() {
    return Stream.of(
            "/a.php/b.php\n/*.php$",
            "/aaaaaaaaaaaaaaaaaaaaaab\n/*a*a*a*a*b\n+/a",
            "/%7Ejoe/x?y#z\n/~joe\n+/%7ejoe/*?y$",
            "/a$b\n/a$b\n+/a%24b",
            "/x*\n/x%2a$\n+/x*",
            "/abcdefghabcdefghi\n/*abcdefghi$\n+/*ghabcdefghi\n/abcdefgh*i",
            "/a%2Fb\n/a/b\n+/a%2fb",
            "/%zz%\n/%25zz\n+/%zz",
            "\u00fc\n/\u00fc\n/%C3%BC",
            "/a`aaa*b\n/*0a*b\n+/*c3",
            // Enough that routes are found by hashes.
            "/a/b/cd?e\n/\n/a\n/a/\n/a/b\n/a/b/\n/a/b/c\n/a/b/cd\n/a/b/cde\n/a/b/d\n/b/cd",
            "!/aaaaaaaaaaaaaaaa\n/*aaaaaaaab\n/*a*b$")
        .map(text -> text.getBytes(StandardCharsets.UTF_8));
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyPatternsMeetAnyPath(byte[] input) {
    var lines = new String(input, StandardCharsets.UTF_8).split("\n", -1);
    boolean stretched = lines[0].startsWith("!");
    var path = path(stretched ? lines[0].substring(1).repeat(STRETCH) : lines[0]);
    var file = new StringBuilder("User-agent: *\n");
    var patterns = new ArrayList<String>();
    for (var line : List.of(lines).subList(1, lines.length)) {
      boolean allow = line.startsWith("+");
      var pattern = (allow ? line.substring(1) : line).repeat(stretched ? STRETCH : 1);
      patterns.add(pattern);
      file.append(allow ? "Allow: " : "Disallow: ").append(pattern).append('\n');
    }
    var octets = file.toString().getBytes(StandardCharsets.UTF_8);
    if (octets.length > RobotsOptions.MIN_MAX_BYTES) {
      return;
    }
    Bounds.ofFile(octets.length + path.length())
        .hold(() -> RobotsTxt.parse(octets).agent("x").explain(path));
    if (!stretched) {
      decidesAsTheNaiveMatcher(octets, path);
      routesAsTheNaiveMatcher(patterns, path);
    }
  }

  private static String path(String text) {
    return text.startsWith("/") ? text : "/" + text;
  }

  private static void decidesAsTheNaiveMatcher(byte[] file, String path) {
    var naive = new NaiveRobots(file).deciding("x", path);
    var robots = RobotsTxt.parse(file);
    var access = robots.access("x", path);
    boolean same =
        access.allowed() == naive.map(NaiveRobots.NaiveRule::allow).orElse(true)
            && access.rule().isPresent() == naive.isPresent()
            && robots.allows("x", "http://h" + path) == access.allowed();
    if (same && naive.isPresent()) {
      same = octets(access.rule().orElseThrow().pattern()) == octets(naive.orElseThrow().pattern());
    }
    // Messages cost more than decisions, so they are made only if they are needed.
    if (!same) {
      throw new AssertionError(
          path + " by " + new String(file, StandardCharsets.UTF_8) + access + ", not " + naive);
    }
  }

  /// How long the canonical pattern is.
  private static int octets(String pattern) {
    return String.join("", NaiveRobots.pattern(pattern)).length();
  }

  /// The last route line whose path is a prefix decides; a path with a space in it is none.
  private static void routesAsTheNaiveMatcher(List<String> patterns, String path) {
    var file = new StringBuilder();
    int decided = 0;
    int line = 0;
    var url = NaiveRobots.routePath(path.split("[?#]", 2)[0]);
    for (var pattern : patterns) {
      if (!pattern.startsWith("/") || !pattern.matches("[^\\s#]+")) {
        continue;
      }
      line++;
      file.append("Mobile-agent-server: ").append(pattern).append(" atp://h:1\n");
      decided = url.startsWith(NaiveRobots.routePath(pattern)) ? line : decided;
    }
    var robots = RobotsTxt.parse(file.toString().getBytes(StandardCharsets.UTF_8));
    var route = robots.route(path);
    if (route.decidingLine() != decided) {
      throw new AssertionError(path + " by " + file + route + ", not by line " + decided);
    }
  }
}
