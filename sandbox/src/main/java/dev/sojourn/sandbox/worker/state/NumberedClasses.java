package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.DefaultClassResolver;
import org.jspecify.annotations.Nullable;

/// The class resolver of Kryo that knows classes by number; [Shapes] has the numbers of classes
/// with a shape. Kryo's own resolver looks up any class name in the stream before it checks that
/// the class is registered.
final class NumberedClasses extends DefaultClassResolver {
  /// The difference between the written number and the number of a class: 0 is null, and 1 would be
  /// a class by name.
  private static final int OFFSET = 2;

  private final Shapes shapes;
  private int lastNumber = NAME;
  private @Nullable Registration last;

  NumberedClasses(Shapes shapes) {
    this.shapes = shapes;
  }

  @Override
  @SuppressWarnings("rawtypes") // as in Kryo
  public @Nullable Registration writeClass(Output output, @Nullable Class type) {
    if (type == null) {
      output.writeByte(Kryo.NULL);
      return null;
    }
    var registration = kryo.getRegistration(type);
    if (registration.getId() >= Shapes.FIRST && isBodyOfConstant(type)) {
      registration = kryo.getRegistration(type.getSuperclass());
    }
    if (registration instanceof ShapedClass shaped) {
      shapes.write(output, shaped);
    } else if (registration.getId() < 0) {
      throw new StateException("class without a number: " + type.getName());
    } else {
      output.writeVarInt(registration.getId() + OFFSET, true);
    }
    return registration;
  }

  /// Whether a class is the body of a constant. Such a constant has its own class but belongs to
  /// its enum.
  private static boolean isBodyOfConstant(Class<?> type) {
    return Enum.class.isAssignableFrom(type) && !type.isEnum() && type.getSuperclass().isEnum();
  }

  @Override
  public @Nullable Registration readClass(Input input) {
    int number = input.readVarInt(true) - OFFSET;
    if (number == Kryo.NULL - OFFSET) {
      return null;
    }
    if (number == NAME) {
      throw new StateException("class by name (expected: by number)");
    }
    if (number >= Shapes.FIRST) {
      return shapes.read(kryo, input, number - Shapes.FIRST);
    }
    var registration = number == lastNumber ? last : getRegistration(number);
    if (registration == null || registration instanceof ShapedClass) {
      throw new StateException("number of a class that is not known");
    }
    lastNumber = number;
    last = registration;
    return registration;
  }
}
