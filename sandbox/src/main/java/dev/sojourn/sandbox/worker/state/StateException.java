package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import org.jspecify.annotations.Nullable;

/// Thrown if a state cannot be written or read. It has no stack trace, since the fault is not in
/// this program.
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// The most levels of nesting in a state; the agent itself is the first. A level takes up to 650
  /// octets of stack, interpreted or compiled. All levels take half of the 128 KiB of stack that
  /// must be free before a state is written. A visit has these 128 KiB when it begins. The other
  /// half is for work at the deepest level, where the JDK may link and compile accessors of fields
  /// and records.
  static final int MAX_DEPTH = 100;

  /// Kryo's message about a deeper state.
  private static final String TOO_DEEP = "Max depth exceeded";

  private final boolean isTooLarge;
  private final transient StatePath path;

  StateException(String message) {
    this(message, false, StatePath.NONE);
  }

  private StateException(String message, boolean isTooLarge, StatePath path) {
    super(message, null, false, false);
    this.isTooLarge = isTooLarge;
    this.path = path;
  }

  /// {@return the exception for a state that is larger than the visit's limit}
  static StateException tooLarge(int maxBytes) {
    return new StateException("stateBytes: more than " + maxBytes, true, StatePath.NONE);
  }

  /// {@return the exception to throw instead of another; its path to the value at fault begins one
  /// step earlier}
  static RuntimeException at(String segment, RuntimeException thrown) {
    return switch (thrown) {
      case StateException e ->
          new StateException(String.valueOf(e.getMessage()), e.isTooLarge, e.path.within(segment));
      case KryoBufferOverflowException e -> e;
      case KryoException e ->
          new StateException(sentence(e), false, StatePath.NONE.within(segment));
      default -> thrown;
    };
  }

  /// {@return the exception whose message begins with the agent's class and the path to the value
  /// at fault, if there is a path}
  StateException of(Class<?> agent) {
    if (path.segments().isEmpty()) {
      return this;
    }
    var name = agent.getName();
    return new StateException(
        name.substring(name.lastIndexOf('.') + 1) + path + ": " + getMessage(),
        isTooLarge,
        StatePath.NONE);
  }

  /// {@return whether the state is larger than the visit's limit; an agent has no influence on
  /// this}
  public boolean isTooLarge() {
    return isTooLarge;
  }

  /// {@return the message of Kryo or the JDK, in one line}
  static String sentence(RuntimeException e) {
    if (e.getCause() instanceof StateException ours) {
      return String.valueOf(ours.getMessage()); // Kryo wraps the exception of a reference.
    }
    @Nullable String message = e.getMessage();
    if (message != null && message.startsWith(TOO_DEEP)) {
      return "nested more than " + MAX_DEPTH + " levels deep";
    }
    return message == null ? e.getClass().getSimpleName() : message.lines().findFirst().orElse("");
  }
}
