package dev.sojourn.sandbox.admission;

import dev.sojourn.sandbox.CodePlace;

/// The current place of a check in an agent's code, for refusals.
final class CodeSite {
  private final String className;
  private String methodName = "";
  private int line;

  CodeSite(String className) {
    this.className = className;
  }

  void enter(String methodName) {
    this.methodName = methodName;
    line = 0;
  }

  void leave() {
    methodName = "";
    line = 0;
  }

  void line(int number) {
    line = number;
  }

  /// Makes a refusal of the action at this place. The argument completes the sentence that begins
  /// with the place.
  RefusedException refuse(String does) {
    var where = new CodePlace(className, methodName, line);
    return new RefusedException(where + " " + does, where);
  }
}
