package dev.sojourn.robots;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Most lines of real files are read in a short way; these hold it against the long one, which a
/// space before the field name leads to.
class PlainRuleTest {

  private static final String[] PIECES = {
    "/",
    "a",
    "Bc",
    "/x/",
    ".php",
    "*",
    "**",
    "$",
    "$$",
    "?q=1&r",
    "%41",
    "%2f",
    "%zz",
    "%",
    " ",
    "\t",
    "#c",
    ":",
    "ü",
    "\u0001",
    "\u007f",
    "~",
    "|",
    "a".repeat(127),
    "b".repeat(130),
    "/c /d",
    "()[]"
  };

  private static final String[] ENDS = {"\n", "\r\n", "\r", "\n\n"};

  private static final String[] NAMES = {
    "Disallow:",
    "disallow:",
    "DISALLOW: ",
    "Allow: ",
    "aLLOW:\t",
    "Disallow :",
    "Allow",
    "Allowed:",
    "Disallows:",
    "User-agent:",
    "Sitemap:",
    "Crawl-delay:",
    "Disallow:  "
  };

  @Test
  void theShortWayReadsWhatTheLongOneReads() {
    var random = new Random(9309);
    for (int i = 0; i < 20_000; i++) {
      var shortWay = new StringBuilder("User-agent: a\n");
      var longWay = new StringBuilder(" User-agent: a\n");
      for (int lines = random.nextInt(4); lines >= 0; lines--) {
        var line = line(random);
        shortWay.append(line);
        longWay.append(' ').append(line);
      }
      for (var options : new RobotsOptions[] {RobotsOptions.STRICT, RobotsOptions.LENIENT}) {
        var read = RobotsTxt.parse(bytes(shortWay), options);
        var expected = RobotsTxt.parse(bytes(longWay), options);
        assertThat(read.groups()).as("%s", shortWay).isEqualTo(expected.groups());
        assertThat(read.records()).as("%s", shortWay).isEqualTo(expected.records());
        assertThat(read.lines()).as("%s", shortWay).isEqualTo(expected.lines());
        assertThat(read.diagnostics())
            .as("%s", shortWay)
            .extracting(Diagnostic::problem)
            .isEqualTo(expected.diagnostics().stream().map(Diagnostic::problem).toList());
      }
    }
  }

  @Test
  void theShortWayIsNotTakenBeforeAGroup() {
    var robots = RobotsTxt.parse(bytes("Disallow: /a\nUser-agent: *\nDisallow: /b"));
    assertThat(robots.allows("x", "/a")).isTrue();
    assertThat(robots.allows("x", "/b")).isFalse();
    assertThat(robots.diagnostics())
        .extracting(Diagnostic::problem)
        .containsExactly(RobotsProblem.RULE_OUTSIDE_GROUP);
  }

  @Test
  void spacesBeforeThePatternCountInTheLengthOfTheLine() {
    int spaces = RobotsOptions.MAX_LINE_BYTES - "Disallow:/x".length();
    var longest = "User-agent: *\nDisallow:" + " ".repeat(spaces) + "/x\n";
    assertThat(RobotsTxt.parse(bytes(longest)).allows("x", "/x")).isFalse();
    var tooLong = "User-agent: *\nDisallow:" + " ".repeat(spaces + 1) + "/x\n";
    assertThat(RobotsTxt.parse(bytes(tooLong)).allows("x", "/x")).isTrue();
  }

  @Test
  void theShortestRulesStandAtTheEndOfAFile() {
    assertThat(RobotsTxt.parse(bytes("User-agent: *\nAllow:")).groups())
        .singleElement()
        .satisfies(group -> assertThat(group.rules()).containsExactly(new Rule(true, "", 2)));
    assertThat(RobotsTxt.parse(bytes("User-agent: *\nAllow:/a")).groups())
        .singleElement()
        .satisfies(group -> assertThat(group.rules()).containsExactly(new Rule(true, "/a", 2)));
    assertThat(RobotsTxt.parse(bytes("User-agent: *\nDisallow:")).groups())
        .singleElement()
        .satisfies(group -> assertThat(group.rules()).containsExactly(new Rule(false, "", 2)));
    assertThat(RobotsTxt.parse(bytes("User-agent: *\nDisallow:/$")).allows("x", "/")).isFalse();
  }

  private static String line(Random random) {
    var line = new StringBuilder(NAMES[random.nextInt(NAMES.length)]);
    for (int pieces = random.nextInt(5); pieces > 0; pieces--) {
      line.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return line.append(ENDS[random.nextInt(ENDS.length)]).toString();
  }

  private static byte[] bytes(CharSequence text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }
}
