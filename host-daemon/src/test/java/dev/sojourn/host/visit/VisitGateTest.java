package dev.sojourn.host.visit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.robots.RobotsTxt;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class VisitGateTest {
  private static final String SITE = "http://site.example";
  private static final Scope SCOPE = new Scope(SITE, List.of("/docs/"), List.of("/docs/old/"));
  private static final RobotsTxt ROBOTS =
      RobotsTxt.parse(
          """
          User-agent: OtherBot
          Disallow: /docs/

          User-agent: ExampleBot
          Disallow: /docs/private/
          """
              .getBytes(StandardCharsets.UTF_8));

  @Test
  void needsBothTheScopeAndTheRules() {
    var gate = VisitGate.of(SCOPE, "ExampleBot", ROBOTS);

    assertThat(gate.rule(url("/docs/a"))).isInstanceOf(GateRuling.Allowed.class);
    assertThat(gate.rule(url("/docs/old/a"))).isInstanceOf(GateRuling.OutOfScope.class);
    assertThat(gate.rule(url("/"))).isInstanceOf(GateRuling.OutOfScope.class);
    assertThat(gate.rule(url("/docs/private/a"))).isInstanceOf(GateRuling.Disallowed.class);
  }

  @Test
  void theProductTokenPicksTheGroup() {
    assertThat(VisitGate.of(SCOPE, "OtherBot", ROBOTS).rule(url("/docs/a")))
        .isEqualTo(
            new GateRuling.Disallowed(
                "robots.txt of http://site.example does not allow /docs/a to OtherBot:"
                    + " line 2, Disallow: /docs/."));
  }

  @Test
  void rulesThatCouldNotBeReadAllowNothing() {
    assertThat(VisitGate.of(SCOPE, "ExampleBot", RobotsTxt.disallowAll()).rule(url("/docs/a")))
        .isInstanceOf(GateRuling.Disallowed.class);
  }

  @Test
  void rulesThatChangeDuringAVisitHoldFromThenOn() {
    var rules = new AtomicReference<>(RobotsTxt.allowAll());
    var gate = new VisitGate(SCOPE, "ExampleBot", rules::get);
    assertThat(gate.rule(url("/docs/private/a"))).isInstanceOf(GateRuling.Allowed.class);

    rules.set(ROBOTS);

    assertThat(gate.rule(url("/docs/private/a"))).isInstanceOf(GateRuling.Disallowed.class);
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }
}
