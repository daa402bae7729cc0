package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// The serializer of a record. It reads the components in the order that the state's class shape
/// gives. The canonical constructor makes the record, so its checks hold.
final class RecordSerializer extends Serializer<Object> implements Shaped {
  private final Constructor<?> constructor;
  private final Field[] fields;
  private final ClassShape shape;
  private final int[] inOrder;
  private final Quota quota;
  private int[] places;

  RecordSerializer(Class<?> type, Quota quota, FieldTypes declared) {
    super(false, true);
    var travelling = Fields.of(type);
    this.fields = travelling.toArray(Field[]::new);
    this.shape = Fields.shape(ClassShape.Kind.RECORD, type, travelling, declared);
    this.inOrder = IntStream.range(0, fields.length).toArray();
    this.places = inOrder;
    this.quota = quota;
    var components = Objects.requireNonNull(type.getRecordComponents());
    var types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    try {
      this.constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException _) {
      throw new StateException(type.getName() + " has no canonical constructor");
    }
    constructor.setAccessible(true);
  }

  @Override
  public ClassShape shape() {
    return shape;
  }

  @Override
  public void readAs(ClassShape was) {
    places = shape.places(was, false);
  }

  @Override
  public void readAsHere() {
    places = inOrder;
  }

  @Override
  public void write(Kryo kryo, Output output, Object object) {
    quota.spend(1);
    References.begin(kryo, object);
    for (var field : fields) {
      Fields.write(kryo, output, field, object);
    }
    References.end(kryo);
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<?> type) {
    quota.spend(1);
    var values = new @Nullable Object[fields.length];
    for (int place : places) {
      values[place] = Fields.read(kryo, input, fields[place]);
    }
    try {
      return constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new StateException("the constructor of " + type.getName() + " refused its values");
    } catch (IllegalArgumentException | ReflectiveOperationException _) {
      throw new StateException("values of the wrong types for " + type.getName());
    }
  }
}
