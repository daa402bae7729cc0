package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import org.objenesis.instantiator.ObjectInstantiator;
import org.objenesis.strategy.StdInstantiatorStrategy;

/// The serializer of an agent's own class: its fields in the order of the state's shape, those of
/// the agent's superclasses first. The constructor without parameters makes the object, if the
/// class has one. Then transient fields, and fields that are not in the state, keep their initial
/// values.
final class ObjectSerializer extends Serializer<Object> implements Shaped {
  private final ObjectInstantiator<?> instantiator;
  private final boolean isConstructed;
  private final Field[] fields;
  private final ClassShape shape;
  private final Quota quota;
  private Field[] stated;

  ObjectSerializer(Class<?> type, Quota quota, FieldTypes types) {
    var constructor = constructor(type);
    this.isConstructed = constructor.isPresent();
    this.instantiator =
        constructor
            .map(ObjectSerializer::instantiator)
            .orElseGet(() -> new StdInstantiatorStrategy().newInstantiatorOf(type));
    var travelling = Fields.of(type);
    this.fields = travelling.toArray(Field[]::new);
    this.shape = Fields.shape(ClassShape.Kind.CLASS, type, travelling, types);
    this.quota = quota;
    this.stated = fields;
  }

  @Override
  public ClassShape shape() {
    return shape;
  }

  @Override
  public void readAs(ClassShape was) {
    var places = shape.places(was, isConstructed);
    stated = new Field[places.length];
    for (int i = 0; i < places.length; i++) {
      stated[i] = fields[places[i]];
    }
  }

  @Override
  public void readAsHere() {
    stated = fields;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    quota.spend(1);
    for (var field : fields) {
      Fields.write(kryo, output, field, object);
    }
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<?> type) {
    quota.spend(1);
    var object = instantiator.newInstance();
    kryo.reference(object);
    for (var field : stated) {
      try {
        field.set(object, Fields.read(kryo, input, field));
      } catch (IllegalAccessException | IllegalArgumentException | NullPointerException _) {
        throw new StateException("a value of the wrong type for " + Fields.name(field));
      }
    }
    return object;
  }

  private static Optional<Constructor<?>> constructor(Class<?> type) {
    for (var constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 0) {
        constructor.setAccessible(true);
        return Optional.of(constructor);
      }
    }
    return Optional.empty();
  }

  private static ObjectInstantiator<?> instantiator(Constructor<?> constructor) {
    return () -> construct(constructor);
  }

  private static Object construct(Constructor<?> constructor) {
    try {
      return constructor.newInstance();
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new StateException("the constructor of " + constructor.getName() + " failed");
    } catch (ReflectiveOperationException e) {
      throw new StateException(constructor.getName() + " cannot be made: " + e);
    }
  }
}
