package dev.sojourn.lab.robots;

import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/// The differences of crawler-commons 1.6, by rule. Each was found on real sites, and each has a
/// literal case in [PeerDifferenceTest].
enum PeerDifference {
  /// The peer takes a page called `index.html` or `index.htm` for its directory, in rules and in
  /// URLs. It decides as if the rule ended in `/$` and the URL in `/`.
  INDEX_PAGE_IS_ITS_DIRECTORY {
    @Override
    boolean explains(Disagreement it) {
      var file = INDEX_PAGE_RULE.matcher(it.text()).replaceAll("$1\\$");
      var url = INDEX_PAGE_URL.matcher(it.url).replaceAll("/");
      boolean concerned = !file.equals(it.text()) || !url.equals(it.url);
      return concerned && it.wouldBe(file, url);
    }
  },

  /// The peer takes a URL that holds a `|` for the root of its site.
  BAR_IN_THE_URL_MAKES_IT_THE_ROOT {
    @Override
    boolean explains(Disagreement it) {
      return it.url.indexOf('|') >= 0 && it.wouldBe(it.text(), "https://example.com/");
    }
  },

  /// The peer takes a Crawl-delay of more than five minutes for a complete disallow.
  LONG_DELAY_CLOSES_THE_SITE {
    @Override
    boolean explains(Disagreement it) {
      return !it.peerAllows
          && it.robots()
              .crawlDelay(it.agent)
              .filter(delay -> delay.compareTo(LONGEST_DELAY) > 0)
              .isPresent();
    }
  };

  private static final Duration LONGEST_DELAY = Duration.ofMinutes(5);

  private static final Pattern INDEX_PAGE_RULE =
      Pattern.compile("(?im)^([ \t]*(?:dis)?allow[ \t]*:[ \t]*\\S*/)index\\.html?(?=\\s*$)");

  private static final Pattern INDEX_PAGE_URL = Pattern.compile("/index\\.html?$");

  /// Whether the rule explains the difference: by it, this engine would decide as the peer does.
  abstract boolean explains(Disagreement it);

  /// A question that both engines answered, differently.
  record Disagreement(byte[] file, String agent, String url, boolean peerAllows) {

    private RobotsTxt robots() {
      return RobotsTxt.parse(file, RobotsOptions.LENIENT);
    }

    private String text() {
      return new String(file, StandardCharsets.ISO_8859_1);
    }

    private boolean wouldBe(String otherFile, String otherUrl) {
      var other =
          RobotsTxt.parse(otherFile.getBytes(StandardCharsets.ISO_8859_1), RobotsOptions.LENIENT);
      return other.allows(agent, otherUrl) == peerAllows;
    }
  }
}
