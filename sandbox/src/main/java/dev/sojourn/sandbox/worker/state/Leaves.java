package dev.sojourn.sandbox.worker.state;

import java.lang.reflect.Field;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Decides which values may be keys of hashed and sorted containers: text, numbers, times,
/// constants, and records and optionals of these. Declared types of components do not matter.
///
/// A few hundred bytes of nested sets can take practically unlimited time to hash while they are
/// read. The same holds for a record whose two components are the same record, thirty levels deep.
/// Limits of size and depth do not prevent this. Therefore a key holds no container and has at most
/// 1,000 parts, each counted as often as it is hashed.
final class Leaves {
  private static final int MAX_PARTS = 1_000;

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
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          OffsetTime.class,
          Period.class,
          Year.class,
          YearMonth.class,
          ZoneOffset.class,
          OptionalInt.class,
          OptionalLong.class,
          OptionalDouble.class);

  /// The components of a record.
  ///
  /// @param fields the fields of all components
  /// @param isFlat whether the declared type of each component is plain
  private record Parts(List<Field> fields, boolean isFlat) {}

  private final Map<Class<?>, Parts> records = new HashMap<>();
  private int left;

  /// Returns the key, or throws if it is not a leaf.
  <T> T require(T key) {
    if (key != null && !isPlain(key.getClass())) {
      left = MAX_PARTS;
      requireLeaf(key, key);
    }
    return key;
  }

  private static boolean isPlain(Class<?> type) {
    return PLAIN.contains(type) || type.isPrimitive() || Enum.class.isAssignableFrom(type);
  }

  // Compares by identity whether a part is the key itself; `equals` would run the agent's code.
  @SuppressWarnings("ReferenceEquality")
  private void requireLeaf(@Nullable Object value, Object key) {
    if (--left < 0) {
      throw new StateException(
          key.getClass().getTypeName()
              + " as a key with more than "
              + MAX_PARTS
              + " parts (expected: a text made of it)");
    }
    if (value == null || isPlain(value.getClass())) {
      return;
    }
    switch (value) {
      case Optional<?> optional -> requireLeaf(optional.orElse(null), key);
      case Record made -> requireLeaves(made, key);
      default ->
          throw new StateException(
              (value == key
                      ? value.getClass().getTypeName() + " as a key"
                      : value.getClass().getTypeName()
                          + " in "
                          + key.getClass().getTypeName()
                          + " as a key")
                  + " (expected: text, number, enum, time, or a record of those)");
    }
  }

  private void requireLeaves(Record made, Object key) {
    var parts = records.computeIfAbsent(made.getClass(), Leaves::parts);
    if (parts.isFlat) {
      return;
    }
    for (var field : parts.fields) {
      requireLeaf(Fields.value(field, made), key);
    }
  }

  private static Parts parts(Class<?> type) {
    var fields = Fields.of(type);
    return new Parts(fields, fields.stream().allMatch(field -> isPlain(field.getType())));
  }
}
