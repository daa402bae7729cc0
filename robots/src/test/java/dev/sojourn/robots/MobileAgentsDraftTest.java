package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Every example of seed 000: "An Extension to the Web Robots Control Method for supporting Mobile
/// Agents", draft-giudici-web-robots-cntrl-00 of February 1997, sections 2 to 4.
class MobileAgentsDraftTest {

  /// Section 4, the file.
  private static final String FICT =
      """
      Mobile-agent-server: / atp://www.fict.org:8001
      Mobile-agent-server: /home/ none
      Mobile-agent-server: /home/user1/ atp://user1.fict.org:854
      Mobile-agent-server: /home/user2/ atp://user2.fict.org:831
      """;

  /// Section 2: a valid address for dispatching an agent.
  @Test
  void addressOfSection2IsATarget() {
    assertThat(robots("Mobile-agent-server: / atp://www.fict.org:434").route("/"))
        .hasToString("atp://www.fict.org:434");
  }

  /// Section 3: a typical file. The longest match decides here, so Allow does not hide Disallow; in
  /// the 1996 dialect, which the draft builds on, the first match does.
  @Test
  void typicalFileOfSection3() {
    var file = "User-agent: webcrawler\nAllow: /\nDisallow: /reserved\n";
    assertThat(robots(file).allows("webcrawler", "http://www.fict.org/index.html")).isTrue();
    assertThat(robots(file).allows("webcrawler", "http://www.fict.org/reserved")).isFalse();
    var of1996 = RobotsOptions.STRICT.withDialect(Dialect.WEB_ROBOTS_CONTROL_1996);
    assertThat(RobotsTxt.parse(bytes(file), of1996).allows("webcrawler", "/reserved")).isTrue();
  }

  /// Section 3.1: the website root is not assigned, /dir1 and /dir1/dir2 are.
  @ParameterizedTest
  @CsvSource({
    "/, none, 1",
    "/other, none, 1",
    "/dir1, atp://www.fict.org:544, 2",
    "/dir1/x, atp://www.fict.org:544, 2",
    "/dir1/dir2, atp://www.fict.org:543, 3",
    "/dir1/dir2/x, atp://www.fict.org:543, 3",
    "/dir1/dir3, atp://www.fict.org:544, 2"
  })
  void subtreesOfSection31(String path, String route, int line) {
    var robots =
        robots(
            """
            Mobile-agent-server: / none
            Mobile-agent-server: /dir1 atp://www.fict.org:544
            Mobile-agent-server: /dir1/dir2 atp://www.fict.org:543
            """);
    assertThat(robots.route(path)).hasToString(route);
    assertThat(robots.route(path).decidingLine()).isEqualTo(line);
  }

  /// Section 3.2: any of `*space` between path and target.
  @Test
  void spacesAndTabsOfSection32() {
    var robots = robots("mobile-agent-server:\t/a \t atp://h:1 \t\nMobile-Agent-Server:/b\tnone");
    assertThat(robots.route("/a")).hasToString("atp://h:1");
    assertThat(robots.route("/b")).isEqualTo(new Route.None(2));
  }

  /// Section 4, the matrix, but for its two rows about user2. "Not available" is none.
  @ParameterizedTest
  @CsvSource({
    "/index.html, atp://www.fict.org:8001, 1",
    "/services/, atp://www.fict.org:8001, 1",
    "/services/index.html, atp://www.fict.org:8001, 1",
    "/robots.txt, atp://www.fict.org:8001, 1",
    "/home/, none, 2",
    "/home/user1/, atp://user1.fict.org:854, 3",
    "/home/user1/index.html, atp://user1.fict.org:854, 3",
    "/home/user3/, none, 2",
    "/home/user3/index.html, none, 2"
  })
  void matrixOfSection4(String path, String route, int line) {
    var decided = robots(FICT).route("http://www.fict.org" + path);
    assertThat(decided).hasToString(route);
    assertThat(decided.decidingLine()).isEqualTo(line);
  }

  /// Section 4, the two rows about user2, decided otherwise: the matrix prints
  /// `user1.fict.org:831`, which no line of the file names. The line says user2, with that port.
  @ParameterizedTest
  @CsvSource({"/home/user2/", "/home/user2/index.html"})
  void rowsAboutUser2OfSection4AreDecidedOtherwise(String path) {
    var decided = robots(FICT).route("http://www.fict.org" + path);
    assertThat(decided).hasToString("atp://user2.fict.org:831");
    assertThat(decided.decidingLine()).isEqualTo(4);
  }

  /// Section 4 lists the root among the URLs of the site, and not in the matrix.
  @Test
  void rootOfSection4() {
    assertThat(robots(FICT).route("http://www.fict.org/").decidingLine()).isEqualTo(1);
  }

  /// An agent goes where both answers are yes; the one does not make the other.
  @Test
  void routeDoesNotAllowAndNoneDoesNotForbid() {
    var robots =
        robots(
            """
            User-agent: *
            Disallow: /closed/
            Mobile-agent-server: / atp://h:1
            Mobile-agent-server: /classic/ none
            """);
    assertThat(robots.allows("x", "/closed/a")).isFalse();
    assertThat(robots.route("/closed/a")).isInstanceOf(Route.Host.class);
    assertThat(robots.allows("x", "/classic/a")).isTrue();
    assertThat(robots.route("/classic/a")).isInstanceOf(Route.None.class);
  }

  private static RobotsTxt robots(String text) {
    return RobotsTxt.parse(bytes(text));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
