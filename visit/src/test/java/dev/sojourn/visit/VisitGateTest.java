package dev.sojourn.visit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.Scope;
import dev.sojourn.agent.page.PageUsage;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.visit.RoutePolicy.Unrouted;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
  void needsBothTheScopeAndTheRules() throws Exception {
    var gate = TestGates.of(SCOPE, "ExampleBot", ROBOTS);

    assertThat(gate.rule(url("/docs/a"))).isInstanceOf(GateRuling.Allowed.class);
    assertThat(gate.rule(url("/docs/old/a"))).isInstanceOf(GateRuling.OutOfScope.class);
    assertThat(gate.rule(url("/"))).isInstanceOf(GateRuling.OutOfScope.class);
    assertThat(gate.rule(url("/docs/private/a"))).isInstanceOf(GateRuling.Disallowed.class);
  }

  @Test
  void reportsTheUsesThatRobotsTxtStatesForAPageInTheScope() throws Exception {
    var robots =
        RobotsTxt.parse(
            """
            License: https://site.example/licence.xml

            User-agent: ExampleBot
            Content-Usage: train-ai=n, search=y
            Content-Usage: /docs/open/ train-ai=y
            Content-Signal: ai-input=no
            Disallow: /docs/private/
            """
                .getBytes(StandardCharsets.UTF_8));
    var gate = TestGates.of(SCOPE, "ExampleBot", robots);
    var licences = List.of("https://site.example/licence.xml");

    assertThat(gate.usage(url("/docs/a")))
        .isEqualTo(
            new PageUsage(
                Map.of("train-ai", false, "search", true), Map.of("ai-input", false), licences));
    assertThat(gate.usage(url("/docs/open/a")).contentUsage()).isEqualTo(Map.of("train-ai", true));
    assertThat(gate.usage(url("/docs/old/a"))).isEqualTo(PageUsage.NONE);
    assertThat(TestGates.of(SCOPE, "OtherBot", robots).usage(url("/docs/a")))
        .isEqualTo(new PageUsage(Map.of(), Map.of(), licences));
  }

  @Test
  void theProductTokenPicksTheGroup() throws Exception {
    assertThat(TestGates.of(SCOPE, "OtherBot", ROBOTS).rule(url("/docs/a")))
        .isEqualTo(
            new GateRuling.Disallowed(
                "robots.txt of http://site.example does not allow /docs/a to OtherBot:"
                    + " line 2, Disallow: /docs/."));
  }

  @Test
  void rulesThatCouldNotBeReadAllowNothing() throws Exception {
    assertThat(TestGates.of(SCOPE, "ExampleBot", RobotsTxt.disallowAll()).rule(url("/docs/a")))
        .isEqualTo(
            new GateRuling.RulesUnread(
                "The site http://site.example allows nothing: its robots.txt could not be read."));
  }

  @Test
  void rulesThatChangeDuringAVisitHoldFromThenOn() throws Exception {
    var rules = new AtomicReference<>(RobotsTxt.allowAll());
    var gate = new VisitGate(SCOPE, "ExampleBot", rules::get, new RoutePolicy.OverHttp());
    assertThat(gate.rule(url("/docs/private/a"))).isInstanceOf(GateRuling.Allowed.class);

    rules.set(ROBOTS);

    assertThat(gate.rule(url("/docs/private/a"))).isInstanceOf(GateRuling.Disallowed.class);
  }

  @Test
  void aPageThatIsRoutedElsewhereIsRefusedWithTheLineAlthoughItLiesInTheScope() throws Exception {
    var robots =
        RobotsTxt.parse(
            """
            Mobile-agent-server: /docs/ atp://here.example
            Mobile-agent-server: /docs/b/ none
            """
                .getBytes(StandardCharsets.UTF_8));
    var here = new RoutePolicy.AtHost(Set.of(new AtpAddress("here.example", 434)), Unrouted.REFUSE);
    var gate = new VisitGate(SCOPE, "ExampleBot", () -> robots, here);

    assertThat(gate.rule(url("/docs/a"))).isInstanceOf(GateRuling.Allowed.class);
    assertThat(gate.rule(url("/docs/b/c")))
        .isEqualTo(
            new GateRuling.RoutedElsewhere(
                "robots.txt of http://site.example lets no host take agents for /docs/b/c: line 2,"
                    + " Mobile-agent-server: /docs/b/ none."));
    // `none` forbids no reading over HTTP.
    assertThat(TestGates.of(SCOPE, "ExampleBot", robots).rule(url("/docs/b/c")))
        .isInstanceOf(GateRuling.Allowed.class);
  }

  private static PageUrl url(String path) {
    return PageUrl.parse(SITE + path).orElseThrow();
  }
}
