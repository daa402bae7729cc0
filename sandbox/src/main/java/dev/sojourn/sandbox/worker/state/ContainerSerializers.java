package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Serializers of collections and maps.
final class ContainerSerializers {
  /// In the JDK, a part of a TreeSet is a TreeSet too; only the class of its iterator differs.
  private static final Class<?> WHOLE_TREE_SET = new TreeSet<Integer>().iterator().getClass();

  private final Quota quota;
  private final Leaves leaves;

  ContainerSerializers(Quota quota, Leaves leaves) {
    this.quota = quota;
    this.leaves = leaves;
  }

  /// Lists and queues. They may contain any object, including themselves.
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
        requireWhole(collection);
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

  /// Unmodifiable collections.
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

  /// The lists of `List.of` and `Stream.toList`. Only the latter accept null; whether a list throws
  /// an exception shows the difference.
  Serializer<Collection<?>> list() {
    var plain = frozen(false, list -> listOf(list, list.contains(null)));
    var taking = frozen(false, list -> listOf(list, true));
    return new Serializer<>(false, true) {
      @Override
      public void write(Kryo kryo, Output output, Collection<?> list) {
        output.writeBoolean(takesNull(list));
        plain.write(kryo, output, list);
      }

      @Override
      public Collection<?> read(Kryo kryo, Input input, Class<? extends Collection<?>> type) {
        boolean takesNull = input.readBoolean();
        return (takesNull ? taking : plain).read(kryo, input, type);
      }
    };
  }

  private static boolean takesNull(Collection<?> list) {
    try {
      var _ = list.contains(null);
      return true;
    } catch (NullPointerException _) {
      return false;
    }
  }

  private static List<?> listOf(List<@Nullable Object> elements, boolean takesNull) {
    return takesNull ? elements.stream().toList() : List.copyOf(elements);
  }

  /// The sets of `Set.of`.
  Serializer<Collection<?>> set() {
    return frozen(
        true,
        list -> {
          var set = new LinkedHashSet<>(list);
          requireSize(set.size(), list.size());
          requireNoNull(set.contains(null));
          return Set.copyOf(set);
        });
  }

  /// The maps of `Map.of`.
  static Map<?, ?> mapOf(Map<@Nullable Object, @Nullable Object> entries) {
    requireNoNull(entries.containsKey(null) || entries.containsValue(null));
    return Map.copyOf(entries);
  }

  /// Unmodifiable collections with a fixed number of elements.
  Serializer<Collection<?>> fixed(
      boolean hashed, int size, Function<List<@Nullable Object>, Collection<?>> make) {
    return frozen(
        hashed,
        list -> {
          requireSize(list.size(), size);
          return make.apply(list);
        });
  }

  /// Throws if the size is not the expected one, since the bytes come from strangers.
  static void requireSize(int size, int expected) {
    if (size != expected) {
      throw new StateException(
          "a container of %d elements (expected: %d)".formatted(size, expected));
    }
  }

  private static void requireNoNull(boolean hasNull) {
    if (hasNull) {
      throw new StateException("null in a container that takes none");
    }
  }

  /// Modifiable maps.
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

  /// Unmodifiable maps.
  Serializer<Map<?, ?>> frozenMap(
      Function<SequencedMap<@Nullable Object, @Nullable Object>, Map<?, ?>> make) {
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

  private void writeEntries(Kryo kryo, Output output, Map<?, ?> map) {
    requireNaturalOrder(map instanceof SortedMap<?, ?> sorted && sorted.comparator() != null);
    quota.writeLength(output, map.size());
    for (var entry : map.entrySet()) {
      kryo.writeClassAndObject(output, leaves.require(entry.getKey()));
      try {
        kryo.writeClassAndObject(output, entry.getValue());
      } catch (RuntimeException e) {
        throw StateException.at(StatePath.key(entry.getKey()), e);
      }
    }
  }

  private void readEntries(Kryo kryo, Input input, Map<@Nullable Object, @Nullable Object> into) {
    int length = quota.readLength(input, 2);
    for (int i = 0; i < length; i++) {
      var key = leaves.require(kryo.readClassAndObject(input));
      into.put(key, kryo.readClassAndObject(input));
    }
  }

  private void writeElements(Kryo kryo, Output output, Collection<?> collection) {
    quota.writeLength(output, collection.size());
    int index = 0;
    for (var element : collection) {
      try {
        kryo.writeClassAndObject(output, element);
      } catch (RuntimeException e) {
        throw StateException.at(StatePath.index(index), e);
      }
      index++;
    }
  }

  /// Refuses a part of a set, since the reader would make a separate set from it.
  private static void requireWhole(Collection<?> collection) {
    if (collection instanceof TreeSet<?> set && set.iterator().getClass() != WHOLE_TREE_SET) {
      throw new StateException(
          "a part of another TreeSet (expected: a copy of it, as new TreeSet<>(part))");
    }
  }

  private static void requireNaturalOrder(boolean hasComparator) {
    if (hasComparator) {
      throw new StateException("a sorted container with a comparator (expected: natural order)");
    }
  }
}
