package dev.sojourn.dispatcher.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RobotsOutcome;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/// A plan as people and programs read it.
class PlanTextTest {
  private static final Plan PLAN =
      Plan.of(
          "http://www.fict.org",
          RobotsOutcome.of(
              RobotsOutcome.Kind.READ,
              Bytes.utf8(
                  """
                  Mobile-agent-server: / atp://www.fict.org:8001
                  Mobile-agent-server: /home/ none
                  Mobile-agent-server: /home/user2/ atp://user2.fict.org:831
                  """),
              "It was read."),
          new Reach(true));

  @Test
  void eachTerritoryIsALineWithTheLineOfRobotsTxtThatDecides() {
    var text = new StringWriter();
    PlanText.print(PLAN, new PrintWriter(text));
    assertThat(text.toString())
        .contains("/home/user2/  atp://user2.fict.org:831  line 3: Mobile-agent-server:")
        .contains("/home/        not available             line 2:");
  }

  @Test
  void theSameIsReadByPrograms() {
    var json = PlanText.json(PLAN);
    assertThat(json.path("territories")).hasSize(3);
    assertThat(json.at("/robots/kind").asText()).isEqualTo("read");
    assertThat(json.at("/territories/0/lines/0/line").asInt()).isPositive();
  }
}
