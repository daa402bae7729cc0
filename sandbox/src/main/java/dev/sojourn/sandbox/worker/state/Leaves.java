package dev.sojourn.sandbox.worker.state;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Tells which classes may be keys of hashed and sorted containers: those whose values cannot hold
/// a container, hence whose hash costs time in proportion to their length.
///
/// A few hundred bytes of sets nested in sets take for ever to hash while they are put together; no
/// bound on size or depth helps against that, only this.
final class Leaves {
  private static final Set<Class<?>> PLAIN =
      Set.of(
          String.class,
          Boolean.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          UUID.class,
          Instant.class,
          Duration.class,
          LocalDate.class,
          LocalDateTime.class);

  private final Map<Class<?>, Boolean> known = new HashMap<>();

  /// Throws unless the key is a leaf.
  <T> T require(T key) {
    if (key != null && !isLeaf(key.getClass())) {
      throw new StateException(
          key.getClass().getTypeName()
              + " as a key (expected: text, number, enum, time, or a record of those)");
    }
    return key;
  }

  private boolean isLeaf(Class<?> type) {
    if (PLAIN.contains(type) || type.isPrimitive() || Enum.class.isAssignableFrom(type)) {
      return true;
    }
    var answer = known.get(type);
    if (answer == null) {
      known.put(type, false); // a record that contains itself is none
      answer = isRecordOfLeaves(type);
      known.put(type, answer);
    }
    return answer;
  }

  private boolean isRecordOfLeaves(Class<?> type) {
    var components = Optional.ofNullable(type.getRecordComponents());
    if (components.isEmpty()) {
      return false;
    }
    for (RecordComponent component : components.get()) {
      if (!isLeaf(component.getType())) {
        return false;
      }
    }
    return true;
  }
}
