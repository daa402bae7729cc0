package dev.sojourn.robots.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RobotsLintTest {

  @Test
  void hasNothingToSayAboutACleanFile() {
    assertThat(
            lint(
                """
                User-agent: *
                Disallow: /private/
                Allow: /private/open/
                Mobile-agent-server: / atp://h.example
                Mobile-agent-server: /home/ none
                """))
        .isEmpty();
  }

  @Test
  void namesRulesThatNeverDecide() {
    assertThat(lint("User-agent: *\nDisallow: /a/\nAllow: /a/\n"))
        .contains("2: Disallow: /a/ never decides: line 3 allows the same path");
    assertThat(lint("User-agent: *\nDisallow: /a/\nDisallow: /a/\n"))
        .contains("3: Disallow: /a/ says the same as line 2");
    assertThat(lint("User-agent: *\nDisallow: /a/\nDisallow: /a/b/\n"))
        .contains("3: Disallow: /a/b/ adds nothing: line 2 already covers it with /a/");
    assertThat(lint("User-agent: *\nDisallow: /a/\nAllow: /a/b/\nDisallow: /a/b/c/\n")).isEmpty();
  }

  @Test
  void namesRulesThatAreNeverReachedIn1996() {
    var robots =
        RobotsTxt.parse(
            "User-agent: *\nDisallow: /\nAllow: /a/\n".getBytes(StandardCharsets.US_ASCII),
            RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996));
    assertThat(RobotsLint.check(robots, 30))
        .extracting(Remark::what)
        .contains("Allow: /a/ is never reached: line 2 matches first");
  }

  @Test
  void namesRouteLinesWhoseOrderMatters() {
    assertThat(lint("Mobile-agent-server: /a/ atp://h\nMobile-agent-server: / none\n"))
        .contains(
            "1: the route for /a/ is without effect: line 2 comes later and covers it with /");
    assertThat(
            lint(
                """
                Mobile-agent-server: / none
                Mobile-agent-server: /a/ atp://h
                Mobile-agent-server: /a/ none
                """))
        .contains("2: the route for /a/ is overridden by line 3");
  }

  @Test
  void namesPrefixesThatCatchANeighbour() {
    assertThat(lint("Mobile-agent-server: / none\nMobile-agent-server: /dir1 atp://h\n"))
        .contains("2: /dir1 also covers /dir10 and /dir1.html");
    assertThat(lint("User-agent: *\nDisallow: /tmp\nDisallow: /var/\nDisallow: /x.html\n"))
        .containsExactly("2: paths that end within a name: /tmp");
  }

  @Test
  void namesRoutesBehindADisallow() {
    assertThat(
            lint(
                """
                User-agent: *
                Disallow: /a/
                Mobile-agent-server: / none
                Mobile-agent-server: /a/b/ atp://h
                """))
        .containsExactly("4: the route for /a/b/ lies behind a Disallow in line 2");
  }

  @Test
  void namesRepeatedGroupsAndClosedSites() {
    assertThat(lint("User-agent: a\nDisallow: /1/\nUser-agent: A\nDisallow: /2/\n"))
        .containsExactly("3: a has a group in line 1 already");
    assertThat(lint("User-agent: *\nDisallow: /\n"))
        .containsExactly("2: the whole site is closed to every robot that is not named");
  }

  @Test
  void countsWhatItDoesNotList() {
    var remarks = lint("User-agent: a\n" + "Disallow: x\n".repeat(100));
    assertThat(remarks)
        .hasSizeLessThan(120)
        .contains("10: the path begins with neither / nor *, here and in 91 lines more");
  }

  @Test
  void remarksOnTheSize() {
    assertThat(RobotsLint.check(RobotsTxt.parse(new byte[0]), 0)).hasSize(1);
    assertThat(RobotsLint.check(RobotsTxt.parse(new byte[0]), 200 * 1024))
        .extracting(Remark::what)
        .containsExactly("the file is large: 200 KiB");
  }

  private static List<String> lint(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return RobotsLint.check(RobotsTxt.parse(bytes), bytes.length).stream()
        .map(remark -> remark.line() + ": " + remark.what())
        .toList();
  }
}
