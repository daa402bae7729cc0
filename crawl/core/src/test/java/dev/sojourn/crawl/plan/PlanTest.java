package dev.sojourn.crawl.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.CoreJson;
import dev.sojourn.crawl.core.CrawlTerritory;
import dev.sojourn.crawl.core.Event;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.identity.net.Destinations;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The example of the Mobile-agent-server draft, section 4, and what is around it.
class PlanTest {
  private static final String DRAFT =
      """
      Mobile-agent-server: / atp://www.fict.org:8001
      Mobile-agent-server: /home/ none
      Mobile-agent-server: /home/user1/ atp://user1.fict.org:854
      Mobile-agent-server: /home/user2/ atp://user2.fict.org:831
      """;
  private static final String SITE = "http://www.fict.org";

  private static RobotsOutcome read(String robots) {
    return RobotsOutcome.of(RobotsOutcome.Kind.READ, Bytes.utf8(robots), "It was read.");
  }

  private static Plan plan(String robots) {
    return Plan.of(SITE, read(robots), new Reach(true));
  }

  @Test
  void printsTheTableOfTheDraftWithItsErratumCorrected() {
    var urls =
        List.of(
            SITE + "/index.html",
            SITE + "/services/",
            SITE + "/services/index.html",
            SITE + "/robots.txt",
            SITE + "/home/",
            SITE + "/home/user1/",
            SITE + "/home/user1/index.html",
            SITE + "/home/user2/",
            SITE + "/home/user2/index.html",
            SITE + "/home/user3/",
            SITE + "/home/user3/index.html");
    assertThat(UrlTable.of(urls, read(DRAFT), "SojournBot").text())
        .isEqualTo(
            """
            URL                                        HOST
            http://www.fict.org/index.html             atp://www.fict.org:8001
            http://www.fict.org/services/              atp://www.fict.org:8001
            http://www.fict.org/services/index.html    atp://www.fict.org:8001
            http://www.fict.org/robots.txt             atp://www.fict.org:8001
            http://www.fict.org/home/                  not available
            http://www.fict.org/home/user1/            atp://user1.fict.org:854
            http://www.fict.org/home/user1/index.html  atp://user1.fict.org:854
            http://www.fict.org/home/user2/            atp://user2.fict.org:831
            http://www.fict.org/home/user2/index.html  atp://user2.fict.org:831
            http://www.fict.org/home/user3/            not available
            http://www.fict.org/home/user3/index.html  not available
            """);
  }

  @Test
  void cutsTerritoriesAtHostsIntoPartsAndMakesThemAgain() {
    var plan = plan(DRAFT);
    var parted = plan.partitioned(_ -> List.of(List.of("/docs/"), List.of("/home/", "/api/")));
    assertThat(parted.territories())
        .extracting(t -> t.name() + " " + t.route() + " " + t.line())
        .contains(
            "/ (part 1 of 3) atp://www.fict.org:8001 1",
            "/docs/ (part 2 of 3) atp://www.fict.org:8001 1",
            "/api/ (part 3 of 3) atp://www.fict.org:8001 1",
            "/home/ none 2",
            "/home/user1/ atp://user1.fict.org:854 3")
        .hasSize(6);
    assertThat(parted.crawlTerritories())
        .extracting(CrawlTerritory::number)
        .containsExactly(0, 1, 2, 3, 4, 5);
    var stored =
        CoreJson.event(CoreJson.write(new Event.Planned(parted.crawlTerritories(), false)));
    assertThat(plan.with(((Event.Planned) stored).territories())).isEqualTo(parted);
    assertThat(plan.partitioned(_ -> List.of())).isEqualTo(plan);
    var many = plan.partitioned(_ -> List.of(List.of("/a/", "/b/", "/c/", "/d/", "/e/")));
    assertThat(many.territories())
        .extracting(PlannedTerritory::name)
        .contains("/a/ /b/ /c/ and 2 more (part 2 of 2)");
    assertThat(CoreJson.write(new Event.Planned(plan.crawlTerritories(), false)))
        .doesNotContain("partOf");
  }

  /// Its territory would be missing, and the number of each later one lead to another or to none.
  @Test
  void aRouteForAPathLongerThanAnyUrlDoesNotShiftTheTerritoriesOfParts() {
    var path = "/" + "a".repeat(9_000);
    var plan = plan(DRAFT + "Mobile-agent-server: " + path + " none\n");
    var parted = plan.partitioned(_ -> List.of(List.of("/docs/")));
    assertThat(parted.crawlTerritories())
        .anySatisfy(t -> assertThat(t.scope().includes()).containsExactly(path, "/home/"));
    assertThat(parted.crawlTerritories())
        .extracting(CrawlTerritory::number)
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(plan.with(parted.crawlTerritories())).isEqualTo(parted);
  }

  @Test
  void cutsASiteIntoTerritoriesWithTheLinesThatDecided() {
    var plan = plan(DRAFT);
    assertThat(plan.territories())
        .extracting(t -> t.path() + " " + t.route() + " " + t.line())
        .containsExactlyInAnyOrder(
            "/ atp://www.fict.org:8001 1",
            "/home/ none 2",
            "/home/user1/ atp://user1.fict.org:854 3",
            "/home/user2/ atp://user2.fict.org:831 4");
    assertThat(plan.territories().getFirst().parts().getFirst().text())
        .isEqualTo("Mobile-agent-server: / atp://www.fict.org:8001");
  }

  @Test
  void numbersTerritoriesInTheirOrder() {
    var plan = plan(DRAFT);
    for (int i = 0; i < plan.territories().size(); i++) {
      assertThat(plan.territories().get(i).territory().number()).isEqualTo(i);
    }
    assertThat(plan.crawlTerritories()).hasSize(4);
  }

  @Test
  void staysAtHomeWhereAgentsWouldTravelUnprotected() {
    var plan = Plan.of(SITE, read(DRAFT), new Reach(false));
    assertThat(plan.territories())
        .allSatisfy(t -> assertThat(t.territory().place()).isEqualTo(new Place.Home()));
    assertThat(plan.territories().getFirst().objection().orElseThrow()).contains("--plain-atp");
  }

  @Test
  void sendsAgentsAnywhereOverTls() {
    for (var host : List.of("atps://host.example", "atps://host.example:7001")) {
      var robots = "Mobile-agent-server: / " + host + "\n";
      var named = host.endsWith("7001") ? host : host + ":10435";
      assertThat(Plan.of(SITE, read(robots), new Reach(false)).territories())
          .singleElement()
          .satisfies(t -> assertThat(t.territory().place()).isEqualTo(new Place.Host(named)));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1, loopback",
    "2130706433, loopback",
    "[::1], loopback",
    "[::ffff:7f00:1], loopback",
    "10.1.2.3, private",
    "169.254.169.254, link-local",
    "[fd00::1], private"
  })
  void aSiteOfTheInternetCannotNameAHostInside(String host, String kind) {
    for (var scheme : List.of("atp", "atps")) {
      var url = scheme + "://" + host + ":7001";
      var robots = read("Mobile-agent-server: / " + url + "\n");
      for (var reach : List.of(new Reach(true), new Reach(false))) {
        assertThat(Plan.of(SITE, robots, reach).territories())
            .singleElement()
            .satisfies(
                t -> {
                  assertThat(t.territory().place()).isEqualTo(new Place.Home());
                  assertThat(t.objection().orElseThrow())
                      .matches(
                          "atps?://.* is at a %s address, where no site of the Internet may send an agent\\."
                              .formatted(kind));
                });
      }
    }
  }

  @Test
  void sendsAgentsToThisMachineWithoutMore() {
    for (var host : List.of("127.0.0.1", "localhost", "[::1]")) {
      var robots = read("Mobile-agent-server: / atp://" + host + ":7001\n");
      var inside = robots.withDestinations(Destinations.ANY);
      assertThat(Plan.of(SITE, inside, new Reach(false)).territories())
          .singleElement()
          .satisfies(
              t ->
                  assertThat(t.territory().place())
                      .isEqualTo(new Place.Host("atp://" + host + ":7001")));
    }
  }

  @Test
  void staysAtHomeWhereAHostSpeaksAnotherProtocol() {
    var plan = plan("Mobile-agent-server: / xyz://127.0.0.1:7001\n");
    assertThat(plan.territories().getFirst().territory().place()).isEqualTo(new Place.Home());
    assertThat(plan.territories().getFirst().objection().orElseThrow()).contains("xyz");
  }

  @Test
  void hasOneTerritoryWhereThereIsNoRobotsTxt() {
    var none = RobotsOutcome.of(RobotsOutcome.Kind.ABSENT, Bytes.EMPTY, "There is none.");
    assertThat(Plan.of(SITE, none, new Reach(false)).territories())
        .singleElement()
        .satisfies(
            t -> {
              assertThat(t.route()).hasToString("unspecified");
              assertThat(t.objection()).isEmpty();
              assertThat(t.path()).isEqualTo("/");
            });
  }

  /// With an agent for each, a page of links would make the crawl a flood of strangers.
  @Test
  void aSiteCannotHaveAHundredHostsAskedAtOnce() {
    var many = new StringBuilder("User-agent: *\nDisallow: /private/\n");
    for (int i = 0; i < 99; i++) {
      many.append("Mobile-agent-server: /%d/ atps://%d.example\n".formatted(i, i));
    }
    var most = plan(many.toString());
    assertThat(most.territories()).hasSize(100);
    assertThat(most.remarks()).isEmpty();

    var tooMany = plan(many + "Mobile-agent-server: /x/ atps://x.example\n");
    assertThat(tooMany.territories())
        .singleElement()
        .satisfies(
            t -> {
              assertThat(t.territory().place()).isEqualTo(new Place.Home());
              assertThat(t.route()).hasToString("indeterminate");
              assertThat(t.path()).isEqualTo("/");
            });
    assertThat(tooMany.remarks()).singleElement().asString().contains("more than 99 parts");
    assertThat(tooMany.robots().robots().allows("SojournBot", SITE + "/private/x")).isFalse();
  }

  @Test
  void aTerritoryOfThousandsOfPathsIsShownInOneShortLine() {
    var many = new StringBuilder();
    for (int i = 0; i < 5_000; i++) {
      many.append("Mobile-agent-server: /%05d/ atps://agents.example\n".formatted(i));
    }
    var territory = plan(many.toString()).territories().getLast();
    assertThat(territory.territory().scope().includes()).hasSize(5_000);
    assertThat(territory.path()).startsWith("/00000/ /00001/ ").endsWith(" /00009/ and 4990 more");
  }
}
