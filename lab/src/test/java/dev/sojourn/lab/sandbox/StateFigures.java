package dev.sojourn.lab.sandbox;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The time to write and to read an agent's state as a worker does it, in a process like one.
final class StateFigures {
  private static final List<String> NAMES = List.of("10 KB", "1 MB");
  private static final int[] PAGES = {88, 8_300};
  private static final double[] MOST_MILLIS = {0.2, 10};

  List<Figure> measure() throws IOException, InterruptedException {
    var figures = new ArrayList<Figure>();
    for (int i = 0; i < PAGES.length; i++) {
      var noted = WorkerLike.run(true, StateFork.class, Integer.toString(PAGES[i]));
      var what = "state of %s (%,d bytes), ".formatted(NAMES.get(i), Long.parseLong(noted[0]));
      figures.add(figure(what + "written", noted, 1, MOST_MILLIS[i]));
      figures.add(figure(what + "read", noted, 4, MOST_MILLIS[i]));
    }
    return figures;
  }

  private static Figure figure(String what, String[] noted, int at, double most) {
    return Figure.atMost(
        "state",
        what,
        "ms",
        Double.parseDouble(noted[at]),
        Double.parseDouble(noted[at + 1]),
        Double.parseDouble(noted[at + 2]),
        most);
  }
}
