package dev.sojourn.lab.robots;

import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.Route;
import java.nio.charset.StandardCharsets;
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

/// One route decision, with more and more Mobile-agent-server lines.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class RouteBenchmark {

  /// Mobile-agent-server lines in the file.
  @Param({"10", "100", "1000", "10000"})
  public int lines;

  private RobotsTxt robots;
  private String[] urls;
  private int next;

  /// Makes the file.
  @Setup
  public void parse() {
    var text = new StringBuilder();
    for (int i = 0; i < lines; i++) {
      text.append("Mobile-agent-server: /dir").append(i).append("/ ");
      text.append(i % 3 == 0 ? "none" : "atp://host" + i % 7 + ".example.com").append('\n');
    }
    robots = RobotsTxt.parse(text.toString().getBytes(StandardCharsets.US_ASCII));
    var random = new Random(lines);
    urls = new String[1_000];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = "https://example.com/dir" + random.nextInt(2 * lines) + "/detail.html?id=" + i;
    }
  }

  /// Sojourn; the others know no routes.
  @Benchmark
  public Route sojourn() {
    next = next + 1 < urls.length ? next + 1 : 0;
    return robots.route(urls[next]);
  }
}
