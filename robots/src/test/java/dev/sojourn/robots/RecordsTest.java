package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.extension.RequestRate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalTime;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Records beyond rules and routes.
class RecordsTest {

  @Test
  void crawlDelayBelongsToItsGroup() {
    var robots =
        robots(
            """
            User-agent: a
            Crawl-delay: 2
            User-agent: b
            Disallow:
            User-agent: *
            Crawl-delay: 0.25\
            """);
    assertThat(robots.crawlDelay("a")).contains(Duration.ofSeconds(2));
    assertThat(robots.crawlDelay("b")).contains(Duration.ofSeconds(2));
    assertThat(robots.crawlDelay("z")).contains(Duration.ofMillis(250));
    assertThat(robots("User-agent: a\nDisallow:\nUser-agent: *\nCrawl-delay: 1").crawlDelay("a"))
        .isEmpty();
  }

  @Test
  void theLongestOfSeveralDelaysHolds() {
    var robots = robots("User-agent: a\nCrawl-delay: 2\nUser-agent: a\nCrawl-delay: 5");
    assertThat(robots.crawlDelay("a")).contains(Duration.ofSeconds(5));
  }

  @Test
  void delayThatIsNoNumberIsIgnoredAndReported() {
    var robots = robots("User-agent: a\nCrawl-delay: soon\nCrawl-delay: -1\nCrawl-delay: .");
    assertThat(robots.crawlDelay("a")).isEmpty();
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .containsOnly(RobotsProblem.CRAWL_DELAY_VALUE)
        .hasSize(3);
  }

  @Test
  void aLongDelayClosesNothing() {
    assertThat(robots("User-agent: a\nCrawl-delay: 600\nDisallow: /x").allows("a", "/y")).isTrue();
  }

  @Test
  void delayIsCutToADay() {
    assertThat(robots("User-agent: a\nCrawl-delay: 99999999999999999999").crawlDelay("a"))
        .contains(Duration.ofDays(1));
  }

  @Test
  void readsRequestRates() {
    var robots = robots("User-agent: a\nRequest-rate: 1/10s 1800-1900\nRequest-rate: 30/2m\n");
    assertThat(robots.agent("a").requestRates())
        .containsExactly(
            new RequestRate(
                1,
                Duration.ofSeconds(10),
                Optional.of(LocalTime.of(18, 0)),
                Optional.of(LocalTime.of(19, 0))),
            new RequestRate(30, Duration.ofMinutes(2), Optional.empty(), Optional.empty()));
    assertThat(robots.agent("a").requestRates().get(1).interval()).isEqualTo(Duration.ofSeconds(4));
    for (var wrong : new String[] {"1", "/10s", "1/0s", "0/1s", "1/10s 18-19", "1/10s 2500-2600"}) {
      assertThat(RequestRate.parse(wrong)).as(wrong).isEmpty();
    }
  }

  @Test
  void sitemapsAndLicensesAreGlobalAndInFileOrder() {
    var robots =
        robots(
            """
            Sitemap: https://h/1
            User-agent: a
            License: https://l/x.xml
            sitemap:https://h/2
            Disallow: /\
            """);
    assertThat(robots.sitemaps()).containsExactly("https://h/1", "https://h/2");
    assertThat(robots.licenses()).containsExactly("https://l/x.xml");
  }

  @Test
  void contentSignalsHoldForTheGroup() {
    var robots =
        robots("User-agent: *\nContent-signal: search=yes, ai-train=no, use=full\nDisallow:");
    var signals = robots.agent("z").contentSignals();
    assertThat(signals.permissions()).isEqualTo(Map.of("search", true, "ai-train", false));
    assertThat(signals.permits("search")).isTrue();
    assertThat(signals.denies("ai-train")).isTrue();
    assertThat(signals.permits("ai-input")).isFalse();
    assertThat(signals.denies("ai-input")).isFalse();
  }

  @Test
  void contentUsageIsDecidedByTheLongestPath() {
    var robots =
        robots(
            """
            User-agent: *
            Allow: /
            Content-Usage: train-ai=n
            Content-Usage: /open/ train-ai=y, search=y
            Content-Usage: /open/*.gif$ train-ai=n
            """);
    var agent = robots.agent("z");
    assertThat(agent.contentUsage("/x").permissions()).isEqualTo(Map.of("train-ai", false));
    assertThat(agent.contentUsage("/open/x").permissions())
        .isEqualTo(Map.of("train-ai", true, "search", true));
    assertThat(agent.contentUsage("/open/x.gif").permissions())
        .isEqualTo(Map.of("train-ai", false));
  }

  @Test
  void contentUsageHoldsForItsGroupAlone() {
    var robots =
        robots(
            """
            Content-Usage: search=n
            User-agent: a
            Content-Usage: train-ai=n
            Disallow:
            User-agent: *
            Content-Usage: train-ai=y
            """);
    assertThat(robots.agent("a").contentUsage("/").permissions())
        .isEqualTo(Map.of("train-ai", false));
    assertThat(robots.agent("z").contentUsage("/").permissions())
        .isEqualTo(Map.of("train-ai", true));
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.RECORD_OUTSIDE_GROUP);
  }

  @Test
  void lengthOfAPreferencesPathIsThatOfItsCanonicalForm() {
    var agent =
        robots(
                """
                User-agent: *
                Content-Usage: /%7Ea train-ai=n
                Content-Usage: /~ab train-ai=y
                """)
            .agent("z");
    assertThat(agent.contentUsage("/~abc").permits("train-ai")).isTrue();
  }

  @Test
  void licenseMayLieOnAnotherHostAndNeedNotBeEncoded() {
    assertThat(robots("License: https://other.example/a b/\u00fc.xml # c\n").licenses())
        .containsExactly("https://other.example/a b/\u00fc.xml");
  }

  @Test
  void ofSeveralPreferencesForOnePathTheDenialHolds() {
    var agent =
        robots(
                """
                User-agent: *
                Content-Usage: /a train-ai=y
                Content-Usage: /a train-ai=n, search=y
                """)
            .agent("z");
    assertThat(agent.contentUsage("/a").permissions())
        .isEqualTo(Map.of("train-ai", false, "search", true));
  }

  @Test
  void preferenceThatIsNoDictionaryCountsAsNotStated() {
    var robots = robots("User-agent: *\nContent-Usage: train-ai=n,,\nContent-Usage: TRAIN=n");
    assertThat(robots.agent("z").contentUsage("/").permissions()).isEmpty();
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.USAGE_VALUE, RobotsProblem.USAGE_VALUE);
  }

  @Test
  void saysWhereReadersOfContentUsageWillDiffer() {
    assertThat(
            robots("User-agent: a\nContent-Usage: search=y\nUser-agent: b\nDisallow: /")
                .diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.USAGE_BEFORE_AGENT);
  }

  @Test
  void saysSoAlsoWhereAnotherRecordStandsBetweenAndNotBehindARule() {
    assertThat(
            robots("User-agent: a\nContent-Usage: search=y\nCrawl-delay: 1\nUser-agent: b\n")
                .diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.USAGE_BEFORE_AGENT);
    assertThat(
            robots("User-agent: a\nDisallow: /x\nContent-Usage: search=y\nUser-agent: b\n")
                .diagnostics())
        .isEmpty();
  }

  @Test
  void keepsEveryOtherRecordWithItsLineAndGroup() {
    var robots =
        robots(
            """
            Host: h.example
            User-agent: a
            Clean-param: ref /x # c
            Disallow: /y
            User-agent: b
            X-My-Own: v : w
            Crawl-delay: 3
            """);
    assertThat(robots.records())
        .containsExactly(
            new OtherRecord("host", "h.example", 1, 0),
            new OtherRecord("clean-param", "ref /x", 3, 1),
            new OtherRecord("x-my-own", "v : w", 6, 2),
            new OtherRecord("crawl-delay", "3", 7, 2));
  }

  @Test
  void fieldsOfOtherVendorsAreKeptAndChangeNothing() {
    var robots =
        robots(
            """
            User-agent: a
            Visit-time: 0600-0845
            Noindex: /x
            LLM-Policy: https://h/llm.txt
            Host: h.example
            User-agent: b
            Disallow: /y
            """);
    assertThat(robots.records())
        .extracting(OtherRecord::name)
        .containsExactly("visit-time", "noindex", "llm-policy", "host");
    assertThat(robots.allows("a", "/x")).isTrue();
    assertThat(robots.allows("a", "/y")).isFalse();
    assertThat(robots.diagnostics()).isEmpty();
  }

  @Test
  void relativeSitemapsAndLicensesAreReported() {
    var robots = robots("Sitemap: /s.xml\nLicense: l.xml\nLicense: https://a/1\nLicense: x://b/2");
    assertThat(robots.sitemaps()).isEmpty();
    assertThat(robots.licenses()).containsExactly("https://a/1", "x://b/2");
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.URL_NOT_ABSOLUTE, RobotsProblem.URL_NOT_ABSOLUTE);
  }

  @Test
  void signalsAreReadInBothSpellingsAndOnlyInTheirGroup() {
    var robots =
        robots(
            """
            User-agent: a
            Content-signals: ai-train=no
            User-agent: b
            Disallow:
            User-agent: *
            Content-Signal: ai-train=yes
            """);
    assertThat(robots.agent("a").contentSignals().denies("ai-train")).isTrue();
    assertThat(robots.agent("z").contentSignals().permits("ai-train")).isTrue();
  }

  @Test
  void pathOfAPreferenceEndsAtTheFirstSpaceOrTab() {
    var agent = robots("User-agent: *\nContent-Usage: /a\ttrain-ai=n\n").agent("z");
    assertThat(agent.contentUsage("/a/1").denies("train-ai")).isTrue();
    assertThat(agent.contentUsage("/b").permissions()).isEmpty();
  }

  @Test
  void listsGroupsAsTheyStand() {
    var groups =
        robots("User-agent: A\nUser-agent: b\nDisallow: /x\nUser-agent: A\nAllow: /").groups();
    assertThat(groups).hasSize(2);
    assertThat(groups.getFirst().agents()).containsExactly("a", "b");
    assertThat(groups.getFirst().lines()).containsExactly(1, 2);
    assertThat(groups.getLast().rules()).containsExactly(new Rule(true, "/", 5));
  }

  private static RobotsTxt robots(String text) {
    return RobotsTxt.parse(text.getBytes(StandardCharsets.UTF_8));
  }
}
