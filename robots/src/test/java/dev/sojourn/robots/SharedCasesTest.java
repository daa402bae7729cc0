package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Every case of the sample and of the shared data that the specifications bind.
@ParameterizedClass
@MethodSource("dev.sojourn.robots.RobotsData#present")
class SharedCasesTest {

  /// Cases whose point is that a mistake is not repaired.
  private static final Set<String> STRICT_ONLY =
      Set.of("lines-nocolon-ws", "lines-typo-disalow", "lines-typo-useragent", "lines-prefix-key");

  private final RobotsData data;

  SharedCasesTest(RobotsData data) {
    this.data = data;
  }

  @Test
  void decidesEveryCaseOfRfc9309() {
    assertThat(failures("rfc9309", RobotsOptions.STRICT)).isEmpty();
  }

  @Test
  void decidesEveryCaseOf1996() {
    var options = RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996);
    assertThat(failures("legacy1996", options)).isEmpty();
  }

  @Test
  void lenienceChangesOnlyTheCasesThatAreAboutRepairs() {
    var changed = new ArrayList<String>();
    for (var each : data.lines("cases.jsonl")) {
      if (each.get("mode").asText().equals("rfc9309")
          && decide(each, RobotsOptions.LENIENT) != each.get("allowed").asBoolean()) {
        changed.add(each.get("id").asText());
      }
    }
    assertThat(changed).isSubsetOf(STRICT_ONLY);
  }

  @Test
  void routesEveryCase() {
    var failures = new ArrayList<String>();
    for (var each : data.lines("routes.jsonl")) {
      var robots = RobotsTxt.parse(RobotsData.robots(each));
      var route = robots.route(each.get("url").asText()).toString();
      if (!route.equals(each.get("route").asText())) {
        failures.add(each + " but " + route);
      }
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void readsEveryRobotsTag() {
    var failures = new ArrayList<String>();
    for (var each : data.lines("robots-tag.jsonl")) {
      var wanted = new TreeSet<String>();
      each.get("rules").forEach(rule -> wanted.add(rule.asText()));
      var rules =
          RobotsTag.parse(each.get("value").asText()).restrictions(each.get("token").asText());
      if (!rules.equals(wanted)) {
        failures.add(each + " but " + rules);
      }
    }
    assertThat(failures).isEmpty();
  }

  private List<String> failures(String mode, RobotsOptions options) {
    var failures = new ArrayList<String>();
    int seen = 0;
    for (var each : data.lines("cases.jsonl")) {
      if (each.get("mode").asText().equals(mode)) {
        seen++;
        if (decide(each, options) != each.get("allowed").asBoolean()) {
          failures.add(each.toString());
        }
      }
    }
    assertThat(seen).isPositive();
    return failures;
  }

  private static boolean decide(JsonNode each, RobotsOptions options) {
    var robots = RobotsTxt.parse(RobotsData.robots(each), options);
    return robots.allows(each.get("agent").asText(), each.get("url").asText());
  }
}
