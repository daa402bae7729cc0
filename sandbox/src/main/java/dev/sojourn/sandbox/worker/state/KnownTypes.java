package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Frontier;
import java.lang.reflect.Modifier;
import java.util.BitSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;

/// The classes that a state may contain besides the agent's own, with their numbers.
///
/// States outlive a release. Therefore no number is ever reused, and new classes come at the end of
/// their group. States name the agent's own classes, and records and enums of the agent API, by
/// their shapes. Numbers of these classes are for states of the first version.
final class KnownTypes {
  private static final int FIRST_VALUE = 20;
  private static final int FIRST_CONTAINER = 100;
  private static final int FIRST_ARRAY = 200;
  private static final int FIRST_AGENT_API = 300;

  private final Kryo kryo;
  private final Quota quota;
  private final Shapes shapes;
  private final EnumContainers enums;

  KnownTypes(Kryo kryo, Quota quota, Shapes shapes) {
    this.kryo = kryo;
    this.quota = quota;
    this.shapes = shapes;
    this.enums = new EnumContainers(quota);
  }

  /// Registers all classes except the agent's own.
  void register(Texts texts) {
    kryo.register(String.class, new ValueSerializer<>(texts::write, texts::read));
    values(new Group(kryo, FIRST_VALUE), texts, quota);
    var containers = new ContainerSerializers(quota, new Leaves());
    Containers.register(new Group(kryo, FIRST_CONTAINER), containers, new Views(quota), enums);
    Arrays.register(new Group(kryo, FIRST_ARRAY), quota);
    kryo.register(Frontier.class, new FrontierSerializer(quota), FIRST_AGENT_API);
    int number = FIRST_AGENT_API;
    for (var type : ApiTypes.NUMBERED) {
      number++;
      shaped(type, number);
    }
    for (var type : Times.ENUMS) {
      number++;
      shaped(type, number);
    }
  }

  /// Registers one of the agent's own classes and, at the next number, arrays of it.
  void registerOwn(Class<?> type, FieldTypes types, int number) {
    shapes.addOwn(type);
    if (Enum.class.isAssignableFrom(type)) {
      // A constant with a body has its own class.
      if (!type.isEnum() && type.getSuperclass().isEnum()) {
        kryo.register(type, new EnumSerializer(type.getSuperclass()), number);
      } else {
        shapedEnum(type, number);
      }
    } else if (type.isRecord()) {
      add(new ShapedClass(type, new RecordSerializer(type, quota, types), number));
    } else if (!type.isInterface() && !Modifier.isAbstract(type.getModifiers())) {
      registerObject(type, types, number);
    }
    add(new ShapedClass(type.arrayType(), new ArraySerializer(type, quota), number + 1));
  }

  /// An agent may use a class whose superclass cannot travel, but may not keep its objects in the
  /// state.
  private void registerObject(Class<?> type, FieldTypes types, int number) {
    try {
      var serializer = new ObjectSerializer(type, quota, types);
      requireNamed(type);
      add(new ShapedClass(type, serializer, number));
    } catch (StateException e) {
      var message = String.valueOf(e.getMessage());
      kryo.register(
          type,
          new ValueSerializer<>(
              (_, _) -> {
                throw new StateException(message);
              },
              _ -> {
                throw new StateException(message);
              }),
          number);
    }
  }

  /// Refuses anonymous classes: javac numbers them, so the same number may mean another class in
  /// other code.
  private static void requireNamed(Class<?> type) {
    try {
      if (type.isAnonymousClass()) {
        throw new StateException(
            type.getName()
                + " cannot travel, since it has no name of its own (expected: a class that is"
                + " declared by name)");
      }
    } catch (LinkageError _) {
      // The class file is invalid about its enclosing classes, so the class is not anonymous.
    }
  }

  /// Registers a class of the agent API or of the JDK.
  private void shaped(Class<?> type, int number) {
    if (type.isEnum()) {
      shapedEnum(type, number);
    } else {
      add(new ShapedClass(type, new RecordSerializer(type, quota, new FieldTypes()), number));
    }
  }

  private void shapedEnum(Class<?> type, int number) {
    var constants = new EnumSerializer(type);
    add(new ShapedClass(type, constants, number));
    enums.add(type, constants);
  }

  private void add(ShapedClass type) {
    kryo.register(type);
    shapes.add(type);
  }

  private static void values(Group group, Texts texts, Quota quota) {
    Times.register(group);
    bits(group, texts, quota);
    optionals(group);
    Times.registerLater(group);
  }

  private static void bits(Group group, Texts texts, Quota quota) {
    group.value(
        UUID.class,
        (out, v) -> {
          out.writeLong(v.getMostSignificantBits());
          out.writeLong(v.getLeastSignificantBits());
        },
        in -> new UUID(in.readLong(), in.readLong()));
    group.value(
        BitSet.class,
        (out, v) -> {
          var words = v.toLongArray();
          quota.writeArrayLength(out, words.length);
          out.writeLongs(words, 0, words.length);
        },
        in -> BitSet.valueOf(in.readLongs(quota.readArrayLength(in, Long.BYTES))));
    group.value(
        StringBuilder.class,
        (out, v) -> texts.write(out, v.toString()),
        in -> new StringBuilder(texts.read(in)));
  }

  private static void optionals(Group group) {
    group.value(
        OptionalInt.class,
        (out, v) -> {
          out.writeBoolean(v.isPresent());
          out.writeVarInt(v.orElse(0), false);
        },
        in -> present(in) ? OptionalInt.of(in.readVarInt(false)) : empty(in, OptionalInt.empty()));
    group.value(
        OptionalLong.class,
        (out, v) -> {
          out.writeBoolean(v.isPresent());
          out.writeVarLong(v.orElse(0), false);
        },
        in ->
            present(in) ? OptionalLong.of(in.readVarLong(false)) : empty(in, OptionalLong.empty()));
    group.value(
        OptionalDouble.class,
        (out, v) -> {
          out.writeBoolean(v.isPresent());
          out.writeDouble(v.orElse(0));
        },
        in -> {
          boolean present = present(in);
          double value = in.readDouble();
          return present ? OptionalDouble.of(value) : OptionalDouble.empty();
        });
    group.addUnchecked(Optional.class, optional());
  }

  private static Serializer<Optional<?>> optional() {
    return new Serializer<>(false, true) {
      @Override
      public void write(Kryo kryo, Output output, Optional<?> optional) {
        References.begin(kryo, optional);
        kryo.writeClassAndObject(output, optional.orElse(null));
        References.end(kryo);
      }

      @Override
      public Optional<?> read(Kryo kryo, Input input, Class<? extends Optional<?>> type) {
        return Optional.ofNullable(kryo.readClassAndObject(input));
      }
    };
  }

  private static boolean present(Input in) {
    return in.readBoolean();
  }

  /// Skips the number that is written for an absent value.
  private static <T> T empty(Input in, T none) {
    in.readVarLong(false);
    return none;
  }

  /// Registers classes under consecutive numbers.
  static final class Group {
    private final Kryo kryo;
    private int next;

    Group(Kryo kryo, int first) {
      this.kryo = kryo;
      this.next = first;
    }

    <T> void add(Class<T> type, Serializer<? extends T> serializer) {
      kryo.register(type, serializer, next++);
    }

    /// Adds a class that is private in the JDK, so that the compiler cannot name it.
    void addUnchecked(Class<?> type, Serializer<?> serializer) {
      kryo.register(type, serializer, next++);
    }

    <T> void value(Class<T> type, BiConsumer<Output, T> writer, Function<Input, T> reader) {
      add(type, new ValueSerializer<>(writer, reader));
    }
  }
}
