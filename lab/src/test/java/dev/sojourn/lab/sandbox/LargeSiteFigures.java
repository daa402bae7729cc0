package dev.sojourn.lab.sandbox;

import dev.sojourn.lab.sandbox.guest.WalksSite;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.SandboxSettings;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.sandbox.session.ProcessSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// A site of a million generated pages through one visit in a real worker with the usual heap. The
/// state is kept in a database as a host keeps it. The worker is killed in the middle, and the
/// visit goes on from its last checkpoint.
///
/// Speeds of the parts are compared by the processor time of the visit's thread, which other work
/// on the machine changes least. The first part is left out, since the worker compiles its code
/// then. So are the part in which it was killed, and the last, which no checkpoint ends.
final class LargeSiteFigures {
  private static final int PARTS = 10;
  private static final int MOST_STATE = 16 << 20;
  private static final double MOST_SAVING = 5;
  private static final double MOST_DIFFERENCE = 10;
  private static final double MILLION = 1e6;

  private final LargeSite site = new LargeSite(Integer.getInteger("sojourn.pages", 1_000_000));
  private final int part = site.pages() / PARTS;
  private double mostMemory;
  private boolean isKilled;

  List<Figure> measure() throws IOException, InterruptedException, SQLException {
    var directory = Files.createTempDirectory(Path.of("target"), "large-site");
    try (var sandbox = ProcessSandbox.open(SandboxSettings.defaults());
        var desk = new LargeSiteDesk(site, part, directory, this::watch)) {
      var order =
          Visits.order(
              "signer",
              GuestCode.jar(WalksSite.class, false, "large"),
              WalksSite.class.getName(),
              "/",
              limits());
      int lost = visit(sandbox, order, desk);
      return figures(desk, lost);
    } finally {
      remove(directory);
    }
  }

  /// Visits, and kills the worker once.
  ///
  /// @return how many pages were then asked for again
  private int visit(Sandbox sandbox, VisitOrder order, LargeSiteDesk desk)
      throws InterruptedException, SQLException {
    var first = sandbox.start(order, desk).await();
    if (!(first instanceof VisitEnd.WorkerEnded)) {
      throw new IllegalStateException(first + " (expected: its worker was killed)");
    }
    var second = sandbox.start(order.withState(desk.lastState()), desk).await();
    if (!(second instanceof VisitEnd.Finished)) {
      throw new IllegalStateException(second + " (expected: finished)");
    }
    return desk.pagesAskedTwice();
  }

  private void watch(int pages) {
    mostMemory = Math.max(mostMemory, WorkerMemory.now().residentMiB());
    if (!isKilled && pages > site.pages() / 2 + part / 2) {
      isKilled = true;
      ProcessHandle.current()
          .descendants()
          .filter(process -> process.info().command().orElse("").endsWith("/java"))
          .forEach(ProcessHandle::destroyForcibly);
    }
  }

  private List<Figure> figures(LargeSiteDesk desk, int lost) {
    if (desk.differentPages() != site.pages()) {
      throw new IllegalStateException(desk.differentPages() + " pages of " + site.pages());
    }
    var figures = new ArrayList<Figure>();
    var marks = desk.marks();
    var saving = desk.saving();
    var cpu = desk.cpuSeconds();
    var rates = new double[PARTS];
    var shares = new double[PARTS];
    for (int i = 0; i < PARTS; i++) {
      double nanos = marks[i + 1] - marks[i];
      rates[i] = part / (cpu[i + 1] - cpu[i]);
      shares[i] = 100 * (saving[i + 1] - saving[i]) / nanos;
      figures.add(number("pages from " + i * part + " on", "pages/s", part / (nanos / 1e9)));
      if (i + 1 < PARTS) {
        figures.add(number("the same, by processor time", "pages/s", rates[i]));
      }
      figures.add(number("saving meanwhile", "%", shares[i]));
    }
    double share = 100.0 * saving[PARTS] / (marks[PARTS] - marks[0]);
    figures.add(
        Figure.atMost(
            "large", "saving in all", "%", share, least(shares), most(shares), MOST_SAVING));
    var warm = new double[] {rates[1], rates[2], rates[3], rates[4], rates[6], rates[7], rates[8]};
    double mean = Arrays.stream(warm).average().orElseThrow();
    double off = 100 * Math.max(most(warm) / mean - 1, 1 - least(warm) / mean);
    figures.add(
        Figure.atMost(
            "large",
            "parts differ from their mean, by processor time",
            "%",
            off,
            least(warm),
            most(warm),
            MOST_DIFFERENCE));
    double state = desk.largestState();
    figures.add(Figure.atMost("large", "largest state", "octets", state, state, state, MOST_STATE));
    figures.add(number("checkpoints", "", desk.checkpoints()));
    figures.add(number("memory of worker and spare, most", "MiB", mostMemory));
    figures.add(number("pages read again after SIGKILL", "", lost));
    return figures;
  }

  private static Figure number(String what, String unit, double value) {
    return Figure.of("large", what, unit, value, value, value);
  }

  private static double least(double[] values) {
    return Arrays.stream(values).min().orElseThrow();
  }

  private static double most(double[] values) {
    return Arrays.stream(values).max().orElseThrow();
  }

  private VisitLimits limits() {
    return new VisitLimits(
        Duration.ofHours(12),
        Duration.ofHours(12),
        1L << 50,
        1L << 40,
        1L << 50,
        (long) (4 * MILLION),
        256 << 10,
        1L << 40,
        (long) MILLION,
        MOST_STATE,
        1_000,
        1_000,
        Duration.ofSeconds(1));
  }

  private static void remove(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
