package dev.sojourn.lab.robots;

import com.panforge.robotstxt.RobotsTxt;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The other Java engines that are measured beside this project's own, as their documentation calls
/// them.
final class RobotsEngines {

  /// The agent that asks; most files have no group for it, so that the default group decides.
  static final String AGENT = "ExampleBot";

  private static final List<String> CRAWLER_COMMONS_AGENT = List.of("examplebot");

  private RobotsEngines() {}

  static SimpleRobotRules crawlerCommons(byte[] robots) {
    return new SimpleRobotRulesParser()
        .parseContent(
            "https://example.com/robots.txt", robots, "text/plain", CRAWLER_COMMONS_AGENT);
  }

  static RobotsTxt panforge(byte[] robots) {
    try {
      return RobotsTxt.read(new ByteArrayInputStream(robots));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Whether panforge allows a URL. False if it fails, as on some real files, since it makes
  /// regular expressions of their patterns.
  static boolean allows(RobotsTxt panforge, String url) {
    try {
      return panforge.query(AGENT, url);
    } catch (RuntimeException e) {
      return false;
    }
  }
}
