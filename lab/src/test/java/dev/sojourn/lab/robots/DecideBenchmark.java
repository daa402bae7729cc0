package dev.sojourn.lab.robots;

import com.panforge.robotstxt.RobotsTxt;
import crawlercommons.robots.SimpleRobotRules;
import dev.sojourn.robots.match.Octets.Form;
import dev.sojourn.robots.match.UrlOctets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
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

/// One decision on real sites, each invocation on the next of all pairs of file and URL.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class DecideBenchmark {

  /// A URL and the parsed files of its site, one for each engine.
  private record Pair(
      String url,
      dev.sojourn.robots.RobotsTxt sojourn,
      SimpleRobotRules crawlerCommons,
      RobotsTxt panforge) {}

  /// `sites`: the URLs of one site after another, as a crawler asks; `mixed`: in random order.
  @Param({"sites", "mixed"})
  public String order;

  private Pair[] pairs;
  private int next;

  /// Parses the files.
  @Setup
  public void parse() {
    List<Pair> all = new ArrayList<>();
    for (var site : RobotsSamples.sites()) {
      var sojourn = dev.sojourn.robots.RobotsTxt.parse(site.robots());
      var crawlerCommons = RobotsEngines.crawlerCommons(site.robots());
      var panforge = RobotsEngines.panforge(site.robots());
      for (var url : site.urls()) {
        all.add(new Pair(url, sojourn, crawlerCommons, panforge));
      }
    }
    if (order.equals("mixed")) {
      Collections.shuffle(all, new Random(9309));
    }
    pairs = all.toArray(Pair[]::new);
  }

  private Pair next() {
    next = next + 1 < pairs.length ? next + 1 : 0;
    return pairs[next];
  }

  /// The cost of picking the next pair, which is in all the others.
  @Benchmark
  public String nothing() {
    return next().url;
  }

  /// The cost of bringing the URL into canonical form, which is in Sojourn's figure: the work
  /// before a look at the file.
  @Benchmark
  public boolean canonicalUrl() {
    try (var url = UrlOctets.of(next().url, Form.SUBJECT)) {
      return url.isRobotsTxt();
    }
  }

  /// Sojourn.
  @Benchmark
  public boolean sojourn() {
    var pair = next();
    return pair.sojourn.allows(RobotsEngines.AGENT, pair.url);
  }

  /// Sojourn: the route.
  @Benchmark
  public Object sojournRoute() {
    var pair = next();
    return pair.sojourn.route(pair.url);
  }

  /// crawler-commons.
  @Benchmark
  public boolean crawlerCommons() {
    var pair = next();
    return pair.crawlerCommons.isAllowed(pair.url);
  }

  /// panforge.
  @Benchmark
  @Fork(1)
  public boolean panforge() {
    var pair = next();
    return RobotsEngines.allows(pair.panforge, pair.url);
  }
}
