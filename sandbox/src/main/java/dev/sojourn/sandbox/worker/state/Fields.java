package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Selects the fields of an agent's objects that travel, and writes and reads their values.
final class Fields {
  private Fields() {}

  /// Returns the fields that travel, those of superclasses first, in the order of declaration.
  static List<Field> of(Class<?> type) {
    var fields = new ArrayList<Field>();
    for (Class<?> t = type; t != null && t != Object.class && t != Record.class; ) {
      if (t.getClassLoader() == null) {
        throw new StateException(
            type.getName() + " extends " + t.getName() + ", whose content cannot travel");
      }
      var own = new ArrayList<Field>();
      for (var field : t.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers())
            && !Modifier.isTransient(field.getModifiers())) {
          field.setAccessible(true);
          own.add(field);
        }
      }
      fields.addAll(0, own);
      t = t.getSuperclass();
    }
    return List.copyOf(fields);
  }

  /// Returns the shape of a class with these fields.
  static ClassShape shape(
      ClassShape.Kind kind, Class<?> type, List<Field> fields, FieldTypes types) {
    var members = new ArrayList<ClassShape.Member>();
    for (var field : fields) {
      boolean isOwn = field.getDeclaringClass() == type;
      members.add(new ClassShape.Member(isOwn ? field.getName() : name(field), types.of(field)));
    }
    return new ClassShape(kind, type.getName(), members);
  }

  static String name(Field field) {
    return field.getDeclaringClass().getName() + "." + field.getName();
  }

  /// Returns the value of a field.
  static @Nullable Object value(Field field, Object object) {
    try {
      return field.get(object);
    } catch (IllegalAccessException e) {
      throw new StateException(name(field) + " cannot be read: " + e.getMessage());
    }
  }

  static void write(Kryo kryo, Output output, Field field, Object object) {
    try {
      var value = value(field, object);
      switch (field.getType().isPrimitive() ? value : null) {
        case Boolean b -> output.writeBoolean(b);
        case Byte b -> output.writeByte(b);
        case Short s -> output.writeShort(s);
        case Character c -> output.writeChar(c);
        case Integer i -> output.writeVarInt(i, false);
        case Long l -> output.writeVarLong(l, false);
        case Float f -> output.writeFloat(f);
        case Double d -> output.writeDouble(d);
        case null, default -> kryo.writeClassAndObject(output, value);
      }
    } catch (RuntimeException e) {
      throw StateException.at(StatePath.field(field), e);
    }
  }

  static @Nullable Object read(Kryo kryo, Input input, Field field) {
    var type = field.getType();
    if (!type.isPrimitive()) {
      try {
        return kryo.readClassAndObject(input);
      } catch (RuntimeException e) {
        throw StateException.at(StatePath.field(field), e);
      }
    }
    return switch (type.getName()) {
      case "boolean" -> input.readBoolean();
      case "byte" -> input.readByte();
      case "short" -> input.readShort();
      case "char" -> input.readChar();
      case "int" -> input.readVarInt(false);
      case "long" -> input.readVarLong(false);
      case "float" -> input.readFloat();
      default -> input.readDouble();
    };
  }
}
