package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Agent;
import dev.sojourn.sandbox.admission.Admitted;
import dev.sojourn.sandbox.admission.RefusedException;
import dev.sojourn.sandbox.parameter.AgentParameters;
import dev.sojourn.sandbox.parameter.DeclaredParameter;
import dev.sojourn.sandbox.parameter.ParameterType;
import dev.sojourn.sandbox.parameter.UnfitParameterException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The factory of agents that start out. Here the parameters of an owner become the record that the
/// agent's constructor takes: no process but the worker makes an object of an agent's class.
final class AgentFactory {
  private AgentFactory() {}

  /// A new agent.
  ///
  /// @param type the agent's class
  /// @param code its admitted code
  /// @param given the owner's parameters
  static Agent make(Class<? extends Agent> type, Admitted code, Map<String, String> given)
      throws RefusedException {
    try {
      var taking = Optional.<Constructor<?>>empty();
      for (var constructor : type.getConstructors()) {
        if (constructor.getParameterCount() == 1 && constructor.getParameterTypes()[0].isRecord()) {
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

  /// The value of a text that was checked before.
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

  /// What the agent's own constructor threw counts as thrown by the agent.
  private static IllegalStateException thrownBy(@Nullable Throwable cause) {
    switch (cause) {
      case Error error -> throw error;
      case RuntimeException exception -> throw exception;
      case null, default -> throw new IllegalStateException("the constructor failed: " + cause);
    }
  }
}
