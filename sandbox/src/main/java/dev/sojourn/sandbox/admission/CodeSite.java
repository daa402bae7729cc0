package dev.sojourn.sandbox.admission;

import dev.sojourn.sandbox.CodePlace;

/// A place in an agent's code, for refusals. Moves on with the instructions that are looked at.
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

  /// A refusal of the action at the place; the sentence goes on behind the name of the place.
  RefusedException refuse(String does) {
    var where = new CodePlace(className, methodName, line);
    return new RefusedException(where + " " + does, where);
  }
}
