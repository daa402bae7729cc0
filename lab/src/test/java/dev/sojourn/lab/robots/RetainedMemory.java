package dev.sojourn.lab.robots;

import dev.sojourn.robots.RobotsTxt;
import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What parsed files hold in memory, as a part of their source: the growth of the heap when all
/// files of the corpus are kept.
final class RetainedMemory {

  private static final int COLLECTIONS = 4;

  private static final List<String> AGENTS =
      List.of(RobotsEngines.AGENT, "Googlebot", "bingbot", "YandexBot", "GPTBot");

  /// A figure.
  ///
  /// @param what the kept objects
  /// @param timesInput octets on the heap for each octet of input
  record Figure(String what, double timesInput) {}

  private final List<byte[]> corpus;

  RetainedMemory(List<byte[]> corpus) {
    this.corpus = corpus;
  }

  List<Figure> figures() {
    // Further costs of the first round do not count.
    retained("", RobotsTxt::parse);
    return List.of(
        retained("Sojourn, parsed, for all agents", RobotsTxt::parse),
        retained("Sojourn, after a decision for one agent and a route", file -> asked(file, 1)),
        retained("Sojourn, after decisions for five agents", file -> asked(file, AGENTS.size())),
        retained("crawler-commons, for one agent", RobotsEngines::crawlerCommons),
        retained("panforge, for all agents", RobotsEngines::panforge));
  }

  private static RobotsTxt asked(byte[] file, int agents) {
    var robots = RobotsTxt.parse(file);
    AGENTS.subList(0, agents).forEach(agent -> robots.allows(agent, "/"));
    robots.route("/");
    return robots;
  }

  private Figure retained(String what, Function<byte[], Object> engine) {
    var kept = new ArrayList<Object>(corpus.size());
    long before = used();
    long input = 0;
    try {
      for (var file : corpus) {
        input += file.length;
        kept.add(engine.apply(file));
      }
      return new Figure(what, (double) (used() - before) / input);
    } finally {
      Reference.reachabilityFence(kept);
    }
  }

  private static long used() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    var runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
