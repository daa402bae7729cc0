package dev.sojourn.lab.sandbox;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/// Measures the sandbox in one run and prints one table, for docs/performance.md.
///
/// Each figure with a target says so; the process ends with 1 if one does not meet it. The section
/// `large` takes long, and is measured only if it is named.
final class SandboxFigures {
  private static final int METERING_ROUNDS = 5;
  private static final int STOP_SEEDS = 6;
  private static final int CALL_SEEDS = 4;
  private static final Duration PIPE_WARM = Duration.ofSeconds(4);
  private static final Duration PIPE_MEASURED = Duration.ofSeconds(6);
  private static final int ADMISSION_PROCESSES = 7;
  private static final int ADMISSION_VISITS = 30;
  private static final int WORKER_STARTS = 15;
  private static final int WORKERS_IDLE = 3;
  private static final String LARGE = "large";

  private SandboxFigures() {}

  /// One part of the run.
  private interface Section {
    List<Figure> measure() throws Exception;
  }

  private static Map<String, Section> sections() {
    var sections = new LinkedHashMap<String, Section>();
    sections.put("metering", new MeteringFigures(METERING_ROUNDS)::measure);
    sections.put("stops", new StopFigures(STOP_SEEDS, CALL_SEEDS)::measure);
    sections.put("pages", new PipeFigures(PIPE_WARM, PIPE_MEASURED)::measure);
    sections.put("state", new StateFigures()::measure);
    sections.put("admission", new AdmissionFigures(ADMISSION_PROCESSES, ADMISSION_VISITS)::measure);
    sections.put("workers", new WorkerFigures(WORKER_STARTS, WORKERS_IDLE)::measure);
    sections.put("charge", new ChargeFigures()::measure);
    sections.put(LARGE, new LargeSiteFigures()::measure);
    return sections;
  }

  /// Runs.
  ///
  /// @param args sections to measure, none or `all` for all but one, and `--json` for JSON; also
  ///   several in one word, with commas between them
  public static void main(String[] args) throws Exception {
    var wanted = new TreeSet<String>();
    for (var arg : args) {
      wanted.addAll(Arrays.asList(arg.split(",")));
    }
    if (wanted.remove("all") || wanted.stream().allMatch("--json"::equals)) {
      wanted.addAll(sections().keySet());
      wanted.remove(LARGE);
    }
    boolean json = wanted.remove("--json");
    var figures = new ArrayList<Figure>();
    long begun = System.nanoTime();
    for (var section : sections().entrySet()) {
      if (wanted.contains(section.getKey())) {
        System.err.println("measuring: " + section.getKey());
        figures.addAll(section.getValue().measure());
      }
    }
    if (json) {
      System.out.println(
          new ObjectMapper()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .writeValueAsString(figures));
    } else {
      print(figures);
    }
    System.err.printf("%d s%n", (System.nanoTime() - begun) / 1_000_000_000);
    System.exit(figures.stream().allMatch(Figure::met) ? 0 : 1);
  }

  private static void print(List<Figure> figures) {
    System.out.println("| section | figure | value | from, to | target | |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (var each : figures) {
      System.out.printf(
          "| %s | %s | %s %s | %s, %s | %s | %s |%n",
          each.section(),
          each.what(),
          Figure.number(each.value()),
          each.unit(),
          Figure.number(each.low()),
          Figure.number(each.high()),
          each.target(),
          each.target().isEmpty() ? "" : each.met() ? "met" : "MISSED");
    }
  }
}
