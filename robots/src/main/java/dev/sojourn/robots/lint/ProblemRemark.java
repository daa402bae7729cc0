package dev.sojourn.robots.lint;

import dev.sojourn.robots.Diagnostic;
import dev.sojourn.robots.RobotsProblem;
import dev.sojourn.robots.RobotsProblem.Severity;

/// The remark about one diagnostic, with a guess of the author's intention.
///
/// @param diagnostic the diagnostic of the parser
/// @param token the token that is read from the User-agent line; empty for another line
/// @param measured a measure that is added to the text, such as the length of the file
record ProblemRemark(Diagnostic diagnostic, String token, String measured) {

  void add(Remarks remarks) {
    var problem = diagnostic.problem();
    if (problem == RobotsProblem.TOKEN_CUT) {
      addCutToken(remarks);
    } else if (problem == RobotsProblem.PATTERN_WITHOUT_SLASH && isUrl(diagnostic.excerpt())) {
      add(
          remarks,
          problem.severity(),
          "a whole URL where a path belongs",
          diagnostic.excerpt(),
          "it never matches; write what follows the host alone, as /page: a robots.txt is for its"
              + " own site");
    } else {
      add(remarks, problem.severity(), problem.what(), diagnostic.excerpt(), problem.why());
    }
  }

  /// A version after the name is harmless, but a second word means another robot.
  private void addCutToken(Remarks remarks) {
    var value = diagnostic.excerpt();
    var behind = value.substring(Math.min(token.length(), value.length()));
    if (behind.startsWith("/") || behind.equals("*")) {
      add(
          remarks,
          Severity.NOTE,
          "more than the name of a robot",
          value + ", read as " + token,
          "the name alone counts, as it should here; leave the rest out");
    } else {
      add(
          remarks,
          Severity.WARNING,
          diagnostic.problem().what(),
          value + ", read as " + token,
          diagnostic.problem().why());
    }
  }

  private void add(Remarks remarks, Severity severity, String what, String detail, String advice) {
    boolean hasClause = !diagnostic.clause().equals("-");
    remarks.add(
        severity,
        what + measured,
        diagnostic.line(),
        diagnostic.column(),
        detail,
        advice,
        hasClause ? diagnostic.clause() : "");
  }

  private static boolean isUrl(String text) {
    return text.startsWith("http://") || text.startsWith("https://");
  }
}
