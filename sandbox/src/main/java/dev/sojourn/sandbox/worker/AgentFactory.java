package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.sandbox.admission.Admitted;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.DeclaredParameter;
import dev.sojourn.sandbox.parameter.ParameterType;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import dev.sojourn.sandbox.pipe.ToWorker;
import dev.sojourn.sandbox.worker.state.StateCodec;
import dev.sojourn.sandbox.worker.state.StateException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Makes the agent of one visit, from its state or with its owner's parameters. The parameters
/// become the record that its constructor takes. Only the worker makes objects of an agent's class.
///
/// @param order the visit
/// @param code the agent's admitted code
/// @param loader the loader of that code, only for this visit
record AgentFactory(ToWorker.Begin order, Admitted code, GuestLoader loader) {
  /// Thrown if the JVM does not link the agent's classes.
  static final class UnlinkedException extends Exception {
    private static final long serialVersionUID = 1L;

    private UnlinkedException(String message) {
      super(message, null, false, false);
    }
  }

  /// Returns the agent's class without initialising it.
  Class<? extends Agent> entryClass() throws RefusedException, UnlinkedException {
    var name = order.code().entryClass();
    if (!code.classes().containsKey(name)) {
      throw new RefusedException("the jar has no class " + GuestText.reason(name));
    }
    try {
      var type = Class.forName(name, false, loader);
      if (!Agent.class.isAssignableFrom(type)
          || !Modifier.isPublic(type.getModifiers())
          || Modifier.isAbstract(type.getModifiers())) {
        throw new RefusedException(
            name + " is no agent (expected: a public class that implements Agent)");
      }
      return type.asSubclass(Agent.class);
    } catch (ClassNotFoundException | LinkageError | StackOverflowError e) {
      throw new UnlinkedException("class " + name + " cannot be loaded: " + unlinked(e));
    }
  }

  /// Links all classes of the agent and returns the codec of its state.
  StateCodec codec(StateCodec.Stock codecs) throws UnlinkedException {
    try {
      return codecs.take(loader.linked(), order.limits().stateBytes());
    } catch (ClassNotFoundException | LinkageError | StackOverflowError e) {
      throw new UnlinkedException("a class cannot be loaded: " + unlinked(e));
    }
  }

  private static String unlinked(Throwable e) {
    return e instanceof StackOverflowError
        ? "what it extends or implements is nested too deep"
        : GuestText.of(e);
  }

  /// Returns the known pages of a recrawl, which the order has instead of a state.
  KnownPages known() throws RefusedException {
    if (order.state().filter(KnownPages::isEncoded).isEmpty()) {
      return KnownPages.NONE;
    }
    try {
      return KnownPages.parse(order.state().get());
    } catch (IllegalArgumentException e) {
      throw new RefusedException(
          "the known pages cannot be read: " + GuestText.reason(GuestText.of(e)));
    }
  }

  /// Returns the saved agent or a new one. This runs code of the agent.
  ///
  /// @param type from [#entryClass]
  /// @param codec from [#codec]
  /// @param known from [#known]
  Agent make(Class<? extends Agent> type, StateCodec codec, KnownPages known)
      throws RefusedException {
    boolean isBegun = order.state().isPresent() && known.size() == 0;
    return isBegun ? restored(codec, type) : fresh(type);
  }

  private Agent restored(StateCodec codec, Class<? extends Agent> type) throws RefusedException {
    try {
      return codec.read(order.state().orElseThrow(), type);
    } catch (StateException e) {
      throw new RefusedException("the state cannot be read: " + GuestText.reason(GuestText.of(e)));
    }
  }

  private Agent fresh(Class<? extends Agent> type) throws RefusedException {
    var given = order.inputs().parameters();
    try {
      var taking = Optional.<Constructor<?>>empty();
      for (var constructor : type.getConstructors()) {
        if (constructor.getParameterCount() == 1
            && isOwnRecord(constructor.getParameterTypes()[0])) {
          taking = Optional.of(constructor);
        }
      }
      if (taking.isEmpty() && given.isEmpty()) {
        return type.getConstructor().newInstance();
      }
      var parameters =
          AgentParameters.of(name -> Optional.ofNullable(code.classes().get(name)), type.getName());
      var values = parameters.check(given);
      return type.cast(
          taking.orElseThrow().newInstance(record(parameters, values, taking.orElseThrow())));
    } catch (UnfitParameterException e) {
      throw new RefusedException(String.valueOf(e.getMessage()).replace("\n", "; "));
    } catch (NoSuchMethodException _) {
      throw new RefusedException(
          type.getName()
              + " has no public constructor without parameters, nor one with a record of its own");
    } catch (InvocationTargetException e) {
      throw thrownBy(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new RefusedException(type.getName() + " cannot be made: " + e);
    }
  }

  /// Whether a type is a record of the agent, which declares parameters. A record of the agent API
  /// does not.
  private boolean isOwnRecord(Class<?> type) {
    return type.isRecord() && type.getClassLoader() == loader;
  }

  private static Object record(
      AgentParameters parameters, Map<String, String> values, Constructor<?> constructor)
      throws ReflectiveOperationException {
    var record = constructor.getParameterTypes()[0];
    var components = Objects.requireNonNull(record.getRecordComponents());
    var objects = new Object[components.length];
    for (int i = 0; i < objects.length; i++) {
      objects[i] =
          component(components[i], parameters.declared().get(i), record.getClassLoader(), values);
    }
    var canonical =
        record.getDeclaredConstructor(
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
    canonical.setAccessible(true);
    return canonical.newInstance(objects);
  }

  private static Object component(
      RecordComponent component,
      DeclaredParameter parameter,
      ClassLoader guests,
      Map<String, String> values)
      throws ReflectiveOperationException {
    if (!component.getName().equals(parameter.name())) {
      throw new ReflectiveOperationException("its record has two orders of components");
    }
    var text = Optional.ofNullable(values.get(parameter.name()));
    if (!parameter.isOptional()) {
      return value(parameter.type(), text.orElseThrow(), guests);
    }
    return text.isEmpty()
        ? Optional.empty()
        : Optional.of(value(parameter.type(), text.get(), guests));
  }

  /// Returns the value of a text that was checked before.
  private static Object value(ParameterType type, String text, ClassLoader guests)
      throws ReflectiveOperationException {
    return switch (type) {
      case ParameterType.SimpleType simple ->
          switch (simple) {
            case TEXT -> text;
            case BOOLEAN -> Boolean.valueOf(text);
            case INT -> Integer.valueOf(text);
            case LONG -> Long.valueOf(text);
            case DOUBLE -> Double.valueOf(text);
          };
      case ParameterType.ChoiceType(var enumClass, _) -> {
        var field = Class.forName(enumClass, true, guests).getDeclaredField(text);
        field.setAccessible(true);
        yield Objects.requireNonNull(field.get(null));
      }
    };
  }

  /// Rethrows an exception of the agent's constructor, so that the agent counts as its source.
  private static IllegalStateException thrownBy(@Nullable Throwable cause) {
    switch (cause) {
      case Error error -> throw error;
      case RuntimeException exception -> throw exception;
      case null, default -> throw new IllegalStateException("the constructor failed", cause);
    }
  }
}
