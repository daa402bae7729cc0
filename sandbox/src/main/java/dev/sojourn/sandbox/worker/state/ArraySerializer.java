package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Array;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The serializer of an array of objects: writes the length, then each element.
final class ArraySerializer extends Serializer<@Nullable Object[]> implements Shaped {
  private final Class<?> element;
  private final Quota quota;

  ArraySerializer(Class<?> element, Quota quota) {
    this.element = element;
    this.quota = quota;
  }

  @Override
  public ClassShape shape() {
    return new ClassShape(ClassShape.Kind.ARRAY, element.getTypeName() + "[]", List.of());
  }

  @Override
  public void readAs(ClassShape was) {
    shape().places(was, false);
  }

  @Override
  public void readAsHere() {}

  @Override
  public void write(Kryo kryo, Output output, @Nullable Object[] array) {
    quota.writeLength(output, array.length);
    for (int i = 0; i < array.length; i++) {
      try {
        kryo.writeClassAndObject(output, array[i]);
      } catch (RuntimeException e) {
        throw StateException.at(StatePath.index(i), e);
      }
    }
  }

  @Override
  public @Nullable Object[] read(Kryo kryo, Input input, Class<? extends @Nullable Object[]> type) {
    int length = quota.readLength(input, 1);
    var array = (@Nullable Object[]) Array.newInstance(element, length);
    kryo.reference(array);
    for (int i = 0; i < length; i++) {
      var item = kryo.readClassAndObject(input);
      if (item != null && !element.isInstance(item)) {
        throw new StateException(
            item.getClass().getTypeName() + " in an array of " + element.getTypeName());
      }
      array[i] = item;
    }
    return array;
  }
}
