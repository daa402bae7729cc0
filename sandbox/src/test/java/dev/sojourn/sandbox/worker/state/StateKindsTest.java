package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PageUrl;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The kinds of values in a state, as docs/write-an-agent.md lists them.
final class StateKindsTest {
  static final class Keeper {
    Object kept = "nothing";
  }

  /// Its elements would be lost.
  static final class Own extends ArrayList<String> {
    private static final long serialVersionUID = 1L;
  }

  private final StateCodec codec = new StateCodec(List.of(Keeper.class, Own.class), 1 << 20);

  private Object travelled(Object kept) {
    var keeper = new Keeper();
    keeper.kept = kept;
    return codec.read(codec.write(keeper), Keeper.class).kept;
  }

  /// Arrays too are one argument.
  private static Stream<Arguments> each(Object... values) {
    return Arrays.stream(values).map(value -> Arguments.of(value));
  }

  static Stream<Arguments> kept() {
    var list = new ArrayList<>(List.of("a", "b"));
    var map = new HashMap<>(Map.of("k", 1));
    return each(
        LocalTime.NOON,
        LocalDateTime.of(2026, 1, 2, 3, 4),
        OptionalDouble.of(1.5),
        List.copyOf(list),
        Set.copyOf(list),
        Map.copyOf(map),
        list.stream().toList(),
        Arrays.asList("a", "b"),
        Collections.emptyList(),
        Collections.emptySet(),
        Collections.emptyMap(),
        Collections.singletonList("a"),
        Collections.singleton("a"),
        Collections.singletonMap("k", "v"),
        Collections.unmodifiableList(list),
        Collections.unmodifiableSet(new TreeSet<>(list)),
        Collections.unmodifiableSortedSet(new TreeSet<>(list)),
        Collections.unmodifiableMap(map),
        Collections.unmodifiableSortedMap(new TreeMap<>(map)),
        new String[][] {{"a"}, {}},
        new double[][] {{1}, {}},
        new Keeper[0],
        PageUrl.parse("http://h/a").orElseThrow(),
        KnownPage.unread("http://h/a"));
  }

  @ParameterizedTest
  @MethodSource
  void kept(Object value) {
    assertThat(travelled(value)).isEqualTo(value);
  }

  static Stream<Arguments> refused() {
    var list = new ArrayList<>(List.of("a", "b"));
    var map = new HashMap<>(Map.of("k", 1));
    Supplier<String> lambda = () -> "x";
    return each(
        lambda,
        list.iterator(),
        list.stream(),
        list.subList(0, 1),
        list.reversed(),
        map.keySet(),
        map.values(),
        map.entrySet(),
        Map.entry("k", 1),
        Collections.nCopies(2, "a"),
        new byte[1][1],
        new Integer[] {1},
        new Own(),
        new TreeMap<>(Comparator.<String>reverseOrder()),
        new TreeSet<>(Comparator.<String>reverseOrder()),
        new PriorityQueue<>(Comparator.<String>reverseOrder()),
        Map.of(List.of(), 1),
        Set.of(List.of()),
        new HashMap<>(Map.of(new Frontier(), 1)));
  }

  @ParameterizedTest
  @MethodSource
  void refused(Object value) {
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> travelled(value))
        .withMessageStartingWith("StateKindsTest$Keeper.kept");
  }
}
