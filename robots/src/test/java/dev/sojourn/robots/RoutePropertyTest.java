package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.RobotsOptions.RouteComparison;
import dev.sojourn.robots.RobotsOptions.RoutePrecedence;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Random Mobile-agent-server lines, few and many, in all four readings: the line that decides is
/// the one that trying each in file order gives.
///
/// `-Dsojourn.robots.pairs=1000000` makes it a long run.
class RoutePropertyTest {

  private static final int PAIRS = Integer.getInteger("sojourn.robots.pairs", 40_000);

  private static final int URLS_OF_A_FILE = 40;

  @Test
  void theLineThatDecidesIsThatOfTheNaiveReader() {
    var random = new Random(19970222);
    for (int file = 0; file < PAIRS / URLS_OF_A_FILE; file++) {
      // Up to seven lines are found by search, more by hashes.
      int lines = random.nextInt(file % 10 == 0 ? 600 : 30);
      int letters = 2 + random.nextInt(3);
      var paths = new ArrayList<String>();
      for (int i = 0; i < lines; i++) {
        paths.add(path(random, letters, 12));
      }
      var options =
          RobotsOptions.STRICT.withRoutes(
              random.nextBoolean() ? RouteComparison.OCTETS : RouteComparison.SEGMENT,
              random.nextBoolean() ? RoutePrecedence.LAST : RoutePrecedence.LONGEST);
      var robots = RobotsTxt.parse(file(paths), options);
      for (int i = 0; i < URLS_OF_A_FILE; i++) {
        var url = path(random, letters, 20);
        assertThat(robots.route("http://h" + url + "?q").decidingLine())
            .as("%s by %s, %s", url, paths, options)
            .isEqualTo(decidingLine(paths, url, options));
      }
    }
  }

  private static int decidingLine(List<String> paths, String url, RobotsOptions options) {
    int deciding = 0;
    int longest = 0;
    for (int i = 0; i < paths.size(); i++) {
      var path = paths.get(i);
      boolean overrides =
          options.routePrecedence() == RoutePrecedence.LAST || path.length() >= longest;
      if (overrides && covers(path, url, options.routeComparison())) {
        deciding = i + 1;
        longest = path.length();
      }
    }
    return deciding;
  }

  private static boolean covers(String path, String url, RouteComparison comparison) {
    boolean prefix = url.startsWith(path);
    return switch (comparison) {
      case OCTETS -> prefix;
      case SEGMENT ->
          prefix
              && (path.endsWith("/")
                  || path.length() == url.length()
                  || url.charAt(path.length()) == '/');
    };
  }

  private static byte[] file(List<String> paths) {
    var file = new StringBuilder();
    for (var path : paths) {
      file.append("Mobile-agent-server: ").append(path).append(" atp://h\n");
    }
    return file.toString().getBytes(StandardCharsets.US_ASCII);
  }

  private static String path(Random random, int letters, int most) {
    var path = new StringBuilder("/");
    for (int i = random.nextInt(most); i > 0; i--) {
      path.append("a/bc".charAt(random.nextInt(letters)));
    }
    return path.toString();
  }
}
