package dev.sojourn.lab.robots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import dev.sojourn.lab.robots.PeerDifference.Disagreement;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.testing.SharedData;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Every decision about 1,170 real sites, compared with crawler-commons: if the two differ, a
/// recorded rule says why.
class PeerDifferenceTest {

  private static final List<String> AGENTS = List.of("ExampleBot", "Googlebot", "bingbot");

  @Test
  void everyDisagreementOnRealSitesIsExplained() {
    assumeTrue(
        SharedData.directory("robots").isPresent(), "skipped: there is no shared robots data here");
    var explained = new EnumMap<PeerDifference, Integer>(PeerDifference.class);
    var unexplained = new ArrayList<String>();
    int urls = 0;
    for (var site : RobotsSamples.sites()) {
      urls += site.urls().size();
      for (var agent : AGENTS) {
        var peer = peer(site.robots(), agent);
        var robots = RobotsTxt.parse(site.robots(), RobotsOptions.LENIENT);
        for (var url : site.urls()) {
          boolean peerAllows = peer.isAllowed(url);
          if (robots.allows(agent, url) == peerAllows) {
            continue;
          }
          var it = new Disagreement(site.robots(), agent, url, peerAllows);
          var why = explanation(it);
          why.ifPresentOrElse(
              each -> explained.merge(each, 1, Integer::sum),
              () -> unexplained.add(agent + " " + url + ", which the peer allows: " + peerAllows));
        }
      }
    }
    assertThat(unexplained).isEmpty();
    assertThat(urls).isEqualTo(90_003);
    assertThat(explained).containsOnlyKeys(PeerDifference.values());
  }

  @Test
  void indexPageIsNotItsDirectory() {
    differ(PeerDifference.INDEX_PAGE_IS_ITS_DIRECTORY, "Disallow: /index.html", "/", true);
    differ(PeerDifference.INDEX_PAGE_IS_ITS_DIRECTORY, "Disallow: /d/index.htm", "/d/", true);
    differ(
        PeerDifference.INDEX_PAGE_IS_ITS_DIRECTORY,
        "Allow: /d/index.html\nDisallow: /d/",
        "/d/",
        false);
    differ(
        PeerDifference.INDEX_PAGE_IS_ITS_DIRECTORY,
        "Disallow: /*/d/index.html\nAllow: /",
        "/q/d/",
        true);
  }

  @Test
  void urlWithABarIsNotTheRoot() {
    differ(PeerDifference.BAR_IN_THE_URL_MAKES_IT_THE_ROOT, "Disallow: /a*$", "/a|b", false);
    differ(
        PeerDifference.BAR_IN_THE_URL_MAKES_IT_THE_ROOT,
        "Disallow: /*nf=1",
        "/b?p=a|b&nf=1",
        false);
  }

  @Test
  void longDelayClosesNothing() {
    differ(PeerDifference.LONG_DELAY_CLOSES_THE_SITE, "Crawl-delay: 301", "/", true);
    differ(PeerDifference.LONG_DELAY_CLOSES_THE_SITE, "Crawl-delay: 600\nAllow: /", "/a", true);
    assertThat(peer(bytes("User-agent: *\nCrawl-delay: 300"), "x").isAllowed(site("/"))).isTrue();
  }

  /// The two decide differently, this engine is right, and the rule explains it.
  private static void differ(PeerDifference why, String rules, String path, boolean right) {
    var file = bytes("User-agent: *\n" + rules);
    boolean peerAllows = peer(file, "x").isAllowed(site(path));
    assertThat(RobotsTxt.parse(file).allows("x", site(path))).as(path).isEqualTo(right);
    assertThat(peerAllows).as("what crawler-commons says of %s", path).isEqualTo(!right);
    assertThat(explanation(new Disagreement(file, "x", site(path), peerAllows))).contains(why);
  }

  private static Optional<PeerDifference> explanation(Disagreement it) {
    return Arrays.stream(PeerDifference.values()).filter(rule -> rule.explains(it)).findFirst();
  }

  private static SimpleRobotRules peer(byte[] file, String agent) {
    var parser = new SimpleRobotRulesParser();
    parser.setMaxWarnings(0);
    return parser.parseContent(
        site("/robots.txt"), file, "text/plain", List.of(agent.toLowerCase(Locale.ROOT)));
  }

  private static String site(String path) {
    return "https://example.com" + path;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
