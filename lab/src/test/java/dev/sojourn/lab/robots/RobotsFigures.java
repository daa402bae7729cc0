package dev.sojourn.lab.robots;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/// Runs the benchmarks of the robots engines side by side and prints the tables of
/// docs/performance.md.
///
/// The figure is the median of all iterations in all forks, in processor time; beside it stand the
/// best iteration and the middle half of them.
final class RobotsFigures {

  private static final String OWN = "sojourn";

  /// What the iterations of one benchmark gave, in nanoseconds of processor time for each
  /// operation.
  private record Figure(
      String kind, String variant, String engine, double[] sorted, double allocated) {

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
  /// @param args which benchmarks, as a regular expression; empty for all
  public static void main(String[] args) throws RunnerException {
    if (RobotsSamples.directory().isEmpty()) {
      System.err.println("skipped: there is no robots data; name it with -Dsojourn.data=DIRECTORY");
      return;
    }
    var corpus = RobotsSamples.corpus();
    long bytes = corpus.stream().mapToLong(file -> file.length).sum();
    var memory = new RetainedMemory(corpus).figures();
    var builder =
        new OptionsBuilder()
            .addProfiler(GCProfiler.class)
            .addProfiler(ProcessorTime.class)
            .jvmArgs("-XX:+UseSerialGC");
    var data = System.getProperty("sojourn.data");
    if (data != null) {
      builder.jvmArgsAppend("-Dsojourn.data=" + data);
    }
    Arrays.stream(args)
        .map(each -> "dev\\.sojourn\\.lab\\.robots\\..*(" + each + ")")
        .forEach(builder::include);
    var figures = new Runner(builder.build()).run().stream().map(RobotsFigures::figure).toList();
    print(corpus.size(), bytes, memory, figures);
  }

  private static Figure figure(RunResult result) {
    var parameters = result.getParams();
    var names = Pattern.compile("\\.").splitAsStream(parameters.getBenchmark()).toList();
    var variant = new StringBuilder();
    parameters.getParamsKeys().forEach(key -> variant.append(parameters.getParam(key)));
    var scores =
        result.getBenchmarkResults().stream()
            .flatMap(each -> each.getIterationResults().stream())
            .mapToDouble(each -> each.getSecondaryResults().get(ProcessorTime.LABEL).getScore())
            .sorted()
            .toArray();
    double allocated =
        result.getSecondaryResults().keySet().stream()
            .filter(name -> name.endsWith("gc.alloc.rate.norm"))
            .mapToDouble(name -> result.getSecondaryResults().get(name).getScore())
            .findFirst()
            .orElse(Double.NaN);
    return new Figure(
        names.get(names.size() - 2), variant.toString(), names.getLast(), scores, allocated);
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
    out.printf("%n| benchmark | engine | median | best | middle half | to Sojourn | allocated |%n");
    for (var each : figures) {
      var beside = own.getOrDefault(each.kind + each.variant, each);
      out.printf(
          Locale.ROOT,
          "| %s %s | %s | %s | %s | %s to %s | %.2f | %,.0f |%n",
          each.kind.replace("Benchmark", ""),
          each.variant,
          each.engine,
          shown(each, each.median(), bytes),
          shown(each, each.at(0), bytes),
          shown(each, each.at(0.25), bytes),
          shown(each, each.at(0.75), bytes),
          each.median() / beside.median(),
          each.allocated);
    }
  }

  private static String shown(Figure figure, double nanoseconds, long bytes) {
    return figure.kind.startsWith("Parse")
        ? String.format(Locale.ROOT, "%,.0f MB/s", bytes * 1e3 / nanoseconds)
        : String.format(Locale.ROOT, "%,.0f ns", nanoseconds);
  }
}
