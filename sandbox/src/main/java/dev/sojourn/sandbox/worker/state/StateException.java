package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import org.jspecify.annotations.Nullable;

/// State that cannot be written or read. Carries no stack trace, since the fault is not here.
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// How deep a state may be nested, the agent itself being the first level. A level takes up to
  /// 650 octets of stack, interpreted or compiled. So all levels take half of the 128 KiB that are
  /// asked for before a state is written; a visit has these when it begins. The other half is for
  /// work at the deepest place. The JDK links and compiles the accessors of fields and records
  /// after some use, at any depth.
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

  /// {@return the exception to throw in place of another, so that it names one step more of the way
  /// to the value at fault}
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

  /// {@return the exception with its message behind the class of the agent and the way to the value
  /// at fault, if there is one}
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
