package dev.sojourn.lab.robots;

import dev.sojourn.testing.SharedData;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.VerboseMode;

/// Runs the benchmarks of the robots engines side by side and prints the tables of
/// docs/performance.md.
///
/// The figure is the median of all iterations in all forks. Beside it stand the middle half of them
/// and the median in processor time, which other work on the machine changes little. Logging is off
/// meanwhile: crawler-commons would log each line that it does not know.
final class RobotsFigures {

  private static final String OWN = "sojourn";

  private static final String LOGGING = "logback.configurationFile";

  private static final String SILENT = "dev/sojourn/lab/robots/silent.xml";

  private static final List<Class<?>> BENCHMARKS =
      List.of(
          ParseBenchmark.class,
          DecideBenchmark.class,
          ManyRulesBenchmark.class,
          RouteBenchmark.class);

  /// The results of one benchmark's iterations, in nanoseconds for each operation.
  private record Figure(
      String kind,
      String variant,
      String engine,
      double[] sorted,
      double processor,
      double allocated) {

    double at(double part) {
      return sorted[(int) Math.round(part * (sorted.length - 1))];
    }

    double median() {
      return at(0.5);
    }
  }

  private RobotsFigures() {}

  /// Runs.
  ///
  /// @param args a regular expression for the benchmarks; empty for all
  public static void main(String[] args) throws RunnerException {
    System.setProperty(LOGGING, SILENT);
    if (SharedData.directory("robots").isEmpty()) {
      System.err.println("skipped: there is no robots data; name it with -Dsojourn.data=DIRECTORY");
      return;
    }
    System.err.println("measuring what is kept in memory, then, in some six minutes:");
    var corpus = RobotsSamples.corpus();
    long bytes = corpus.stream().mapToLong(file -> file.length).sum();
    var memory = new RetainedMemory(corpus).figures();
    var figures = new ArrayList<Figure>();
    var wanted = Pattern.compile(args.length == 0 ? ".*" : args[0]);
    try {
      for (var each : BENCHMARKS) {
        if (wanted.matcher(each.getSimpleName()).find()) {
          System.err.println(each.getSimpleName());
          new Runner(options(each)).run().stream().map(RobotsFigures::figure).forEach(figures::add);
        }
      }
    } finally {
      // Figures from before a failure are still printed.
      print(corpus.size(), bytes, memory, figures);
    }
  }

  private static Options options(Class<?> benchmark) {
    var builder =
        new OptionsBuilder()
            .include(Pattern.quote(benchmark.getName()))
            .addProfiler(GCProfiler.class)
            .addProfiler(ProcessorTime.class)
            .verbosity(VerboseMode.SILENT)
            .shouldFailOnError(true)
            .jvmArgs(
                "-XX:+UseSerialGC",
                "--sun-misc-unsafe-memory-access=allow",
                "-D" + LOGGING + "=" + SILENT);
    var data = System.getProperty("sojourn.data");
    if (data != null) {
      builder.jvmArgsAppend("-Dsojourn.data=" + data);
    }
    return builder.build();
  }

  private static Figure figure(RunResult result) {
    var parameters = result.getParams();
    var names = Pattern.compile("\\.").splitAsStream(parameters.getBenchmark()).toList();
    var variant = new StringBuilder();
    parameters.getParamsKeys().forEach(key -> variant.append(parameters.getParam(key)));
    var scores = sorted(result, each -> each.getPrimaryResult().getScore());
    var processor =
        sorted(result, each -> each.getSecondaryResults().get(ProcessorTime.LABEL).getScore());
    double allocated =
        result.getSecondaryResults().keySet().stream()
            .filter(name -> name.endsWith("gc.alloc.rate.norm"))
            .mapToDouble(name -> result.getSecondaryResults().get(name).getScore())
            .findFirst()
            .orElse(Double.NaN);
    return new Figure(
        names.get(names.size() - 2),
        variant.toString(),
        names.getLast(),
        scores,
        processor[processor.length / 2],
        allocated);
  }

  private static double[] sorted(RunResult result, ToDoubleFunction<IterationResult> score) {
    return result.getBenchmarkResults().stream()
        .flatMap(each -> each.getIterationResults().stream())
        .mapToDouble(score)
        .sorted()
        .toArray();
  }

  private static void print(
      int files, long bytes, List<RetainedMemory.Figure> memory, Collection<Figure> figures) {
    var out = System.out;
    out.printf(Locale.ROOT, "%nRetained by %,d files, %,d octets, times input:%n", files, bytes);
    memory.forEach(
        each -> out.printf(Locale.ROOT, "| %s | %.2f |%n", each.what(), each.timesInput()));
    Map<String, Figure> own = new TreeMap<>();
    for (var each : figures) {
      if (each.engine.equals(OWN)) {
        own.put(each.kind + each.variant, each);
      }
    }
    System.out.println();
    row("benchmark", "engine", "median", "middle half", "processor", "times Sojourn's", "octets");
    row("---", "---", "---", "---", "---", "---", "---");
    for (var each : figures) {
      var beside = own.getOrDefault(each.kind + each.variant, each);
      row(
          each.kind.replace("Benchmark", "") + " " + each.variant,
          each.engine,
          shown(each, each.median(), bytes),
          shown(each, each.at(0.25), bytes) + " to " + shown(each, each.at(0.75), bytes),
          shown(each, each.processor, bytes),
          String.format(Locale.ROOT, "%,.2f", each.median() / beside.median()),
          String.format(Locale.ROOT, "%,.0f", each.allocated));
    }
  }

  private static void row(String... cells) {
    System.out.printf(
        "| %-27s | %-15s | %-14s | %-32s | %-14s | %-15s | %-11s |%n", (Object[]) cells);
  }

  private static String shown(Figure figure, double nanoseconds, long bytes) {
    return figure.kind.startsWith("Parse")
        ? String.format(Locale.ROOT, "%,.0f MB/s", bytes * 1e3 / nanoseconds)
        : String.format(Locale.ROOT, "%,.0f ns", nanoseconds);
  }
}
