package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.worker.meter.StackRoom;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;
import org.jspecify.annotations.Nullable;

/// Links the stop polls and the checks of sizes that admission adds to an agent's code. Removes
/// addresses from texts for the agent. The class is public, since the JVM and the agent's classes
/// call it. Admission refuses jars whose classes name it.
public final class Polls {
  private static final char SIGMA = '\u03a3';
  private static final char DOTTED_I = '\u0130';

  private Polls() {}

  /// Links one poll or check.
  ///
  /// @param caller the class of the agent
  /// @param name `poll`, or the name of a method of [AllocationGuard]
  /// @param type the type of the poll, without parameters and result; or the type of that method
  /// @return the call site of the visit
  public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type) {
    var loader = loader(caller);
    return name.equals("poll") ? loader.pollSite() : loader.question(name, type);
  }

  /// Links a concatenation as the JDK does, with a check of its size before it.
  ///
  /// @param caller the class of the agent
  /// @param name the name of the call
  /// @param type the type of the call
  /// @param recipe the order of the parts
  /// @param constants the constant parts
  /// @return the call site
  /// @throws StringConcatException if the JDK cannot link it
  public static CallSite concatenation(
      MethodHandles.Lookup caller, String name, MethodType type, String recipe, Object... constants)
      throws StringConcatException {
    var texts = GuestLoader.withTexts(type);
    var made = StringConcatFactory.makeConcatWithConstants(caller, name, texts, recipe, constants);
    return loader(caller).asking(made, type);
  }

  /// Removes addresses from a text that may contain names of classes.
  ///
  /// @param text any text
  /// @return the text without addresses
  public static @Nullable String named(@Nullable String text) {
    return text == null ? null : HiddenNames.withoutAddresses(text);
  }

  /// Returns the text of an object for a concatenation.
  ///
  /// @param object any object
  /// @return the text of the object, without addresses
  public static String text(@Nullable Object object) {
    return HiddenNames.text(object);
  }

  /// Ensures that the stack has room for work that the JDK does once for all visits.
  public static void room() {
    StackRoom.forAnswer();
  }

  /// Ensures room as [#room] does, if the text has letters whose case depends on rules of a
  /// language.
  ///
  /// @param text the text that changes to upper or lower case
  public static void casing(@Nullable String text) {
    if (text != null && (text.indexOf(SIGMA) >= 0 || text.indexOf(DOTTED_I) >= 0)) {
      StackRoom.forAnswer();
    }
  }

  /// Returns the cause of an exception, or a copy if the JVM keeps that cause for all visits. In a
  /// shared cause, an agent could hold the lock or leave a message.
  ///
  /// @param cause any cause
  /// @return the cause; a copy if a class could not be initialised
  public static @Nullable Throwable cause(@Nullable Throwable cause) {
    return cause instanceof ExceptionInInitializerError kept
        ? new ExceptionInInitializerError(kept.getMessage())
        : cause;
  }

  private static GuestLoader loader(MethodHandles.Lookup caller) {
    if (caller.lookupClass().getClassLoader() instanceof GuestLoader loader) {
      return loader;
    }
    throw new IllegalArgumentException(caller + " (expected: in an agent)");
  }
}
