package dev.sojourn.sandbox.worker;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Links the stop polls and the questions about sizes that are woven into an agent's code. Public
/// since the JVM calls it on behalf of the agent's classes; admission refuses classes that name it
/// themselves.
public final class Polls {
  private Polls() {}

  /// Links one poll or question.
  ///
  /// @param caller the class of the agent
  /// @param name `poll`, or the name of a method of [Allotment]
  /// @param type of the poll, nothing to nothing; or of that method
  /// @return the call site of the visit
  public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type) {
    if (caller.lookupClass().getClassLoader() instanceof GuestLoader loader) {
      return name.equals("poll") ? loader.pollSite() : loader.question(name, type);
    }
    throw new IllegalArgumentException(name + type + " (expected: in an agent)");
  }
}
