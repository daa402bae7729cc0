package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.RobotsOptions.RouteComparison;
import dev.sojourn.robots.RobotsOptions.RoutePrecedence;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Mobile-agent-server lines and territories.
class RouteTest {

  /// Section 4 of the Mobile Agents draft.
  private static final String FICT =
      """
      Mobile-agent-server: / atp://www.fict.org:8001
      Mobile-agent-server: /home/ none
      Mobile-agent-server: /home/user1/ atp://user1.fict.org:854
      Mobile-agent-server: /home/user2/ atp://user2.fict.org:831
      """;

  @Test
  void cutsTheSiteOfTheDraftIntoTerritories() {
    assertThat(robots(FICT).territories())
        .containsExactly(
            territory("atp://www.fict.org:8001", 1, List.of("/"), List.of("/home/")),
            new Territory(
                new Route.None(2), List.of("/home/"), List.of("/home/user1/", "/home/user2/")),
            territory("atp://user1.fict.org:854", 3, List.of("/home/user1/"), List.of()),
            territory("atp://user2.fict.org:831", 4, List.of("/home/user2/"), List.of()));
  }

  @Test
  void isGlobalWhateverGroupItStandsIn() {
    var robots = robots("User-agent: a\nMobile-agent-server: / atp://h\nDisallow: /x");
    assertThat(robots.route("/")).hasToString("atp://h:434");
    assertThat(robots.allows("a", "/x")).isFalse();
  }

  @Test
  void lastMatchingLineDecidesAndNotTheLongest() {
    var file = "Mobile-agent-server: /a/b atp://h:1\nMobile-agent-server: /a none\n";
    assertThat(robots(file).route("/a/b/c")).isEqualTo(new Route.None(2));
    var longest =
        RobotsTxt.parse(
            bytes(file),
            RobotsOptions.STRICT.withRoutes(RouteComparison.OCTETS, RoutePrecedence.LONGEST));
    assertThat(longest.route("/a/b/c").decidingLine()).isEqualTo(1);
  }

  @Test
  void comparesOctetsUnlessSegmentsAreAskedFor() {
    var file = "Mobile-agent-server: / none\nMobile-agent-server: /dir1 atp://h:1\n";
    assertThat(robots(file).route("/dir10")).hasToString("atp://h:1");
    assertThat(robots(file).route("/dir1.html")).hasToString("atp://h:1");
    var segments =
        RobotsTxt.parse(
            bytes(file),
            RobotsOptions.STRICT.withRoutes(RouteComparison.SEGMENT, RoutePrecedence.LAST));
    assertThat(segments.route("/dir10")).hasToString("none");
    assertThat(segments.route("/dir1.html")).hasToString("none");
    assertThat(segments.route("/dir1")).hasToString("atp://h:1");
    assertThat(segments.route("/dir1/x")).hasToString("atp://h:1");
    assertThat(segments.territories())
        .containsExactly(
            new Territory(new Route.None(1), List.of("/"), List.of("/dir1/")),
            territory("atp://h:1", 2, List.of("/dir1/"), List.of()));
  }

  @Test
  void segmentPrefixThatDoesNotMatchHidesNoShorterOne() {
    var segments =
        RobotsTxt.parse(
            bytes("Mobile-agent-server: /a atp://h:1\nMobile-agent-server: /a/b atp://h:2\n"),
            RobotsOptions.STRICT.withRoutes(RouteComparison.SEGMENT, RoutePrecedence.LAST));
    assertThat(segments.route("/a/bc")).hasToString("atp://h:1");
    assertThat(segments.route("/ab")).hasToString("unspecified");
  }

  @Test
  void queryAndFragmentTakeNoPart() {
    var robots = robots("Mobile-agent-server: /a none\nMobile-agent-server: /a?x atp://h:1\n");
    assertThat(robots.route("/a?x")).hasToString("none");
    assertThat(robots.route("/a#x")).hasToString("none");
  }

  @Test
  void starAndDollarAreLiteralAndHashBeginsAComment() {
    var robots = robots("Mobile-agent-server: /*.html$ atp://h:1 # none\n");
    assertThat(robots.route("/a.html")).hasToString("unspecified");
    assertThat(robots.route("/*.html$")).hasToString("atp://h:1");
  }

  /// As in the patterns of Allow and Disallow.
  @ParameterizedTest
  @ValueSource(strings = {"/a*b$/", "/a%2Ab%24/", "/a%2ab$/", "/a*b%24/"})
  void starAndDollarEqualTheirEscapes(String path) {
    var robots = robots("Mobile-agent-server: / none\nMobile-agent-server: " + path + " atp://h");
    for (var url : List.of("/a*b$/x", "/a%2Ab%24/x", "/a%2ab$/x", "/a*b%24/x")) {
      assertThat(robots.route(url)).as(url).hasToString("atp://h:434");
      assertThat(RobotsTxt.parse(bytes("User-agent: *\nDisallow: /a%2Ab%24/")).allows("x", url))
          .as(url)
          .isFalse();
    }
    assertThat(robots.route("/aab$/x")).isEqualTo(new Route.None(1));
    assertThat(robots.territories().getLast().includes())
        .containsExactly("/a%2Ab$/", "/a%2Ab%24/", "/a*b$/", "/a*b%24/");
  }

  @Test
  void territoriesOfAPathWithManyStarsStayFew() {
    var robots = robots("Mobile-agent-server: /" + "*".repeat(100) + " none");
    assertThat(robots.territories().getLast().includes())
        .containsExactly("/" + "%2A".repeat(100), "/" + "*".repeat(100));
  }

  @Test
  void comparesPathsInCanonicalForm() {
    var robots =
        robots("Mobile-agent-server: /%7ejoe%2f atp://h:1\nMobile-agent-server: /ü none\n");
    assertThat(robots.route("/~joe%2Fx")).hasToString("atp://h:1");
    assertThat(robots.route("/~joe/x")).hasToString("unspecified");
    assertThat(robots.route("/%c3%bc")).hasToString("none");
    assertThat(robots.territories().get(2).includes()).containsExactly("/~joe%2F");
  }

  @ParameterizedTest
  @CsvSource({
    "NONE, none",
    "ATP://WWW.Fict.ORG:544, atp://www.fict.org:544",
    "atp://h, atp://h:434",
    "atp://h/, atp://h:434",
    "https://h, https://h:443",
    "x-new+1.0://h, x-new+1.0://h",
    "atp://[2001:DB8::1]:99, atp://[2001:db8::1]:99",
    "atp://[::1], atp://[::1]:434",
    "atp://h:1, atp://h:1",
    "atp://h:65535, atp://h:65535"
  })
  void readsTargets(String target, String route) {
    assertThat(robots("Mobile-agent-server: / " + target).route("/")).hasToString(route);
  }

  @Test
  void keepsWhetherThePortWasWritten() {
    var robots = robots("Mobile-agent-server: /a atp://h\nMobile-agent-server: /b atp://h:434");
    assertThat(robots.route("/a"))
        .isEqualTo(new Route.Host(new HostUrl("atp", "h", 434, false), 1));
    assertThat(robots.route("/b")).isEqualTo(new Route.Host(new HostUrl("atp", "h", 434, true), 2));
  }

  @ParameterizedTest
  @CsvSource({
    "/ atp://user@h, ROUTE_USER_INFO",
    "/ atp://:1, ROUTE_HOST",
    "/ atp://, ROUTE_HOST",
    "/ atp://h:0, ROUTE_PORT",
    "/ atp://h:65536, ROUTE_PORT",
    "/ atp://h:, ROUTE_PORT",
    "/ atp://h:+80, ROUTE_PORT",
    "/ atp://h:99999999999, ROUTE_PORT",
    "/ atp://h/x, ROUTE_TARGET_PATH",
    "/ atp://h//, ROUTE_TARGET_PATH",
    "/ atp://h?x, ROUTE_TARGET_PATH",
    "/ atp://h:1 x, ROUTE_EXTRA",
    "/ atp://[::1, ROUTE_HOST",
    "/ atp:h, ROUTE_NO_URL",
    "/ nonesuch, ROUTE_NO_URL",
    "dir1 atp://h:1, ROUTE_PATH",
    "/dir1, ROUTE_WITHOUT_TARGET",
    "/dir1atp://h:1, ROUTE_WITHOUT_TARGET",
    "'', ROUTE_PATH"
  })
  void aWrongLineLeavesNoOlderHostInForceAndSaysWhy(String value, RobotsProblem problem) {
    var robots = robots("Mobile-agent-server: / atp://old\nMobile-agent-server: " + value);
    var path = value.split(" ", 2)[0];
    var closed = path.startsWith("/") ? new Route.None(2) : robots.route("/else/where");
    assertThat(robots.route(path.startsWith("/") ? path : "/dir1")).isEqualTo(closed);
    assertThat(robots.diagnostics()).extracting(Diagnostic::problem).containsExactly(problem);
    assertThat(robots.diagnostics().getFirst().line()).isEqualTo(2);
    assertThat(robots("Mobile-agent-server: " + value + "\n").route("/dir1"))
        .as("nothing is overridden by the only line")
        .isEqualTo(new Route.Unspecified());
  }

  @Test
  void aWrongLineIsNoneForItsPathAlone() {
    var robots =
        robots(
            """
            Mobile-agent-server: /a/ atp://u@h:1
            Mobile-agent-server: / atp://old
            Mobile-agent-server: /a/b/ atp://h:99999
            Mobile-agent-server: /a/b/c/ atp://new
            """);
    assertThat(robots.route("/a/")).hasToString("atp://old:434");
    assertThat(robots.route("/a/b/")).isEqualTo(new Route.None(3));
    assertThat(robots.route("/a/b/c/")).hasToString("atp://new:434");
    assertThat(robots.routeRecords()).extracting(RouteRecord::line).containsExactly(2, 3, 4);
    assertThat(robots.territories())
        .extracting(territory -> territory.route().toString())
        .containsExactly("atp://old:434", "none", "atp://new:434");
  }

  @Test
  void anOverlongLineIsNoneForAPathThatCanBeRead() {
    var long16 = "x".repeat(16 * 1024);
    var first = "Mobile-agent-server: / atp://old\n";
    assertThat(robots(first + "Mobile-agent-server: /a none " + long16).route("/a"))
        .isEqualTo(new Route.None(2));
    assertThat(robots(first + "Mobile-agent-server: /a # " + long16).route("/a"))
        .isEqualTo(new Route.None(2));
    assertThat(robots(first + "Mobile-agent-server: /a" + long16 + " none").route("/ax"))
        .hasToString("atp://old:434");
    assertThat(robots(first + "Disallow: /a none " + long16).route("/a"))
        .hasToString("atp://old:434");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mobile-agent-server / none", "Mobile-agent-server\t/ none"})
  void needsAColonAlsoWhenLenient(String line) {
    var robots = RobotsTxt.parse(bytes(line), RobotsOptions.LENIENT);
    assertThat(robots.route("/")).isEqualTo(new Route.Unspecified());
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.ROUTE_NO_COLON);
    var later = bytes("Mobile-agent-server: / atp://old\n" + line.replace("none", "atp://new"));
    assertThat(RobotsTxt.parse(later, RobotsOptions.LENIENT).route("/"))
        .isEqualTo(new Route.None(2));
  }

  @Test
  void siteWithoutLinesIsOneUnspecifiedTerritory() {
    assertThat(robots("").territories())
        .containsExactly(new Territory(new Route.Unspecified(), List.of("/"), List.of()));
  }

  @Test
  void oneHostIsOneTerritoryWhereverItsLinesStand() {
    var robots =
        robots(
            """
            Mobile-agent-server: /a atp://h:1
            Mobile-agent-server: /b atp://h:1
            Mobile-agent-server: /a/x none
            Mobile-agent-server: /a/x/y atp://h:1
            """);
    assertThat(robots.territories())
        .containsExactly(
            new Territory(new Route.Unspecified(), List.of("/"), List.of("/a", "/b")),
            territory("atp://h:1", 4, List.of("/a", "/a/x/y", "/b"), List.of("/a/x")),
            new Territory(new Route.None(3), List.of("/a/x"), List.of("/a/x/y")));
  }

  /// For random lines and paths: the territory with the longest matching prefix has the route of
  /// the last matching line, and every path has exactly one.
  @Test
  void territoriesAreDisjointCoverTheSiteAndAgreeWithRoutes() {
    RandomGenerator random = new Random(19970222);
    for (int round = 0; round < 2_000; round++) {
      var file = new StringBuilder();
      int lines = random.nextInt(8);
      for (int i = 0; i < lines; i++) {
        var target = random.nextInt(3) == 0 ? "none" : "atp://h" + random.nextInt(3);
        file.append("Mobile-agent-server: ")
            .append(path(random))
            .append(' ')
            .append(target)
            .append('\n');
      }
      var robots = robots(file.toString());
      for (int i = 0; i < 10; i++) {
        var path = path(random);
        var owners = new TreeSet<String>();
        for (var territory : robots.territories()) {
          if (longest(territory.includes(), path) > longest(territory.excludes(), path)
              && longest(territory.includes(), path) >= 0
              && isLongestOfAll(robots, territory, path)) {
            owners.add(territory.route().toString());
          }
        }
        assertThat(owners)
            .as("%s in%n%s", path, file)
            .containsExactly(robots.route(path).toString());
      }
    }
  }

  private static boolean isLongestOfAll(RobotsTxt robots, Territory territory, String path) {
    int own = longest(territory.includes(), path);
    return robots.territories().stream().allMatch(t -> longest(t.includes(), path) <= own);
  }

  private static int longest(List<String> prefixes, String path) {
    return prefixes.stream().filter(path::startsWith).mapToInt(String::length).max().orElse(-1);
  }

  private static String path(RandomGenerator random) {
    var path = new StringBuilder("/");
    for (int i = random.nextInt(5); i > 0; i--) {
      path.append(List.of("a", "b", "/", "*", "%2A", "$").get(random.nextInt(6)));
    }
    return path.toString();
  }

  private static Territory territory(
      String url, int line, List<String> includes, List<String> excludes) {
    int colon = url.lastIndexOf(':');
    var host =
        new HostUrl(
            "atp", url.substring(6, colon), Integer.parseInt(url.substring(colon + 1)), true);
    return new Territory(new Route.Host(host, line), includes, excludes);
  }

  private static RobotsTxt robots(String text) {
    return RobotsTxt.parse(bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
