package dev.sojourn.robots;

/// A place in a robots.txt file that was ignored or repaired, or looks like a mistake.
///
/// @param problem the kind
/// @param line from 1; 0 for the whole file
/// @param column in octets, from 1; 0 for the whole line
/// @param excerpt the text there, cut to a few characters; may be empty
public record Diagnostic(RobotsProblem problem, int line, int column, String excerpt) {

  /// {@return what was found, as a sentence without full stop}
  public String what() {
    return excerpt.isEmpty() ? problem.what() : problem.what() + ": " + excerpt;
  }

  /// {@return why it matters and how the parser treated it}
  public String why() {
    return problem.why();
  }

  /// {@return the clause of the specification that applies, such as `RFC 9309, 2.2.1`}
  public String clause() {
    return problem.clause();
  }

  /// {@return `line:column severity: what (why; clause)`}
  @Override
  public String toString() {
    return line
        + ":"
        + column
        + " "
        + problem.severity().label()
        + ": "
        + what()
        + " ("
        + why()
        + "; "
        + clause()
        + ")";
  }
}
