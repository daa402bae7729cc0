package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.worker.meter.StackRoom;
import java.lang.invoke.CallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.StringConcatException;
import java.lang.invoke.StringConcatFactory;
import org.jspecify.annotations.Nullable;

/// Links the stop polls and the questions about sizes that are woven into an agent's code. Takes
/// addresses out of the texts that the agent is given. Public since the JVM and the agent's classes
/// call it; admission refuses classes that name it themselves.
public final class Polls {
  private static final char SIGMA = '\u03a3';
  private static final char DOTTED_I = '\u0130';

  private Polls() {}

  /// Links one poll or question.
  ///
  /// @param caller the class of the agent
  /// @param name `poll`, or the name of a method of [AllocationGuard]
  /// @param type of the poll, without parameters and result; or of that method
  /// @return the call site of the visit
  public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type) {
    var loader = loader(caller);
    return name.equals("poll") ? loader.pollSite() : loader.question(name, type);
  }

  /// Links a concatenation as the JDK does, with a question before it.
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
    var texts = GuestLoader.withTexts(type);
    var made = StringConcatFactory.makeConcatWithConstants(caller, name, texts, recipe, constants);
    return loader(caller).asking(made, type);
  }

  /// Takes addresses out of a text that may hold names of classes.
  ///
  /// @param text any
  /// @return the same without them
  public static @Nullable String named(@Nullable String text) {
    return text == null ? null : HiddenNames.withoutAddresses(text);
  }

  /// Gives the text that is added for an object.
  ///
  /// @param object any
  /// @return its text, without addresses
  public static String text(@Nullable Object object) {
    return HiddenNames.text(object);
  }

  /// Ensures that the JDK has room on the stack for work that it does once for all visits.
  public static void room() {
    StackRoom.forAnswer();
  }

  /// The same, if a text has letters for whose case the JDK reads rules of a language.
  ///
  /// @param text in which letters become large or small
  public static void casing(@Nullable String text) {
    if (text != null && (text.indexOf(SIGMA) >= 0 || text.indexOf(DOTTED_I) >= 0)) {
      StackRoom.forAnswer();
    }
  }

  /// Gives the cause of an exception, or a copy of one that the JVM keeps for all visits: an agent
  /// could hold its lock, or leave a message in it.
  ///
  /// @param cause any
  /// @return the same; a copy for the exception of a class that could not be initialised
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
