package dev.sojourn.sandbox.admission;

import dev.sojourn.sandbox.CodePlace;
import java.util.List;

/// Thrown if an agent is not admitted. It has no stack trace, since the fault is not in this
/// program.
public final class RefusedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient CodePlace where;
  private final transient List<String> others;

  /// Creates the exception for a fault of the whole agent.
  ///
  /// @param message one sentence that names the rule and the permitted alternative
  public RefusedException(String message) {
    this(message, CodePlace.UNKNOWN);
  }

  /// Creates the exception.
  ///
  /// @param message one sentence that names the place, the rule, and the permitted alternative
  /// @param where the place in the message
  public RefusedException(String message, CodePlace where) {
    this(message, where, List.of());
  }

  private RefusedException(String message, CodePlace where, List<String> others) {
    super(message, null, false, false);
    this.where = where;
    this.others = List.copyOf(others);
  }

  /// {@return this exception with the other refusals}
  RefusedException with(List<String> more) {
    return new RefusedException(String.valueOf(getMessage()), where, more);
  }

  /// {@return this exception as an example of all violations of a library}
  ///
  /// @param more the number of further violations in the library
  /// @param isAtLeast whether only a part of the library was searched
  /// @param library the classes of the library
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

  /// {@return the refused place in the agent's code}
  public CodePlace where() {
    return where;
  }

  /// {@return the other refusals of the agent, each as a sentence: at most 20 including the
  /// message, and one that counts the rest}
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
