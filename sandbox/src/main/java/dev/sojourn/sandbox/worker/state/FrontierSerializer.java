package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.frontier.StateInput;
import dev.sojourn.agent.frontier.StateOutput;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/// The serializer of a [Frontier]. It calls the frontier's own methods for writing and reading,
/// which are not part of the API.
///
/// The content begins with the number of its format.
final class FrontierSerializer extends Serializer<Frontier> {
  private static final int FORMAT = 1;
  private static final Method WRITE = method("write", StateOutput.class);
  private static final Method READ = method("read", StateInput.class);

  private final Quota quota;

  FrontierSerializer(Quota quota) {
    this.quota = quota;
  }

  @Override
  public void write(Kryo kryo, Output output, Frontier frontier) {
    output.writeVarInt(FORMAT, true);
    invoke(WRITE, frontier, new StateOutput(output, quota::spend));
  }

  @Override
  public Frontier read(Kryo kryo, Input input, Class<? extends Frontier> type) {
    var frontier = new Frontier();
    kryo.reference(frontier);
    int format = input.readVarInt(true);
    if (format != FORMAT) {
      throw new StateException("a frontier of format " + format + " (expected: " + FORMAT + ")");
    }
    var in = new StateInput(input.getBuffer(), input.position(), input.limit(), quota::spend);
    invoke(READ, frontier, in);
    input.setPosition(in.position());
    return frontier;
  }

  private static void invoke(Method method, Frontier frontier, Object argument) {
    try {
      method.invoke(frontier, argument);
    } catch (InvocationTargetException e) {
      switch (e.getCause()) {
        case IllegalArgumentException damage ->
            throw new StateException(String.valueOf(damage.getMessage()));
        case RuntimeException exception -> throw exception;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(e);
      }
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Method method(String name, Class<?> parameter) {
    try {
      var method = Frontier.class.getDeclaredMethod(name, parameter);
      method.setAccessible(true);
      return method;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }
}
