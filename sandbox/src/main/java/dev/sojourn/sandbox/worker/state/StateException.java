package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.KryoBufferOverflowException;

/// State that cannot be written or read. Carries no stack trace, since the fault is not here.
public final class StateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean isTooLarge;
  private final transient StatePath path;

  /// Creates the exception.
  ///
  /// @param message one sentence
  public StateException(String message) {
    this(message, false, StatePath.NONE);
  }

  private StateException(String message, boolean isTooLarge, StatePath path) {
    super(message);
    this.isTooLarge = isTooLarge;
    this.path = path;
  }

  /// {@return the exception for a state that is larger than the visit's limit}
  ///
  /// @param maxBytes the limit
  static StateException tooLarge(int maxBytes) {
    return new StateException("stateBytes: more than " + maxBytes, true, StatePath.NONE);
  }

  /// {@return the exception to throw in place of another, so that it names one step more of the way
  /// to the value at fault}
  ///
  /// @param segment the step, as [StatePath] has it
  /// @param thrown while the value behind that step was written or read
  static RuntimeException at(String segment, RuntimeException thrown) {
    return switch (thrown) {
      case StateException e ->
          new StateException(String.valueOf(e.getMessage()), e.isTooLarge, e.path.within(segment));
      case KryoBufferOverflowException e -> e;
      case KryoException e ->
          new StateException(StateCodec.sentence(e), false, StatePath.NONE.within(segment));
      default -> thrown;
    };
  }

  /// {@return the message, behind the class of the agent and the way to the value at fault where
  /// there is one}
  ///
  /// @param agent the class of the agent
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

  /// {@return whether the state is larger than the visit's limit; never told by an agent's word}
  public boolean isTooLarge() {
    return isTooLarge;
  }

  @Override
  public synchronized Throwable fillInStackTrace() {
    return this;
  }
}
