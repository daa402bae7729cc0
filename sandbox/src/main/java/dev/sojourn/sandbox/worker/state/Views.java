package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.function.Function;

/// Serializers of views: containers that show another container or an array. The reader makes the
/// view again around it. If the agent also refers to it elsewhere, both references still lead to
/// the same object.
final class Views {
  private final Quota quota;

  Views(Quota quota) {
    this.quota = quota;
  }

  /// The serializer of a kind of view.
  ///
  /// @param <B> the container or array that the view shows
  /// @param <V> the view
  /// @param backing reads that container or array from the view
  /// @param type the type of that container or array
  /// @param make makes the view around it
  <B, V> Serializer<V> of(Backing backing, Class<B> type, Function<B, ? extends V> make) {
    return new Serializer<>(false, true) {
      @Override
      public void write(Kryo kryo, Output output, V view) {
        quota.spend(1);
        References.begin(kryo, view);
        kryo.writeClassAndObject(output, backing.of(view));
        References.end(kryo);
      }

      @Override
      public V read(Kryo kryo, Input input, Class<? extends V> viewType) {
        quota.spend(1);
        var shown = kryo.readClassAndObject(input);
        if (!type.isInstance(shown)) {
          throw new StateException(viewType.getTypeName() + " that shows no " + type.getTypeName());
        }
        return make.apply(type.cast(shown));
      }
    };
  }
}
