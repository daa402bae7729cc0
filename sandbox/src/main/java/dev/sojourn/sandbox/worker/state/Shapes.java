package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.sandbox.admission.VisibleClasses;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The classes that a state names by their shapes: the agent's own, records and enums of the agent
/// API, enums of the JDK, and unnumbered arrays. A class gets its number at its first value; only
/// there, its shape follows the number.
///
/// ```
///  class   1000 + number + 2 (variable length), then a new number is followed by its
///  shape   kind (1)   name   of all but arrays: count   count times: name, of a field its type
/// ```
///
/// Numbers count from 0 in the order of the state. A name is a text in the format of [Texts].
///
/// A shape counts against the quota before it is read. A state can name a class only once. Only
/// classes that the agent may name are looked up.
final class Shapes {
  /// The first number of a class with a shape.
  static final int FIRST = 1_000;

  /// The most dimensions of an array type in admitted code.
  static final int MAX_DIMENSIONS = 4;

  private static final ClassShape.Kind[] KINDS = ClassShape.Kind.values();
  private static final List<Class<?>> PRIMITIVES =
      List.of(
          boolean.class,
          byte.class,
          char.class,
          short.class,
          int.class,
          long.class,
          float.class,
          double.class);

  private final Quota quota;
  private final Texts texts;
  private final Map<String, ShapedClass> named = new HashMap<>();
  private final Map<String, Class<?>> own = new HashMap<>();
  private final List<ShapedClass> met = new ArrayList<>();

  Shapes(Quota quota, Texts texts) {
    this.quota = quota;
    this.texts = texts;
  }

  /// Adds a class that has a shape.
  void add(ShapedClass type) {
    named.put(type.getType().getTypeName(), type);
  }

  /// Adds a class of the agent, which may have a shape.
  void addOwn(Class<?> type) {
    own.put(type.getName(), type);
  }

  /// Begins a state.
  void begin() {
    for (var type : met) {
      type.number(ShapedClass.NONE);
      type.shaped().readAsHere();
    }
    met.clear();
  }

  // The kinds have the order of their numbers in a state.
  @SuppressWarnings("EnumOrdinal")
  void write(Output output, ShapedClass type) {
    if (type.number() != ShapedClass.NONE) {
      output.writeVarInt(FIRST + type.number() + 2, true);
      return;
    }
    type.number(met.size());
    met.add(type);
    output.writeVarInt(FIRST + type.number() + 2, true);
    var shape = type.shaped().shape();
    quota.spend(1);
    output.writeByte(shape.kind().ordinal());
    texts.write(output, shape.name());
    if (shape.kind() == ClassShape.Kind.ARRAY) {
      return;
    }
    quota.writeLength(output, shape.members().size());
    for (var member : shape.members()) {
      texts.write(output, member.name());
      if (shape.kind() != ClassShape.Kind.ENUM) {
        texts.write(output, member.type());
      }
    }
  }

  /// Returns the class with a number; if the number is new, first reads the shape.
  ShapedClass read(Kryo kryo, Input input, int number) {
    if (number < met.size()) {
      return met.get(number);
    }
    if (number > met.size()) {
      throw new StateException("number of a class that is not known");
    }
    var was = shape(input);
    var type = find(kryo, was);
    if (type.number() != ShapedClass.NONE) {
      throw new StateException(was.name() + " stands twice among the classes of the state");
    }
    type.number(number);
    met.add(type);
    type.shaped().readAs(was);
    return type;
  }

  private ClassShape shape(Input input) {
    quota.spend(1);
    int kind = input.readByte();
    if (kind < 0 || kind >= KINDS.length) {
      throw new StateException("a class of kind " + kind);
    }
    var name = texts.read(input);
    var members = new ArrayList<ClassShape.Member>();
    if (KINDS[kind] != ClassShape.Kind.ARRAY) {
      boolean isTyped = KINDS[kind] != ClassShape.Kind.ENUM;
      int count = quota.readLength(input, isTyped ? 2 : 1);
      for (int i = 0; i < count; i++) {
        members.add(new ClassShape.Member(texts.read(input), isTyped ? texts.read(input) : ""));
      }
    }
    return new ClassShape(KINDS[kind], name, members);
  }

  private ShapedClass find(Kryo kryo, ClassShape was) {
    var type = Optional.ofNullable(named.get(was.name()));
    if (type.isEmpty() && was.kind() == ClassShape.Kind.ARRAY) {
      type =
          array(was.name())
              .map(kryo::getRegistration)
              .filter(ShapedClass.class::isInstance)
              .map(ShapedClass.class::cast);
    }
    return type.orElseThrow(
        () ->
            new StateException(
                "%s: was %s, is %s (expected: code that has the classes of the state)"
                    .formatted(
                        was.name(),
                        was.kind().words(),
                        own.containsKey(was.name())
                            ? "one that cannot travel"
                            : "not in the code")));
  }

  /// Whether a state may contain arrays of a class: the agent's code could make them.
  boolean mayBeElement(Class<?> type) {
    return type.isPrimitive()
        ? type != void.class
        : own.get(type.getName()) == type
            || VisibleClasses.isAgentApi(type.getName())
            || (type.getClassLoader() == null && VisibleClasses.isListed(type.getName()));
  }

  /// Returns the class of an array by its name in Java.
  private Optional<Class<?>> array(String name) {
    int dimensions = 0;
    var rest = name;
    while (rest.endsWith("[]") && dimensions <= MAX_DIMENSIONS) {
      rest = rest.substring(0, rest.length() - 2);
      dimensions++;
    }
    if (dimensions == 0 || dimensions > MAX_DIMENSIONS) {
      return Optional.empty();
    }
    var type = element(rest);
    for (int i = 0; i < dimensions; i++) {
      type = type.map(Class::arrayType);
    }
    return type;
  }

  private Optional<Class<?>> element(String name) {
    for (var primitive : PRIMITIVES) {
      if (primitive.getName().equals(name)) {
        return Optional.of(primitive);
      }
    }
    if (own.containsKey(name)) {
      return Optional.of(own.get(name));
    }
    try {
      if (VisibleClasses.isAgentApi(name)) {
        return Optional.of(Class.forName(name, false, Shapes.class.getClassLoader()));
      }
      return VisibleClasses.isListed(name)
          ? Optional.of(Class.forName(name, false, null))
          : Optional.empty();
    } catch (ClassNotFoundException _) {
      return Optional.empty();
    }
  }
}
