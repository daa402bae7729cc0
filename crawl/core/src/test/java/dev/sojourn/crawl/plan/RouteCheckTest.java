package dev.sojourn.crawl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.crawl.core.Allowance;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.core.VisitTask;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The scope with which an agent is sent.
class RouteCheckTest {
  private static final String SITE = "http://site.example";
  private static final Scope TERRITORY = new Scope(SITE, List.of("/"), List.of("/b/"));

  @Test
  void theTerritoryIsCutByWhatIsDisallowed() {
    assertThat(scope("User-agent: *\nDisalow: /private/\nAllow: /private/open/\n"))
        .isEqualTo(new Scope(SITE, List.of("/", "/private/open/"), List.of("/b/", "/private/")));
  }

  @Test
  void onlyTheGroupOfTheProductTokenCuts() {
    assertThat(scope("User-agent: other\nDisallow: /private/\n")).isEqualTo(TERRITORY);
  }

  @Test
  void tooManyCutsForAPassportAreLeftToTheGate() {
    var many = new StringBuilder("User-agent: *\n");
    for (int i = 0; i < 499; i++) {
      many.append("Disallow: /p").append(i).append("/\n");
    }
    assertThat(scope(many.toString())).isEqualTo(TERRITORY);
    assertThat(scope("User-agent: *\n" + "Disallow: /" + "a".repeat(1_900)))
        .isNotEqualTo(TERRITORY);
    var wide = new StringBuilder("User-agent: *\n");
    for (int i = 0; i < 20; i++) {
      wide.append("Disallow: /").append(i).append("a".repeat(1_900)).append('\n');
    }
    assertThat(scope(wide.toString())).isEqualTo(TERRITORY);
  }

  @Test
  void aStartThatIsAlwaysAllowedStaysInside() {
    var robots = robots("User-agent: *\nDisallow: /\nAllow: /a/\n");

    assertThat(scope(SITE + "/a/", robots)).isEqualTo(new Scope(SITE, List.of("/a/"), List.of()));
    assertThat(scope(SITE + "/robots.txt", robots)).isEqualTo(TERRITORY);
  }

  private static Scope scope(String file) {
    return scope(SITE + "/", robots(file));
  }

  private static Scope scope(String start, RobotsTxt robots) {
    var host = new Place.Host("atp://host.example:434");
    var task =
        new VisitTask(
            "k0t0v0",
            new CrawlTerritory(0, TERRITORY, host),
            host,
            0,
            List.of(start),
            "",
            new Allowance(1, 1, 1, 1));
    return new RouteCheck(new Reach(true), "Sojourn").allowedScope(task, robots);
  }

  private static RobotsTxt robots(String file) {
    return RobotsTxt.parse(file.getBytes(StandardCharsets.UTF_8), RobotsOptions.STANDARD);
  }
}
