package dev.sojourn.robots.lint;

import dev.sojourn.robots.Problem;
import dev.sojourn.robots.Problem.Severity;
import dev.sojourn.robots.RobotsTxt;
import java.util.HashMap;
import java.util.List;

/// Looks a robots.txt file over.
public final class RobotsLint {

  /// From this size on the file is called large.
  private static final int LARGE_BYTES = 100 * 1024;

  private RobotsLint() {}

  /// Looks a file over.
  ///
  /// @param robots the file
  /// @param sizeBytes how large it is
  /// @return remarks, errors first, then warnings, then notes; each in the order of lines, those
  ///   about the whole file first
  public static List<Remark> check(RobotsTxt robots, long sizeBytes) {
    var remarks = new Remarks();
    size(robots, sizeBytes, remarks);
    problems(robots, sizeBytes, remarks);
    new RuleRemarks(robots, remarks).add();
    new RouteRemarks(robots, remarks).add();
    return remarks.list();
  }

  private static void size(RobotsTxt robots, long sizeBytes, Remarks remarks) {
    if (!robots.truncated() && sizeBytes > LARGE_BYTES) {
      remarks.add(
          Severity.WARNING,
          "the file is large: " + sizeBytes / 1024 + " KiB",
          "robots need read no more than 500 KiB; wildcards or fewer, shorter prefixes would say"
              + " the same in less",
          "RFC 9309, 2.5");
    }
    if (sizeBytes == 0) {
      remarks.add(
          Severity.NOTE,
          "the file is empty",
          "every robot may fetch everything, and no host is named for mobile agents",
          "RFC 9309, 2.2.2");
    }
  }

  private static void problems(RobotsTxt robots, long sizeBytes, Remarks remarks) {
    var diagnostics = robots.diagnostics();
    boolean utf16 = diagnostics.stream().anyMatch(each -> each.problem() == Problem.UTF16);
    boolean page = diagnostics.stream().anyMatch(each -> each.problem() == Problem.HTML);
    var tokens = new HashMap<Integer, String>();
    for (var group : robots.groups()) {
      for (int i = 0; i < group.lines().size(); i++) {
        tokens.put(group.lines().get(i), group.agents().get(i));
      }
    }
    for (var each : diagnostics) {
      boolean noise =
          (utf16 && each.problem() != Problem.UTF16)
              // The words of a page that have a colon behind them are no fields.
              || (page && each.problem() == Problem.UNKNOWN_FIELD && tokens.isEmpty());
      if (!noise) {
        remarks.add(
            each.problem().severity(),
            each.problem().what() + measured(each.problem(), robots, sizeBytes),
            each.line(),
            each.column(),
            each.problem() == Problem.TOKEN_CUT
                ? each.excerpt() + ", read as " + tokens.getOrDefault(each.line(), "")
                : each.excerpt(),
            each.why(),
            each.clause());
      }
    }
  }

  private static String measured(Problem problem, RobotsTxt robots, long sizeBytes) {
    return problem == Problem.TRUNCATED
        ? ": of " + sizeBytes / 1024 + " KiB only " + robots.options().maxBytes() / 1024
        : "";
  }
}
