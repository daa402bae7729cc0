package dev.sojourn.lab.sandbox;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The cost of stop polls and guards: the same code with them and without, in turns, each time in a
/// new process. The figure of a process is the processor time of its fastest pass.
final class MeteringFigures {
  private static final List<String> WORK =
      List.of("word counting", "HTML scanning", "sorting", "numeric work", "deep calls");

  private static final double MOST_PERCENT = 5;

  private final int rounds;

  /// @param rounds processes for each work and way
  MeteringFigures(int rounds) {
    this.rounds = rounds;
  }

  List<Figure> measure() throws IOException, InterruptedException {
    var figures = new ArrayList<Figure>();
    var overheads = new ArrayList<Figure>();
    for (int work = 0; work < WORK.size(); work++) {
      var metered = new double[rounds];
      var plain = new double[rounds];
      var free = new double[rounds];
      for (int round = 0; round < rounds; round++) {
        plain[round] = micros(work, true, "plain");
        metered[round] = micros(work, true, "metered");
        free[round] = micros(work, false, "plain");
      }
      overheads.add(
          Figure.atMost(
              "metering",
              WORK.get(work) + ": metered, beside the same code without",
              "%",
              percent(Figure.at(metered, 0.5), Figure.at(plain, 0.5)),
              percent(Figure.at(metered, 0), Figure.at(plain, 0)),
              percent(Figure.at(metered, 1), Figure.at(plain, 1)),
              MOST_PERCENT));
      add(figures, work, "metered", metered);
      add(figures, work, "not metered", plain);
      add(figures, work, "not metered, loops compiled as the JVM does by itself", free);
    }
    overheads.addAll(figures);
    return overheads;
  }

  private static void add(List<Figure> figures, int work, String way, double[] micros) {
    figures.add(
        Figure.of(
            "metering",
            WORK.get(work) + ", one pass, " + way,
            "µs",
            Figure.at(micros, 0.5),
            Figure.at(micros, 0),
            Figure.at(micros, 1)));
  }

  private static double percent(double value, double beside) {
    return (value / beside - 1) * 100;
  }

  private static double micros(int work, boolean stoppable, String way)
      throws IOException, InterruptedException {
    return Double.parseDouble(
        WorkerLike.run(stoppable, MeteringFork.class, way, Integer.toString(work))[0]);
  }
}
