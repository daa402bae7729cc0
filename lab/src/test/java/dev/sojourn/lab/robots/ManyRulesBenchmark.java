package dev.sojourn.lab.robots;

import crawlercommons.robots.SimpleRobotRules;
import dev.sojourn.robots.RobotsOptions;
import dev.sojourn.robots.RobotsTxt;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/// One decision on files made to be hard: with many rules, or with a pattern that invites
/// backtracking. Without panforge, which needs seconds for one decision on some of them.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class ManyRulesBenchmark {

  /// The file.
  @Param public HardFile file;

  private RobotsTxt sojourn;
  private SimpleRobotRules crawlerCommons;
  private String[] urls;
  private int next;

  /// Parses the file.
  @Setup
  public void parse() {
    var robots = file.robots();
    urls = file.urls();
    sojourn = RobotsTxt.parse(robots, RobotsOptions.STRICT.withLimits(64 * 1024 * 1024, 10_000));
    crawlerCommons = RobotsEngines.crawlerCommons(robots);
  }

  private String next() {
    next = next + 1 < urls.length ? next + 1 : 0;
    return urls[next];
  }

  /// Sojourn.
  @Benchmark
  public boolean sojourn() {
    return sojourn.allows(RobotsEngines.AGENT, next());
  }

  /// crawler-commons.
  @Benchmark
  public boolean crawlerCommons() {
    return crawlerCommons.isAllowed(next());
  }
}
