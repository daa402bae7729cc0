package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;

/// A class that a state names by its shape.
final class ShapedClass extends Registration {
  /// The number of a class that the state has not named yet.
  static final int NONE = -1;

  private final Shaped shaped;

  /// The number of the class in the state that is being written or read.
  private int number = NONE;

  /// @param id the number of the class in Kryo, which is not in any state
  <S extends Serializer<?> & Shaped> ShapedClass(Class<?> type, S serializer, int id) {
    super(type, serializer, id);
    this.shaped = serializer;
  }

  Shaped shaped() {
    return shaped;
  }

  int number() {
    return number;
  }

  void number(int given) {
    this.number = given;
  }
}
