package dev.sojourn.dispatcher.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllowedScopeTest {
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

    assertThat(AllowedScope.of(TERRITORY, List.of(SITE + "/a/"), robots, "Sojourn"))
        .isEqualTo(new Scope(SITE, List.of("/a/"), List.of()));
    assertThat(AllowedScope.of(TERRITORY, List.of(SITE + "/robots.txt"), robots, "Sojourn"))
        .isEqualTo(TERRITORY);
  }

  private static Scope scope(String file) {
    return AllowedScope.of(TERRITORY, List.of(SITE + "/"), robots(file), "Sojourn");
  }

  private static RobotsTxt robots(String file) {
    return RobotsTxt.parse(file.getBytes(StandardCharsets.UTF_8), RobotsOptions.STANDARD);
  }
}
