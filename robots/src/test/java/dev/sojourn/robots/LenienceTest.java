package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What is repaired when asked, and what is said about every line that is not as it should be.
class LenienceTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Disalow",
        "Dissallow",
        "disallw",
        "Diasllow",
        "Disallowed",
        "Dissalow",
        "Disallows"
      })
  void repairsMisspeltDisallow(String name) {
    var file = "User-agent: a\n" + name + ": /x";
    assertThat(strict(file).allows("a", "/x")).isTrue();
    assertThat(strict(file).diagnostics())
        .extracting(Diagnostic::problem, Diagnostic::line)
        .containsExactly(tuple(RobotsProblem.MISSPELT, 2));
    assertThat(lenient(file).allows("a", "/x")).isFalse();
    assertThat(lenient(file).diagnostics())
        .extracting(Diagnostic::problem, Diagnostic::line)
        .containsExactly(tuple(RobotsProblem.MISSPELT_REPAIRED, 2));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Useragent", "User agent", "User_agent", "User-agents", "Usr-agent"})
  void repairsMisspeltUserAgent(String name) {
    var file = name + ": a\nDisallow: /x";
    assertThat(strict(file).allows("a", "/x")).isTrue();
    assertThat(lenient(file).allows("a", "/x")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Allow", "Sitemap", "Host", "Disarray", "Unallow", "Agent"})
  void doesNotTakeAnotherWordForDisallow(String name) {
    assertThat(lenient("User-agent: a\n" + name + ": /x").allows("a", "/x")).isTrue();
  }

  /// Said in every place, and not repaired: other fields may have such names.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Alow",
        "Allows",
        "Sitemaps",
        "Site-map",
        "Licence",
        "Crawl_delay",
        "Crawl delay",
        "Crawldelay",
        "Request-rates",
        "Content-usge",
        "Content-Singal",
        "Mobile-agents-server",
        "Mobil-agent-server",
        "Mobile agent server"
      })
  void saysOfEveryMisspeltNameThatItIs(String name) {
    var line = name + ": /x\n";
    for (var file :
        new String[] {line, "User-agent: a\n" + line, "User-agent: a\nDisallow: /\n" + line}) {
      for (var robots : new RobotsTxt[] {strict(file), lenient(file)}) {
        assertThat(robots.diagnostics())
            .extracting(Diagnostic::problem)
            .as(file)
            .containsExactly(RobotsProblem.MISSPELT);
        assertThat(robots.route("/x")).isEqualTo(new Route.Unspecified());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"Noindex", "Host", "All", "Clean-param", "Visit-time", "Content", "Foo"})
  void saysOfNoOtherNameThatItIsMisspelt(String name) {
    assertThat(strict("User-agent: a\n" + name + ": x").diagnostics())
        .extracting(Diagnostic::problem)
        .doesNotContain(RobotsProblem.MISSPELT);
  }

  @Test
  void repairsAMisspeltNameWithoutAColonToo() {
    var file = "Useragent a\nDisalow /x";
    assertThat(strict(file).allows("a", "/x")).isTrue();
    assertThat(lenient(file).allows("a", "/x")).isFalse();
    assertThat(lenient(file).diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.COLON_ADDED, RobotsProblem.COLON_ADDED);
  }

  @Test
  void addsAMissingColon() {
    var file = "User-agent a\nDisallow /x";
    assertThat(strict(file).allows("a", "/x")).isTrue();
    assertThat(strict(file).diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.NO_COLON, RobotsProblem.NO_COLON);
    assertThat(lenient(file).allows("a", "/x")).isFalse();
    assertThat(lenient(file).diagnostics())
        .extracting(Diagnostic::problem, Diagnostic::column)
        .containsExactly(tuple(RobotsProblem.COLON_ADDED, 11), tuple(RobotsProblem.COLON_ADDED, 9));
  }

  @Test
  void addsAMissingColonAlsoWhereTheValueHasOne() {
    var file = "User-agent a\nDisallow /x:y\nSitemap https://h/s.xml";
    assertThat(lenient(file).allows("a", "/x:y")).isFalse();
    assertThat(lenient(file).diagnostics())
        .extracting(Diagnostic::problem, Diagnostic::line)
        .containsExactly(
            tuple(RobotsProblem.COLON_ADDED, 1),
            tuple(RobotsProblem.COLON_ADDED, 2),
            tuple(RobotsProblem.NO_COLON, 3));
    assertThat(strict(file).allows("a", "/x:y")).isTrue();
    assertThat(strict(file).diagnostics())
        .extracting(Diagnostic::problem)
        .containsOnly(RobotsProblem.NO_COLON)
        .hasSize(3);
  }

  /// RFC 9309 gives product tokens letters, `-` and `_` alone; real files name MJ12bot.
  @Test
  void readsANameWithDigitsAsALineThatHasItIsRead() {
    var file = "User-agent: MJ12bot\nDisallow: /1\nUser-agent: *\nDisallow: /2";
    assertThat(lenient(file).allows("MJ12bot", "/1")).isFalse();
    assertThat(lenient(file).allows("mj12BOT/v1.4.8", "/2")).isTrue();
    assertThat(lenient(file).agent("MJ12bot").group()).isEqualTo("mj");
    assertThat(lenient(file).agent("x, MJ12bot/1.4").names())
        .containsExactly(new AgentRules.Name("x", "x"), new AgentRules.Name("MJ12bot", "mj"));
    assertThat(strict(file).allows("MJ12bot", "/1")).isTrue();
    assertThat(strict(file).allows("MJ12bot", "/2")).isFalse();
    assertThat(strict(file).agent("MJ12bot").names())
        .containsExactly(new AgentRules.Name("MJ12bot", "mj12bot"));
  }

  @Test
  void nameThatBeginsWithADigitIsNamedByNoLine() {
    var file = "User-agent: 360Spider\nDisallow: /1\nUser-agent: *\nDisallow: /2";
    for (var robots : new RobotsTxt[] {strict(file), lenient(file)}) {
      assertThat(robots.allows("360Spider", "/1")).isTrue();
      assertThat(robots.allows("360Spider", "/2")).isFalse();
    }
  }

  @Test
  void takesSeveralPathsApart() {
    var file = "User-agent: a\nDisallow: /x /y\t/*z";
    assertThat(strict(file).allows("a", "/y")).isTrue();
    assertThat(strict(file).allows("a", "/x%20/y%09/*z")).isFalse();
    assertThat(lenient(file).allows("a", "/x")).isFalse();
    assertThat(lenient(file).allows("a", "/y")).isFalse();
    assertThat(lenient(file).allows("a", "/1z")).isFalse();
    assertThat(lenient("User-agent: a\nDisallow: /x y").allows("a", "/x")).isTrue();
  }

  @Test
  void patternWithASpaceBeforeAStarIsOnePath() {
    var robots = lenient("User-agent: a\nDisallow: /* */*\nDisallow: / *&o= *");
    assertThat(robots.allows("a", "/contact")).isTrue();
    assertThat(robots.allows("a", "/a%20b/c")).isFalse();
    assertThat(robots.allows("a", "/%20x&o=%201")).isFalse();
    assertThat(robots.diagnostics()).isEmpty();
  }

  @Test
  void everyRepairIsADiagnostic() {
    var file = "\ufeffUseragent: a 1\r\nDisalow: /x /y\rAllow /z\nUser-agent: MJ12bot\n";
    assertThat(lenient(file).diagnostics())
        .extracting(Diagnostic::problem, Diagnostic::line)
        .containsExactly(
            tuple(RobotsProblem.BYTE_ORDER_MARK, 1),
            tuple(RobotsProblem.MISSPELT_REPAIRED, 1),
            tuple(RobotsProblem.TOKEN_CUT, 1),
            tuple(RobotsProblem.MISSPELT_REPAIRED, 2),
            tuple(RobotsProblem.SEVERAL_PATHS_SPLIT, 2),
            tuple(RobotsProblem.COLON_ADDED, 3),
            tuple(RobotsProblem.TOKEN_CUT, 4));
    assertThat(lenient("\u00ef\u00bb\u00bfAllow: /").diagnostics().getFirst().problem())
        .isEqualTo(RobotsProblem.DOUBLE_BYTE_ORDER_MARK);
  }

  @Test
  void readsTheRulesInAnHtmlPageAndSaysOnceWhatItIs() {
    var robots =
        lenient("<!DOCTYPE html>\n<html><body>\n<p>x: y</p>\nUser-agent: a\nDisallow: /x\n</html>");
    assertThat(robots.allows("a", "/x")).isFalse();
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.HTML);
  }

  @Test
  void namesLineColumnWhatWhyAndClause() {
    var file = "User-agent: a/1\nDisallow: x\n  nonsense\nDisallow: /%zz\nSitemap: /s.xml\n";
    assertThat(strict(file).diagnostics())
        .extracting(Diagnostic::problem, Diagnostic::line, Diagnostic::column, Diagnostic::excerpt)
        .containsExactly(
            tuple(RobotsProblem.TOKEN_CUT, 1, 14, "a/1"),
            tuple(RobotsProblem.PATTERN_WITHOUT_SLASH, 2, 11, "x"),
            tuple(RobotsProblem.NO_COLON, 3, 3, "nonsense"),
            tuple(RobotsProblem.INVALID_ESCAPE, 4, 12, "%zz"),
            tuple(RobotsProblem.URL_NOT_ABSOLUTE, 5, 10, "/s.xml"));
    var first = strict(file).diagnostics().getFirst();
    assertThat(first.what()).endsWith(": a/1");
    assertThat(first.why()).isNotEmpty();
    assertThat(first.clause()).isEqualTo("RFC 9309, 2.2.1");
  }

  @Test
  void reportsRulesAndRecordsThatBelongToNobody() {
    assertThat(strict("Disallow: /\nCrawl-delay: 1\nFoo: x").diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(
            RobotsProblem.RULE_OUTSIDE_GROUP,
            RobotsProblem.RECORD_OUTSIDE_GROUP,
            RobotsProblem.UNKNOWN_FIELD);
  }

  @Test
  void aCleanFileHasNoDiagnostics() {
    assertThat(
            strict(
                    """
                    # all is well
                    User-agent: a
                    User-agent: b-c_d
                    Disallow: /x/*.gif$
                    Disallow:
                    Allow: /ü
                    Crawl-delay: 0.5
                    Content-Signal: search=yes

                    Sitemap: https://h/s.xml
                    Mobile-agent-server: / atp://h
                    """)
                .diagnostics())
        .isEmpty();
  }

  @Test
  void aFileInUtf16IsDecodedByItsByteOrderMarkAndObeyed() {
    var text =
        """
        \ufeffUser-agent: *
        Disallow: /geheim
        Disallow: /\u00fcber
        Allow: /geheim/\u65e5\u672c
        Sitemap: https://h/s.xml
        Mobile-agent-server: /a atp://h
        """;
    for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      for (var options : List.of(RobotsOptions.STRICT, RobotsOptions.LENIENT)) {
        var robots = RobotsTxt.parse(text.getBytes(charset), options);

        assertThat(robots.allows("x", "/geheim/a")).as("%s", charset).isFalse();
        assertThat(robots.allows("x", "/%C3%BCber")).as("%s", charset).isFalse();
        assertThat(robots.allows("x", "/geheim/%E6%97%A5%E6%9C%AC")).isTrue();
        assertThat(robots.sitemaps()).containsExactly("https://h/s.xml");
        assertThat(robots.route("/a/b")).isInstanceOf(Route.Host.class);
        assertThat(robots.truncated()).isFalse();
        assertThat(robots.diagnostics())
            .extracting(Diagnostic::problem)
            .containsExactly(RobotsProblem.UTF16);
      }
    }
  }

  /// An ASCII text in UTF-16 has twice as many octets as in UTF-8.
  @Test
  void aFileInUtf16ThatIsTooLongIsKnownToBeCut() {
    var most = RobotsOptions.MIN_MAX_BYTES;
    var text = "\ufeffUser-agent: *\nDisallow: /a\n" + "#\n".repeat(most) + "Disallow: /b\n";
    var body = text.getBytes(StandardCharsets.UTF_16LE);
    var robots = RobotsTxt.parse(Arrays.copyOf(body, 2 * most));

    assertThat(robots.truncated()).isTrue();
    assertThat(robots.allows("x", "/a")).isFalse();
    assertThat(robots.route("/")).isInstanceOf(Route.Indeterminate.class);
    for (int octets : List.of(2, 3, 5)) {
      assertThat(RobotsTxt.parse(Arrays.copyOf(body, octets)).allows("x", "/")).isTrue();
    }
  }

  @Test
  void everyProblemHasItsOwnNumberAndSaysWhatWhyAndClause() {
    for (var problem : RobotsProblem.values()) {
      assertThat(RobotsProblem.ofCode(problem.code())).contains(problem);
      assertThat(problem.what()).isNotBlank().doesNotEndWith(".");
      assertThat(problem.why()).isNotBlank().doesNotEndWith(".");
      assertThat(problem.clause()).isNotBlank();
    }
  }

  private static RobotsTxt strict(String text) {
    return RobotsTxt.parse(text.getBytes(StandardCharsets.UTF_8));
  }

  private static RobotsTxt lenient(String text) {
    return RobotsTxt.parse(text.getBytes(StandardCharsets.UTF_8), RobotsOptions.LENIENT);
  }
}
