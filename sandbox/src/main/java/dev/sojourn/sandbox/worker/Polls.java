package dev.sojourn.sandbox.worker;

import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;

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
    var loader = loader(caller);
    return name.equals("poll") ? loader.pollSite() : loader.question(name, type);
  }

  /// Links a concatenation as the JDK does, and asks before it is made.
  ///
  /// @param caller the class of the agent
  /// @param name of the call
  /// @param type of the call
  /// @param recipe how the parts are put together
  /// @param constants parts that do not change
  /// @return its call site
  /// @throws StringConcatException if the JDK cannot link it
  public static CallSite concatenation(
      MethodHandles.Lookup caller, String name, MethodType type, String recipe, Object... constants)
      throws StringConcatException {
    var made = StringConcatFactory.makeConcatWithConstants(caller, name, type, recipe, constants);
    return loader(caller).asking(made);
  }

  private static GuestLoader loader(MethodHandles.Lookup caller) {
    if (caller.lookupClass().getClassLoader() instanceof GuestLoader loader) {
      return loader;
    }
    throw new IllegalArgumentException(caller + " (expected: in an agent)");
  }
}
