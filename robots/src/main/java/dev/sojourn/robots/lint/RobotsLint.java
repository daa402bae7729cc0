package dev.sojourn.robots.lint;

import dev.sojourn.robots.Diagnostic;
import dev.sojourn.robots.Problem;
import dev.sojourn.robots.Problem.Severity;
import dev.sojourn.robots.RobotsTxt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Looks a robots.txt file over.
public final class RobotsLint {

  /// From this size on the file is called large.
  private static final int LARGE_BYTES = 100 * 1024;

  /// Of one kind of problem so many are listed, the rest counted.
  private static final int SAME_KIND = 8;

  private RobotsLint() {}

  /// Looks a file over.
  ///
  /// @param robots the file
  /// @param sizeBytes how large it is
  /// @return remarks in the order of lines; those about the whole file first
  public static List<Remark> check(RobotsTxt robots, long sizeBytes) {
    var remarks = new ArrayList<Remark>();
    size(robots, sizeBytes, remarks);
    problems(robots.diagnostics(), remarks);
    new RuleRemarks(robots, remarks).add();
    new RouteRemarks(robots, remarks).add();
    remarks.sort(Comparator.comparingInt(Remark::line).thenComparingInt(Remark::column));
    return List.copyOf(remarks);
  }

  private static void size(RobotsTxt robots, long sizeBytes, List<Remark> remarks) {
    if (!robots.truncated() && sizeBytes > LARGE_BYTES) {
      remarks.add(
          new Remark(
              Severity.WARNING,
              0,
              0,
              "the file is large: " + sizeBytes / 1024 + " KiB",
              "robots need read no more than 500 KiB; wildcards or fewer, shorter prefixes would"
                  + " say the same in less",
              "RFC 9309, 2.5"));
    }
    if (sizeBytes == 0) {
      remarks.add(
          new Remark(
              Severity.NOTE,
              0,
              0,
              "the file is empty",
              "every robot may fetch everything, and no host is named for mobile agents",
              "RFC 9309, 2.2.2"));
    }
  }

  private static void problems(List<Diagnostic> diagnostics, List<Remark> remarks) {
    for (var problem : Problem.values()) {
      var same = diagnostics.stream().filter(d -> d.problem() == problem).toList();
      for (var each : same.subList(0, Math.min(SAME_KIND, same.size()))) {
        remarks.add(
            new Remark(
                problem.severity(),
                each.line(),
                each.column(),
                each.what(),
                each.why(),
                each.clause()));
      }
      if (same.size() > SAME_KIND) {
        var next = same.get(SAME_KIND);
        remarks.add(
            new Remark(
                problem.severity(),
                next.line(),
                0,
                problem.what() + ", here and in " + (same.size() - SAME_KIND - 1) + " lines more",
                problem.why(),
                problem.clause()));
      }
    }
  }
}
