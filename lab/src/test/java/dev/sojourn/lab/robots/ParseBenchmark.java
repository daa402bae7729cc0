package dev.sojourn.lab.robots;

import dev.sojourn.robots.RobotsTxt;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/// Parsing the whole corpus once.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 8, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 150, timeUnit = TimeUnit.MILLISECONDS)
@Fork(2)
public class ParseBenchmark {

  private List<byte[]> corpus;

  /// Reads the corpus.
  @Setup
  public void read() {
    corpus = RobotsSamples.corpus();
  }

  /// The limit to approach: each octet is only read and compared.
  @Benchmark
  public void byteLoop(Blackhole hole) {
    for (var file : corpus) {
      int lines = 0;
      for (byte b : file) {
        if (b == '\n') {
          lines++;
        }
      }
      hole.consume(lines);
    }
  }

  /// The limit without the vector instructions that the compiler finds for counting: a loop that
  /// looks each octet up in a table and copies it.
  @Benchmark
  public void tableLoop(Blackhole hole) {
    for (var file : corpus) {
      hole.consume(TableLoop.copy(file));
    }
  }

  /// Sojourn: for all agents, with routes and line numbers.
  @Benchmark
  public void sojourn(Blackhole hole) {
    for (var file : corpus) {
      hole.consume(RobotsTxt.parse(file));
    }
  }

  /// Sojourn, ready for one agent's decisions.
  @Benchmark
  public void sojournOneAgent(Blackhole hole) {
    for (var file : corpus) {
      hole.consume(RobotsTxt.parse(file).agent(RobotsEngines.AGENT));
    }
  }

  /// crawler-commons: for one agent.
  @Benchmark
  public void crawlerCommons(Blackhole hole) {
    for (var file : corpus) {
      hole.consume(RobotsEngines.crawlerCommons(file));
    }
  }

  /// panforge: for all agents.
  @Benchmark
  public void panforge(Blackhole hole) {
    for (var file : corpus) {
      hole.consume(RobotsEngines.panforge(file));
    }
  }
}
