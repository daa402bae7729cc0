package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.PageUrl;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Keys of maps, and elements of sets and of queues that sort.
final class StateKeysTest {
  static final class Keeper {
    Object kept = "nothing";
  }

  record Pair<A, B>(A left, B right) {}

  sealed interface Shape {}

  record Circle(int radius) implements Shape {}

  record Square(long side, Optional<String> name) implements Shape {}

  record Place(Shape shape, PageUrl url) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      return url.toString().compareTo(other.url.toString());
    }
  }

  private final StateCodec codec =
      new StateCodec(
          List.of(Circle.class, Keeper.class, Pair.class, Place.class, Shape.class, Square.class),
          1 << 20);

  private Object travelled(Object kept) {
    var keeper = new Keeper();
    keeper.kept = kept;
    return codec.read(codec.write(keeper), Keeper.class).kept;
  }

  private static PageUrl url(String text) {
    return PageUrl.parse(text).orElseThrow();
  }

  static Stream<Object> keys() {
    var nested = new Pair<>(new Pair<>(1, "b"), Optional.of(new Circle(2)));
    return Stream.of(
        "text",
        true,
        (byte) 1,
        (short) 2,
        'c',
        3,
        4L,
        1.5f,
        2.5,
        new UUID(1, 2),
        LocalTime.NOON,
        LocalDate.EPOCH,
        LocalDateTime.of(2026, 1, 2, 3, 4),
        Instant.EPOCH,
        Duration.ofMillis(5),
        OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 6, ZoneOffset.ofHours(2)),
        OffsetTime.of(1, 2, 3, 4, ZoneOffset.UTC),
        Period.of(1, -2, 3),
        Year.of(2026),
        YearMonth.of(2026, 11),
        ZoneOffset.ofTotalSeconds(3_723),
        DayOfWeek.FRIDAY,
        Month.MAY,
        ChronoUnit.DAYS,
        Frontier.Priority.HIGH,
        Optional.empty(),
        Optional.of("o"),
        OptionalInt.of(7),
        url("http://h/a?b"),
        new Circle(1),
        new Square(2, Optional.of("s")),
        new Pair<>("a", LocalTime.MIDNIGHT),
        new Pair<>(null, Month.MAY),
        nested,
        new Place(new Square(1, Optional.empty()), url("http://h/")));
  }

  @ParameterizedTest
  @MethodSource("keys")
  void keysOfHashedContainersTravel(Object key) {
    for (var container :
        List.of(
            new HashMap<>(Map.of(key, 1)),
            new LinkedHashMap<>(Map.of(key, 1)),
            Map.of(key, 1),
            new HashSet<>(Set.of(key)),
            new LinkedHashSet<>(Set.of(key)),
            Set.of(key))) {
      assertThat(travelled(container)).isEqualTo(container).hasSameClassAs(container);
    }
  }

  @ParameterizedTest
  @MethodSource("keys")
  void keysOfSortedContainersTravel(Object key) {
    if (key instanceof Comparable<?>) {
      for (var container : List.of(new TreeMap<>(Map.of(key, 1)), new TreeSet<>(Set.of(key)))) {
        assertThat(travelled(container)).isEqualTo(container).hasSameClassAs(container);
      }
      assertThat((PriorityQueue<?>) travelled(new PriorityQueue<>(List.of(key))))
          .asString()
          .isEqualTo("[" + key + "]");
    }
  }

  static Stream<Object> refused() {
    return Stream.of(
        new ArrayList<>(),
        List.of(),
        new int[0],
        new StringBuilder(),
        new Frontier(),
        new Keeper(),
        Optional.of(List.of()),
        new Pair<>("a", new ArrayList<>()),
        new Pair<>(new Pair<>(1, Set.of()), 2));
  }

  @ParameterizedTest
  @MethodSource
  void refused(Object key) {
    for (var container : List.of(new HashMap<>(Map.of(key, 1)), new HashSet<>(Set.of(key)))) {
      assertThatExceptionOfType(StateException.class)
          .isThrownBy(() -> travelled(container))
          .withMessageStartingWith("StateKeysTest$Keeper.kept")
          .withMessageContaining("as a key")
          .withMessageContaining("(expected: text, number, enum, time, or a record of those)");
    }
  }

  /// It is one record forty times over, and a million million of them to hash.
  @Test
  void aKeyThatTakesForEverToHashIsRefused() {
    Object key = 1;
    for (int i = 0; i < 40; i++) {
      key = new Pair<>(key, key);
    }
    // No map of the JDK, which would hash it.
    var refused = key;

    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> new Leaves().require(refused))
        .withMessageContaining("as a key with more than 1000 parts");
  }
}
