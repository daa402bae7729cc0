package dev.sojourn.sandbox.admission;

import dev.sojourn.sandbox.CodePlace;
import java.util.List;

/// The reason why an agent is not admitted. Carries no stack trace, since the fault is not here.
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient CodePlace where;
  private final transient List<String> others;

  /// Creates the exception, for a fault of the whole.
  ///
  /// @param message one sentence that names the rule and the permitted alternative
  public RefusedException(String message) {
    this(message, CodePlace.UNKNOWN);
  }

  /// Creates the exception.
  ///
  /// @param message one sentence that names the place, the rule, and the permitted alternative
  /// @param where the same place
  public RefusedException(String message, CodePlace where) {
    this(message, where, List.of());
  }

  private RefusedException(String message, CodePlace where, List<String> others) {
    super(message, null, false, false);
    this.where = where;
    this.others = List.copyOf(others);
  }

  /// {@return the same, with the other refusals}
  RefusedException with(List<String> more) {
    return new RefusedException(String.valueOf(getMessage()), where, more);
  }

  /// {@return the same as an example of all violations of a library}
  ///
  /// @param more further violations in it
  /// @param isAtLeast whether not all of it was searched
  /// @param library the classes
  RefusedException amid(int more, boolean isAtLeast, CodeGroup library) {
    return new RefusedException(
        "%s; so it goes on %s%d times in the %d classes of %s (allowed: a library that keeps to the rules of agents, or the part of it that does)"
            .formatted(
                getMessage(),
                isAtLeast ? "at least " : "",
                more,
                library.classes().size(),
                CodeJar.printable(library.name())),
        where,
        List.of());
  }

  /// {@return the place in the agent's code that is refused}
  public CodePlace where() {
    return where;
  }

  /// {@return the other refusals of the agent, a sentence each: at most 20 with the message, and
  /// one that counts the rest}
  public List<String> others() {
    return others;
  }

  /// {@return the message without its place}
  String deed() {
    var place = where.toString();
    var message = String.valueOf(getMessage());
    return message.startsWith(place) ? message.substring(place.length()) : message;
  }
}
