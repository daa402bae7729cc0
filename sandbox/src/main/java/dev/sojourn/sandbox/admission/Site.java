package dev.sojourn.sandbox.admission;

/// A place in an agent's code, for refusals. Moves on with the instructions that are looked at.
final class Site {
  private final String className;
  private String method = "";
  private int line;

  Site(String className) {
    this.className = className;
  }

  void enter(String methodName) {
    method = "." + methodName;
    line = 0;
  }

  void leave() {
    method = "";
    line = 0;
  }

  void line(int number) {
    line = number;
  }

  /// A refusal of what the place does; the sentence goes on behind the name of the place.
  RefusedException refuse(String does) {
    var at = line > 0 ? " (line " + line + ") " : " ";
    return new RefusedException(className + method + at + does);
  }
}
