package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Serializers of collections, maps and arrays of objects.
final class ContainerSerializers {
  private final Quota quota;
  private final Leaves leaves;

  ContainerSerializers(Quota quota, Leaves leaves) {
    this.quota = quota;
    this.leaves = leaves;
  }

  /// Lists and queues, which may contain anything, themselves too.
  Serializer<Collection<?>> sequence(Supplier<? extends Collection<@Nullable Object>> empty) {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, Collection<?> collection) {
        writeElements(kryo, output, collection);
      }

      @Override
      public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        int length = quota.readLength(input, 1);
        var collection = empty.get();
        kryo.reference(collection);
        for (int i = 0; i < length; i++) {
          collection.add(kryo.readClassAndObject(input));
        }
        return collection;
      }
    };
  }

  /// Collections that hash or sort their elements.
  Serializer<Collection<?>> keyed(Supplier<? extends Collection<@Nullable Object>> empty) {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, Collection<?> collection) {
        requireNaturalOrder(
            (collection instanceof SortedSet<?> set && set.comparator() != null)
                || (collection instanceof PriorityQueue<?> queue && queue.comparator() != null));
        collection.forEach(leaves::require);
        writeElements(kryo, output, collection);
      }

      @Override
      public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        int length = quota.readLength(input, 1);
        var collection = empty.get();
        kryo.reference(collection);
        for (int i = 0; i < length; i++) {
          collection.add(leaves.require(kryo.readClassAndObject(input)));
        }
        return collection;
      }
    };
  }

  /// Collections that cannot be changed once made.
  ///
  /// @param hashed whether the elements are hashed
  Serializer<Collection<?>> frozen(
      boolean hashed, Function<List<@Nullable Object>, Collection<?>> make) {
    return new Serializer<>(false, true) {
      @Override
      public void write(Kryo kryo, Output output, Collection<?> collection) {
        requireNaturalOrder(collection instanceof SortedSet<?> set && set.comparator() != null);
        if (hashed) {
          collection.forEach(leaves::require);
        }
        References.begin(kryo, collection);
        writeElements(kryo, output, collection);
        References.end(kryo);
      }

      @Override
      public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        int length = quota.readLength(input, 1);
        var elements = new ArrayList<@Nullable Object>(Math.min(length, 1024));
        for (int i = 0; i < length; i++) {
          var element = kryo.readClassAndObject(input);
          elements.add(hashed ? leaves.require(element) : element);
        }
        return make.apply(elements);
      }
    };
  }

  /// Maps that can be changed.
  Serializer<Map<?, ?>> map(Supplier<? extends Map<@Nullable Object, @Nullable Object>> empty) {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, Map<?, ?> map) {
        writeEntries(kryo, output, map);
      }

      @Override
      public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map<?, ?>> type) {
        var map = empty.get();
        kryo.reference(map);
        readEntries(kryo, input, map);
        return map;
      }
    };
  }

  /// Maps that cannot be changed once made.
  Serializer<Map<?, ?>> frozenMap(
      Function<Map<@Nullable Object, @Nullable Object>, Map<?, ?>> make) {
    return new Serializer<>(false, true) {
      @Override
      public void write(Kryo kryo, Output output, Map<?, ?> map) {
        References.begin(kryo, map);
        writeEntries(kryo, output, map);
        References.end(kryo);
      }

      @Override
      public Map<?, ?> read(Kryo kryo, Input input, Class<? extends Map<?, ?>> type) {
        var entries = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        readEntries(kryo, input, entries);
        return make.apply(entries);
      }
    };
  }

  /// Arrays of objects of one class.
  <T> Serializer<@Nullable T[]> array(Class<T> element) {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, @Nullable T[] array) {
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
      @SuppressWarnings("unchecked") // an array of T, made here
      public @Nullable T[] read(Kryo kryo, Input input, Class<? extends @Nullable T[]> type) {
        int length = quota.readLength(input, 1);
        var array = (@Nullable T[]) java.lang.reflect.Array.newInstance(element, length);
        kryo.reference(array);
        for (int i = 0; i < length; i++) {
          var item = kryo.readClassAndObject(input);
          if (item != null && !element.isInstance(item)) {
            throw new StateException(
                item.getClass().getTypeName() + " in an array of " + element.getTypeName());
          }
          array[i] = (T) item;
        }
        return array;
      }
    };
  }

  private void writeEntries(Kryo kryo, Output output, Map<?, ?> map) {
    requireNaturalOrder(map instanceof SortedMap<?, ?> sorted && sorted.comparator() != null);
    int left = map.size();
    quota.writeLength(output, left);
    for (var entry : map.entrySet()) {
      kryo.writeClassAndObject(output, leaves.require(entry.getKey()));
      try {
        kryo.writeClassAndObject(output, entry.getValue());
      } catch (RuntimeException e) {
        throw StateException.at(StatePath.key(entry.getKey()), e);
      }
      left--;
    }
    requireAll(left);
  }

  private void readEntries(Kryo kryo, Input input, Map<@Nullable Object, @Nullable Object> into) {
    int length = quota.readLength(input, 2);
    for (int i = 0; i < length; i++) {
      var key = leaves.require(kryo.readClassAndObject(input));
      into.put(key, kryo.readClassAndObject(input));
    }
  }

  private void writeElements(Kryo kryo, Output output, Collection<?> collection) {
    int left = collection.size();
    quota.writeLength(output, left);
    int index = 0;
    for (var element : collection) {
      try {
        kryo.writeClassAndObject(output, element);
      } catch (RuntimeException e) {
        throw StateException.at(StatePath.index(index), e);
      }
      index++;
      left--;
    }
    requireAll(left);
  }

  /// A view of a collection of the agent's own may hold more or less than it said.
  private static void requireAll(int left) {
    if (left != 0) {
      throw new StateException("a collection that holds another number of elements than it says");
    }
  }

  private static void requireNaturalOrder(boolean hasComparator) {
    if (hasComparator) {
      throw new StateException("a sorted container with a comparator (expected: natural order)");
    }
  }
}
