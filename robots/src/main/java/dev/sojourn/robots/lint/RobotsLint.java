package dev.sojourn.robots.lint;

import dev.sojourn.robots.Diagnostic;
import dev.sojourn.robots.RobotsProblem;
import dev.sojourn.robots.RobotsProblem.Severity;
import dev.sojourn.robots.RobotsTxt;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;

/// The linter: advice about a robots.txt file.
public final class RobotsLint {

  /// From this size on, a remark calls the file large.
  private static final int LARGE_BYTES = 100 * 1024;

  private static final int UNKNOWN_BYTES = -1;

  private RobotsLint() {}

  /// Checks a file of unknown size, without remarks about the size.
  ///
  /// @param robots the file
  /// @return remarks, in the order of [#check(RobotsTxt, long)]
  public static List<Remark> check(RobotsTxt robots) {
    return check(robots, ServedFile.onDisk(UNKNOWN_BYTES));
  }

  /// Checks a file.
  ///
  /// @param robots the file
  /// @param sizeBytes the size of the file
  /// @return remarks: errors, then warnings, then notes; each kind in the order of lines, remarks
  ///   about the whole file first
  public static List<Remark> check(RobotsTxt robots, long sizeBytes) {
    return check(robots, ServedFile.onDisk(sizeBytes));
  }

  /// Checks a file and how it is served.
  ///
  /// @param robots the file
  /// @param served its size, and how the site sent it
  /// @return remarks, in the same order
  public static List<Remark> check(RobotsTxt robots, ServedFile served) {
    var remarks = new Remarks();
    long sizeBytes = served.sizeBytes();
    served.addTo(remarks);
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
    if (!robots.groups().isEmpty() || !addUnreadable(diagnostics, remarks)) {
      var tokens = new HashMap<Integer, String>();
      for (var group : robots.groups()) {
        for (int i = 0; i < group.lines().size(); i++) {
          tokens.put(group.lines().get(i), group.agents().get(i));
        }
      }
      var said = new HashSet<Said>();
      for (var each : diagnostics) {
        // A line gets one remark, even with four paths.
        if (said.add(new Said(each.problem(), each.line()))) {
          var token = tokens.getOrDefault(each.line(), "");
          new ProblemRemark(each, token, measured(each.problem(), robots, sizeBytes)).add(remarks);
        }
      }
    }
  }

  private record Said(RobotsProblem problem, int line) {}

  /// Reports the kind of an unreadable file, instead of remarks about its lines.
  private static boolean addUnreadable(List<Diagnostic> diagnostics, Remarks remarks) {
    var whole =
        diagnostics.stream().filter(each -> each.problem() == RobotsProblem.HTML).findFirst();
    if (whole.isPresent()) {
      new ProblemRemark(whole.get(), "", "").add(remarks);
      return true;
    }
    long strange = diagnostics.stream().filter(RobotsLint::isNoText).count();
    if (strange == 0 || 2 * strange < diagnostics.size()) {
      return false;
    }
    remarks.add(
        Severity.ERROR,
        "the file does not look like text",
        "nothing in it is understood, and every robot may fetch everything; perhaps it is served"
            + " compressed twice, or another file got its name",
        "RFC 9309, 2.3");
    return true;
  }

  /// Whether a line has octets that are not text.
  private static boolean isNoText(Diagnostic each) {
    return each.excerpt().indexOf('\ufffd') >= 0;
  }

  private static String measured(RobotsProblem problem, RobotsTxt robots, long sizeBytes) {
    return problem == RobotsProblem.TRUNCATED && sizeBytes != UNKNOWN_BYTES
        ? ": of " + sizeBytes / 1024 + " KiB only " + robots.options().maxBytes() / 1024
        : "";
  }
}
