package dev.sojourn.sandbox.worker;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/// Links the stop polls that are woven into an agent's code. Public since the JVM calls it on
/// behalf of the agent's classes; admission refuses classes that name it themselves.
public final class Polls {
  private Polls() {}

  /// Links one poll.
  ///
  /// @param caller the class of the agent
  /// @param name not used
  /// @param type of the poll: nothing to nothing
  /// @return the call site of the visit
  public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type) {
    if (caller.lookupClass().getClassLoader() instanceof GuestLoader loader) {
      return loader.pollSite();
    }
    throw new IllegalArgumentException(name + type + " (expected: in an agent)");
  }
}
