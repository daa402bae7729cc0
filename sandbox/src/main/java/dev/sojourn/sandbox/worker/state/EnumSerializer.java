package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The serializer of an enum: writes a constant as its place in the state's shape.
final class EnumSerializer extends Serializer<Object> implements Shaped {
  private final Class<?> type;
  private Object @Nullable [] declared;
  private @Nullable ClassShape shape;
  private Optional<ClassShape> was = Optional.empty();
  private int[] places = {};

  EnumSerializer(Class<?> type) {
    super(false, true);
    this.type = type;
  }

  /// Returns all constants. Called only when a value needs them, since it runs the agent's own
  /// initialiser.
  Object[] constants() {
    var known = declared;
    if (known == null) {
      known = type.getEnumConstants();
      if (known == null) {
        throw new StateException(
            type.getName() + " extends Enum by hand (expected: an enum as javac writes it)");
      }
      declared = known;
    }
    return known;
  }

  @Override
  public ClassShape shape() {
    var known = shape;
    if (known == null) {
      var members = new ArrayList<ClassShape.Member>();
      for (var constant : constants()) {
        members.add(new ClassShape.Member(((Enum<?>) constant).name(), ""));
      }
      known = new ClassShape(ClassShape.Kind.ENUM, type.getTypeName(), List.copyOf(members));
      shape = known;
    }
    return known;
  }

  @Override
  public void readAs(ClassShape other) {
    places = shape().places(other, true);
    was = Optional.of(other);
  }

  @Override
  public void readAsHere() {
    was = Optional.empty();
  }

  /// {@return the number of constants in the state that is read}
  int count() {
    return was.isPresent() ? places.length : constants().length;
  }

  /// {@return the place of a constant in the state that is written}
  // The shape names the constants in the order of their ordinals. The comparison is by identity,
  // since a forged constant may equal another.
  @SuppressWarnings({"EnumOrdinal", "ReferenceEquality"})
  int place(Object constant) {
    int place = ((Enum<?>) constant).ordinal();
    var all = constants();
    if (place < 0 || place >= all.length || all[place] != constant) {
      throw new StateException(
          "a constant of " + type.getName() + " that it does not list (expected: one of values())");
    }
    return place;
  }

  /// {@return the constant at a place in the state that is read}
  Object constant(int place) {
    if (place < 0 || place >= count()) {
      throw new StateException("constant " + place + " of " + type.getName());
    }
    if (was.isEmpty()) {
      return constants()[place];
    }
    if (places[place] == ClassShape.GONE) {
      throw shape().gone(was.get().members().get(place));
    }
    return constants()[places[place]];
  }

  @Override
  public void write(Kryo kryo, Output output, Object value) {
    output.writeVarInt(place(value), true);
  }

  @Override
  public Object read(Kryo kryo, Input input, Class<?> ignored) {
    return constant(input.readVarInt(true));
  }
}
