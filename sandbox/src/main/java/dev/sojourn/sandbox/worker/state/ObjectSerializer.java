package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import org.objenesis.instantiator.ObjectInstantiator;
import org.objenesis.strategy.StdInstantiatorStrategy;

/// The serializer of an agent's own class: its fields, those of the agent's superclasses first, in
/// the order of declaration. An object is made by the constructor without parameters where there is
/// one, so that transient fields have their initial values.
final class ObjectSerializer extends Serializer<Object> {
  private final ObjectInstantiator<?> instantiator;
  private final List<Field> fields;
  private final Quota quota;

  ObjectSerializer(Class<?> type, Quota quota) {
    this.instantiator = instantiator(type);
    this.fields = Fields.of(type);
    this.quota = quota;
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
    for (var field : fields) {
      try {
        field.set(object, Fields.read(kryo, input, field));
      } catch (IllegalAccessException | IllegalArgumentException | NullPointerException _) {
        throw new StateException("a value of the wrong type for " + Fields.name(field));
      }
    }
    return object;
  }

  private static ObjectInstantiator<?> instantiator(Class<?> type) {
    for (var constructor : type.getDeclaredConstructors()) {
      if (constructor.getParameterCount() == 0) {
        constructor.setAccessible(true);
        return () -> construct(constructor);
      }
    }
    return new StdInstantiatorStrategy().newInstantiatorOf(type);
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
