package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Serializers of [EnumMap] and [EnumSet], which hold constants of one enum.
///
/// ```
///  class of the enum   count   count times: place among its constants (ascending), and of a map
///                              the value
/// ```
///
/// A place is the position of a constant in the enum's shape in the state. The serializers refuse
/// an enum that a state may not contain, and more entries than the enum has constants.
@SuppressWarnings({"rawtypes", "unchecked"}) // the enums of an agent are not known here
final class EnumContainers {
  private final Quota quota;
  private final Map<Class<?>, EnumSerializer> known = new LinkedHashMap<>();

  EnumContainers(Quota quota) {
    this.quota = quota;
  }

  /// Adds an enum that a state may contain.
  void add(Class<?> type, EnumSerializer constants) {
    known.put(type, constants);
  }

  void register(KnownTypes.Group group) {
    group.addUnchecked(EnumMap.class, map());
    var set = set();
    // A set of an enum with more than 64 constants has another class. Both are read in the same
    // way.
    group.addUnchecked(EnumSet.noneOf(java.time.DayOfWeek.class).getClass(), set);
    group.addUnchecked(EnumSet.noneOf(Character.UnicodeScript.class).getClass(), set);
  }

  private Serializer<EnumMap> map() {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, EnumMap map) {
        var constants = writeType(kryo, output, keyType(map));
        quota.writeLength(output, map.size());
        for (var entry : ((Map<Enum, @Nullable Object>) map).entrySet()) {
          output.writeVarInt(constants.place(entry.getKey()), true);
          try {
            kryo.writeClassAndObject(output, entry.getValue());
          } catch (RuntimeException e) {
            throw StateException.at(StatePath.key(entry.getKey()), e);
          }
        }
      }

      @Override
      public EnumMap read(Kryo kryo, Input input, Class<? extends EnumMap> type) {
        var constants = constants(kryo, input);
        var map = new EnumMap(constants.type());
        kryo.reference(map);
        for (int left = constants.count(input, 2); left > 0; left--) {
          var key = constants.next(input);
          map.put(key, kryo.readClassAndObject(input));
        }
        return map;
      }
    };
  }

  private Serializer<EnumSet> set() {
    return new Serializer<>() {
      @Override
      public void write(Kryo kryo, Output output, EnumSet set) {
        var constants = writeType(kryo, output, elementType(set));
        quota.writeLength(output, set.size());
        for (var element : (EnumSet<?>) set) {
          output.writeVarInt(constants.place(element), true);
        }
      }

      @Override
      public EnumSet read(Kryo kryo, Input input, Class<? extends EnumSet> type) {
        var constants = constants(kryo, input);
        var set = EnumSet.noneOf(constants.type());
        kryo.reference(set);
        for (int left = constants.count(input, 1); left > 0; left--) {
          set.add(constants.next(input));
        }
        return set;
      }
    };
  }

  private EnumSerializer writeType(Kryo kryo, Output output, Class<?> type) {
    var constants = known.get(type);
    if (constants == null) {
      throw new StateException(
          type.getName()
              + " as a key (expected: an enum of the agent's own, of the agent API or of"
              + " java.time)");
    }
    kryo.writeClass(output, type);
    return constants;
  }

  /// Returns the enum of a map. An empty map does not name its enum, but refuses constants of any
  /// other.
  private Class<?> keyType(EnumMap map) {
    if (!map.isEmpty()) {
      return ((Map<Enum, ?>) map).keySet().iterator().next().getDeclaringClass();
    }
    for (var each : known.entrySet()) {
      var constants = each.getValue().constants();
      if (constants.length > 0 && takes(map, (Enum) constants[0])) {
        return each.getKey();
      }
    }
    throw new StateException("an EnumMap that is empty, or of an enum that is not the agent's own");
  }

  private static boolean takes(EnumMap map, Enum key) {
    try {
      map.clone().put(key, key);
      return true;
    } catch (ClassCastException _) {
      return false;
    }
  }

  private static Class<?> elementType(EnumSet set) {
    var some = set.isEmpty() ? EnumSet.complementOf(set) : set;
    if (some.isEmpty()) {
      throw new StateException("an EnumSet of an enum without constants");
    }
    return ((Enum<?>) some.iterator().next()).getDeclaringClass();
  }

  private Constants constants(Kryo kryo, Input input) {
    var registration = kryo.readClass(input);
    var constants = registration == null ? null : known.get(registration.getType());
    if (registration == null || constants == null) {
      throw new StateException(
          "a container of constants of a type that is not an enum of the agent's own");
    }
    return new Constants(quota, registration.getType(), constants);
  }

  /// Reads the constants of one container, all of the same enum.
  private static final class Constants {
    private final Quota quota;
    private final Class<?> type;
    private final EnumSerializer all;
    private int next;

    Constants(Quota quota, Class<?> type, EnumSerializer all) {
      this.quota = quota;
      this.type = type;
      this.all = all;
    }

    Class type() {
      return type;
    }

    /// Reads the number of constants; each takes at least `unitBytes`.
    int count(Input input, int unitBytes) {
      int count = quota.readLength(input, unitBytes);
      if (count > all.count()) {
        throw new StateException(
            count + " constants of " + type.getName() + " (expected: at most " + all.count() + ")");
      }
      return count;
    }

    /// Reads the next constant. Its place must be higher than that of the previous constant.
    Enum next(Input input) {
      int place = input.readVarInt(true);
      if (place < next || place >= all.count()) {
        throw new StateException(
            "constant %d of %s (expected: %d to %d)"
                .formatted(place, type.getName(), next, all.count() - 1));
      }
      next = place + 1;
      return (Enum) all.constant(place);
    }
  }
}
