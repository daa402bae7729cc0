package dev.sojourn.robots.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
        .contains(
            "2: a Disallow without effect, since an Allow has the same path:"
                + " Disallow: /a/ (line 3 allows it)");
    assertThat(lint("User-agent: *\nDisallow: /a/\nDisallow: /a/\n"))
        .contains("3: a rule that is there twice: Disallow: /a/ (as in line 2)");
    assertThat(lint("User-agent: *\nDisallow: /a/\nDisallow: /a/b/\n"))
        .contains(
            "3: a rule that adds nothing, since a shorter one covers it:"
                + " Disallow: /a/b/ (line 2 covers it with /a/)");
    assertThat(lint("User-agent: *\nDisallow: /a/\nAllow: /a/b/\nDisallow: /a/b/c/\n")).isEmpty();
  }

  @Test
  void namesRulesThatAreNeverReachedIn1996() {
    var robots =
        RobotsTxt.parse(
            "User-agent: *\nDisallow: /\nAllow: /a/\n".getBytes(StandardCharsets.US_ASCII),
            RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996));
    assertThat(said(RobotsLint.check(robots, 30)))
        .contains("3: a rule that is never reached: Allow: /a/ (line 2 matches first)");
  }

  @Test
  void namesRouteLinesWhoseOrderMatters() {
    assertThat(lint("Mobile-agent-server: /a/ atp://h\nMobile-agent-server: / none\n"))
        .contains(
            "1: a route without effect, since a later line covers it: /a/ (line 2 covers it with"
                + " /)");
    assertThat(
            lint(
                """
                Mobile-agent-server: / none
                Mobile-agent-server: /a/ atp://h
                Mobile-agent-server: /a/ none
                """))
        .contains("2: a route that a later line for the same path overrides: /a/ (by line 3)");
  }

  @Test
  void namesPrefixesThatCatchANeighbour() {
    assertThat(lint("Mobile-agent-server: / none\nMobile-agent-server: /dir1 atp://h\n"))
        .contains("2: a route that also covers neighbours: /dir1 covers /dir10 and /dir1.html too");
    assertThat(lint("User-agent: *\nDisallow: /tmp\nDisallow: /var/\nDisallow: /x.html\n"))
        .containsExactly("2: a path that ends within a name: /tmp");
  }

  @Test
  void namesRoutesThatCoverNoPage() {
    var first = "Mobile-agent-server: / none\n";
    assertThat(lint(first + "Mobile-agent-server: /*.pdf none\n"))
        .containsExactly("2: a route path with * or $ in it, which covers no page: /*.pdf none");
    assertThat(lint(first + "Mobile-agent-server: /f$ atp://h\n"))
        .containsExactly(
            "2: a route path with * or $ in it, which covers no page: /f$ atp://h:434");
    assertThat(lint(first + "Mobile-agent-server: /cgi?x=1 none\n"))
        .containsExactly("2: a route path with a query, which covers no page: /cgi?x=1 none");
    for (var path : new String[] {"/a/../b/", "/a/./b/", "/a/..", "/a/%2e%2E/b/"}) {
      assertThat(lint(first + "Mobile-agent-server: " + path + " none\n"))
          .singleElement()
          .asString()
          .startsWith("2: a route path with dot segments, which covers no page: /a/.");
    }
    assertThat(lint(first + "Mobile-agent-server: /.well-known/ none\n")).isEmpty();
    assertThat(lint(first + "Mobile-agent-server: /a$b/ none\n")).isEmpty();
  }

  @Test
  void namesWrongRoutesThatCountAsNone() {
    var file = bytes("Mobile-agent-server: / atp://h\nMobile-agent-server: /a/ atp://h:0\n");
    assertThat(RobotsLint.check(RobotsTxt.parse(file), file.length))
        .singleElement()
        .satisfies(
            remark -> {
              assertThat(remark.what()).isEqualTo("the port is not a number from 1 to 65535");
              assertThat(remark.advice()).contains("its path counts as none");
            });
  }

  @Test
  void namesMisspeltFields() {
    assertThat(lint("User-agent: *\nCrawl-dealy: 5\nDisallow: /a/\nMobile-agent-sever: / none\n"))
        .containsExactly("2: misspelt field name: crawl-dealy");
    var file = bytes("Sitemaps: https://h/s\nLicence: https://h/l\n");
    assertThat(RobotsLint.check(RobotsTxt.parse(file), file.length))
        .singleElement()
        .satisfies(remark -> assertThat(remark.count()).isEqualTo(2));
  }

  @Test
  void namesRulesBehindAnEmptyDisallowOf1996() {
    var file = bytes("User-agent: *\nDisallow:\nDisallow: /a/\n");
    var of1996 = RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996);
    assertThat(said(RobotsLint.check(RobotsTxt.parse(file, of1996), file.length)))
        .containsExactly(
            "3: a rule that is never reached: Disallow: /a/ (line 2 allows everything)");
    assertThat(lint("User-agent: *\nDisallow:\nDisallow: /a/\n")).isEmpty();
  }

  @Test
  void namesAMediaTypeOtherThanPlainText() {
    assertThat(served("text/plain")).isEmpty();
    assertThat(served("Text/Plain; charset=\"UTF-8\"")).isEmpty();
    assertThat(served("text/html; charset=utf-8"))
        .containsExactly("0: the file is served as text/html");
    assertThat(served("")).containsExactly("0: the file is served as no media type");
    assertThat(served("\u001b[2J")).containsExactly("0: the file is served as no media type");
    assertThat(served("text/plain;charset=ISO-8859-1"))
        .containsExactly("0: the file is served as encoded in iso-8859-1");
    assertThat(lint("User-agent: *\nDisallow: /a/\n")).isEmpty();
  }

  private static List<String> served(String contentType) {
    var file = bytes("User-agent: *\nDisallow: /a/\n");
    return said(RobotsLint.check(RobotsTxt.parse(file), ServedFile.from(file.length, contentType)));
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
        .containsExactly("4: a route behind a Disallow: /a/b/ (disallowed by line 2)");
  }

  @Test
  void namesRepeatedGroupsAndClosedSites() {
    assertThat(lint("User-agent: a\nDisallow: /1/\nUser-agent: A\nDisallow: /2/\n"))
        .containsExactly("3: a second group for the same robot: a, first in line 1");
    assertThat(lint("User-agent: *\nDisallow: /\n"))
        .containsExactly("2: the whole site is closed to every robot that is not named");
  }

  @Test
  void saysOnceWhatIsTheMatterInManyPlaces() {
    var file = bytes("User-agent: a\n" + "Disallow: x\n".repeat(100) + "Disallow: /a?%z\n");
    var remarks = RobotsLint.check(RobotsTxt.parse(file), file.length);
    assertThat(remarks)
        .extracting(Remark::what, Remark::count, Remark::line, Remark::lastLine)
        .containsExactly(
            tuple("the path begins with neither / nor *", 100, 2, 101),
            tuple("% without two hexadecimal digits", 1, 102, 102));
    assertThat(remarks.getFirst().places()).hasSize(6);
  }

  @Test
  void beginsWithWhatMattersMost() {
    assertThat(
            lint(
                """
                User-agent: *
                Disallow: /tmp
                Mobile-agent-server: /a/ atp://h
                Mobile-agent-server: / none
                """))
        .containsExactly(
            "3: a route without effect, since a later line covers it: /a/ (line 4 covers it with"
                + " /)",
            "2: a path that ends within a name: /tmp");
  }

  @Test
  void saysAsWhatANameIsRead() {
    assertThat(lint("User-agent: MJ12bot\nDisallow: /a/\n"))
        .containsExactly(
            "1: the product token has other characters than letters, - and _: MJ12bot, read as mj");
  }

  @Test
  void aVersionBehindANameIsNoMoreThanANote() {
    assertThat(lint("User-agent: a/1.0\nDisallow: /a/\n"))
        .containsExactly("1: more than the name of a robot: a/1.0, read as a");
    assertThat(lint("User-agent: a*\nDisallow: /a/\n"))
        .containsExactly("1: more than the name of a robot: a*, read as a");
    assertThat(lint("User-agent: Yahoo! Slurp\nDisallow: /a/\n"))
        .containsExactly(
            "1: the product token has other characters than letters, - and _: Yahoo! Slurp, read as"
                + " yahoo");
  }

  @Test
  void saysOfAUrlInAPathThatThePathAloneIsWanted() {
    assertThat(lint("User-agent: *\nDisallow: https://h/a\nDisallow: https://h/a\nAllow: b\n"))
        .containsExactly(
            "2: a whole URL where a path belongs: https://h/a",
            "4: the path begins with neither / nor *: b");
  }

  @Test
  void namesGroupsThatRunTogether() {
    assertThat(
            lint(
                """
                User-agent: a
                Crawl-delay: 10
                User-agent: b
                Crawl-delay: 20
                User-agent: c
                Disallow: /
                """))
        .containsExactly(
            "1: groups that run together, since no rule stands between their User-agent lines: a"
                + " (line 1) to c (line 5)");
    assertThat(lint("User-agent: a\nUser-agent: b\nDisallow: /x/\n")).isEmpty();
    assertThat(lint("User-agent: a\nSitemap: https://h/s\nUser-agent: b\nDisallow: /x/\n"))
        .isEmpty();
  }

  @Test
  void namesGroupsThatLiftTheRulesOfAll() {
    assertThat(lint("User-agent: *\nDisallow: /x/\nUser-agent: a\nCrawl-delay: 5\n"))
        .containsExactly("3: a group without rules: a");
    assertThat(lint("User-agent: *\nDisallow:\nUser-agent: a\nCrawl-delay: 5\n")).isEmpty();
  }

  @Test
  void saysOnceOfALineWhatIsTheMatterWithAllOfIt() {
    var file = bytes("User-agent: *\nDisallow: /a/ /b/ /c/ /d/\n");
    assertThat(said(RobotsLint.check(RobotsTxt.parse(file, RobotsOptions.LENIENT), file.length)))
        .containsExactly("2: several paths on one line: /b/ /c/ /d/");
  }

  @Test
  void namesTheFieldThatBelongsToNobody() {
    assertThat(lint("  Crawl-delay: 120\nDisallow: /x\n"))
        .containsExactly(
            "2: a rule that belongs to no User-agent line: Disallow: /x",
            "1: a record for a group that belongs to no User-agent line: Crawl-delay: 120");
  }

  @Test
  void saysOfAFileThatIsNoTextNothingElse() {
    var program = bytes("\u007fELF\u0002\0\0\n\0\u0001: \u0003\n\u0004\n".repeat(40));
    assertThat(said(RobotsLint.check(RobotsTxt.parse(program), program.length)))
        .containsExactly("0: the file does not look like text");
  }

  @Test
  void cutsLongPathsInTheMiddle() {
    var path = "/" + "a".repeat(300) + "/end";
    assertThat(lint("User-agent: *\nDisallow: " + path + "\n"))
        .singleElement()
        .asString()
        .hasSizeLessThan(150)
        .endsWith("\u2026" + "a".repeat(35) + "/end");
  }

  @Test
  void saysOfAFileInUtf16WhatItSaysOfTheSameFileInUtf8() {
    var text = "User-agent: *\nDisallow: /\nx\n";
    var file = ("\ufeff" + text).getBytes(StandardCharsets.UTF_16LE);
    var expected = new ArrayList<>(said(RobotsLint.check(RobotsTxt.parse(bytes(text)))));
    expected.add("1: the file is encoded as UTF-16");

    assertThat(said(RobotsLint.check(RobotsTxt.parse(file), file.length)))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void saysHowMuchOfALongFileIsRead() {
    var file = bytes("# comment\n".repeat(60_000));
    assertThat(said(RobotsLint.check(RobotsTxt.parse(file), file.length)))
        .containsExactly("0: the file is longer than what is read: of 585 KiB only 500");
    assertThat(said(RobotsLint.check(RobotsTxt.parse(file))))
        .containsExactly("0: the file is longer than what is read");
    assertThat(RobotsLint.check(RobotsTxt.parse(bytes("")))).isEmpty();
  }

  @Test
  void takesNoWordsOfAPageForFields() {
    assertThat(lint("<html>\n<style>\nmargin: 0\nfloat: left\n</style>\n</html>\n"))
        .containsExactly("1: the file looks like an HTML page: <html>");
  }

  @Test
  void remarksOnTheSize() {
    assertThat(RobotsLint.check(RobotsTxt.parse(new byte[0]), 0)).hasSize(1);
    assertThat(RobotsLint.check(RobotsTxt.parse(new byte[0]), 200 * 1024))
        .extracting(Remark::what)
        .containsExactly("the file is large: 200 KiB");
  }

  private static List<String> lint(String text) {
    var file = bytes(text);
    return said(RobotsLint.check(RobotsTxt.parse(file), file.length));
  }

  /// Each remark with its first place.
  private static List<String> said(List<Remark> remarks) {
    return remarks.stream()
        .map(
            remark -> {
              var detail = remark.places().isEmpty() ? "" : remark.places().getFirst().detail();
              return remark.line() + ": " + remark.what() + (detail.isEmpty() ? "" : ": " + detail);
            })
        .toList();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
