package dev.sojourn.sandbox.worker.state;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every way in which java.util makes a container of another one, or without a class of its own:
/// its content stays shared through a state, or it is refused by name. No view becomes a copy.
final class SharedViewTest {
  static final class Keeper {
    Object backing = "nothing";
    Object view = "nothing";
  }

  enum Colour {
    RED,
    GREEN
  }

  private final StateCodec codec = new StateCodec(List.of(Colour.class, Keeper.class), 1 << 20);

  private Keeper travelled(Object backing, Object view) {
    var keeper = new Keeper();
    keeper.backing = backing;
    keeper.view = view;
    return codec.read(codec.write(keeper), Keeper.class);
  }

  private static List<Object> list() {
    return new ArrayList<>(List.of("a", "b", "c"));
  }

  private static LinkedHashMap<Object, Object> map() {
    return new LinkedHashMap<>(Map.of("k", 1));
  }

  /// Views, by the kind of their content.
  static Stream<Arguments> shared() {
    return Stream.of(
        view("unmodifiableCollection", list(), Collections::unmodifiableCollection),
        view("unmodifiableList", list(), Collections::unmodifiableList),
        view(
            "unmodifiableList of a LinkedList",
            new LinkedList<>(list()),
            Collections::unmodifiableList),
        view("unmodifiableSet", new HashSet<>(list()), Collections::unmodifiableSet),
        view("unmodifiableSortedSet", new TreeSet<>(list()), Collections::unmodifiableSortedSet),
        view(
            "unmodifiableNavigableSet",
            new TreeSet<>(list()),
            Collections::unmodifiableNavigableSet),
        view(
            "unmodifiableSequencedCollection",
            new ArrayDeque<>(list()),
            Collections::unmodifiableSequencedCollection),
        view(
            "unmodifiableSequencedSet",
            new LinkedHashSet<>(list()),
            Collections::unmodifiableSequencedSet),
        view("unmodifiableMap", new HashMap<>(map()), Collections::unmodifiableMap),
        view("unmodifiableSortedMap", new TreeMap<>(map()), Collections::unmodifiableSortedMap),
        view(
            "unmodifiableNavigableMap",
            new TreeMap<>(map()),
            Collections::unmodifiableNavigableMap),
        view("unmodifiableSequencedMap", map(), Collections::unmodifiableSequencedMap));
  }

  private static <B> Arguments view(String name, B backing, Function<B, Object> make) {
    return Arguments.of(name, backing, make.apply(backing));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  @SuppressWarnings("unchecked")
  void shared(String name, Object backing, Object view) {
    var restored = travelled(backing, view);

    assertThat(restored.view).as(name).hasSameClassAs(view);
    assertThat(restored.view.toString()).isEqualTo(view.toString());
    if (restored.backing instanceof Map<?, ?> map) {
      ((Map<Object, Object>) map).put("later", 2);
      assertThat((Map<Object, Object>) restored.view).containsEntry("later", 2);
    } else {
      ((Collection<Object>) restored.backing).add("later");
      assertThat((Collection<Object>) restored.view).contains("later");
    }
  }

  /// The view is met before its content.
  @Test
  void whatAViewShowsMayStandBehindIt() {
    var list = list();

    var restored = travelled(Collections.unmodifiableList(list), list);
    ((List<?>) restored.view).removeFirst();

    assertThat((List<?>) restored.backing).asString().isEqualTo("[b, c]");
  }

  @Test
  void twoViewsOfOneListShowOneList() {
    var list = list();

    var restored =
        travelled(Collections.unmodifiableList(list), Collections.unmodifiableCollection(list));
    var both = List.of(restored.backing, restored.view);

    assertThat(both)
        .extracting(view -> Backing.OF_COLLECTION.of(view))
        .first()
        .isSameAs(Backing.OF_COLLECTION.of(both.get(1)));
  }

  @Test
  void anArrayAndItsListAreStillOne() {
    for (var array : new Object[][] {{"a", 1}, new String[] {"a"}, new Integer[] {1}}) {
      var restored = travelled(array, Arrays.asList(array));
      var shown = (Object[]) restored.backing;
      shown[0] = null;

      assertThat(shown).hasSameClassAs(array);
      assertThat(((List<?>) restored.view).getFirst()).isNull();
    }
  }

  /// `Arrays.asList` makes an array of the common type of its values.
  @Test
  void aListOfDifferentThingsTravels() {
    assertThat(travelled("", Arrays.asList(1, "a", null)).view)
        .isEqualTo(Arrays.asList(1, "a", null));
  }

  static Stream<Arguments> valuesThatCannotChange() {
    return Stream.of(
            List.of(),
            List.of("a"),
            List.of("a", "b", "c"),
            List.copyOf(list()),
            List.of("a", "b", "c").subList(1, 3),
            list().stream().toList(),
            Stream.of("a", null).toList(),
            Set.of(),
            Set.of("a"),
            Set.of("a", "b", "c"),
            Set.copyOf(list()),
            Map.of(),
            Map.of("a", 1),
            Map.of("a", 1, "b", 2),
            Map.ofEntries(entry("a", 1)),
            Map.copyOf(map()),
            Collections.emptyList(),
            Collections.emptySet(),
            Collections.emptyMap(),
            Collections.emptySortedSet(),
            Collections.emptyNavigableSet(),
            Collections.emptySortedMap(),
            Collections.emptyNavigableMap(),
            Collections.singleton("a"),
            Collections.singletonList("a"),
            Collections.singletonMap("a", 1),
            EnumSet.of(Colour.RED),
            EnumSet.noneOf(Colour.class),
            EnumSet.allOf(Colour.class),
            EnumSet.complementOf(EnumSet.of(Colour.RED)),
            EnumSet.range(Colour.RED, Colour.GREEN),
            EnumSet.copyOf(List.of(Colour.RED)),
            new EnumMap<>(Map.of(Colour.RED, 1)))
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource
  void valuesThatCannotChange(Object value) {
    var restored = travelled(value, value);

    assertThat(restored.view).isEqualTo(value).isSameAs(restored.backing);
    assertThat(changes(restored.view)).isEqualTo(changes(value));
    // A second wake finds what the first one found.
    assertThat(travelled("", restored.view).view).isEqualTo(value);
  }

  /// Whether it can be changed, and takes null.
  @SuppressWarnings("unchecked")
  private static String changes(Object value) {
    var said = new ArrayList<String>();
    for (var question :
        List.<Runnable>of(
            () -> {
              if (value instanceof Map<?, ?> map) {
                ((Map<Object, Object>) map).remove("no such key");
              } else {
                ((Collection<Object>) value).remove("no such element");
              }
            },
            () -> {
              if (value instanceof Collection<?> all) {
                said.add("" + all.contains(null));
              }
            })) {
      try {
        question.run();
      } catch (RuntimeException e) {
        said.add(e.getClass().getSimpleName());
      }
    }
    return said.toString();
  }

  @Test
  void theEmptyContainersOfTheJdkAreTheSameAfterwards() {
    for (var empty :
        List.of(
            Collections.emptyList(),
            Collections.emptySet(),
            Collections.emptyMap(),
            Collections.emptyNavigableSet(),
            Collections.emptyNavigableMap(),
            List.of(),
            Set.of(),
            Map.of())) {
      assertThat(travelled("", empty).view).isSameAs(empty);
    }
  }

  static Stream<Arguments> refused() {
    var list = list();
    var map = map();
    var tree = new TreeMap<Object, Object>(map);
    var trees = new TreeSet<Object>(list);
    var deque = new ArrayDeque<>(list);
    var unmodifiable = Collections.unmodifiableMap(map);
    return Stream.of(
            list.subList(0, 2),
            new LinkedList<>(list).subList(0, 2),
            Arrays.asList("a", "b").subList(0, 1),
            Collections.unmodifiableList(list.subList(0, 2)),
            Collections.unmodifiableList(list).subList(0, 2),
            list.reversed(),
            new LinkedList<>(list).reversed(),
            List.of("a", "b").reversed(),
            deque.reversed(),
            new LinkedHashSet<>(list).reversed(),
            map.reversed(),
            tree.reversed(),
            trees.reversed(),
            map.keySet(),
            map.values(),
            map.entrySet(),
            map.sequencedKeySet(),
            map.sequencedValues(),
            map.sequencedEntrySet(),
            new HashMap<>(map).keySet(),
            new HashMap<>(map).values(),
            new HashMap<>(map).entrySet(),
            tree.keySet(),
            tree.values(),
            tree.entrySet(),
            tree.navigableKeySet(),
            tree.descendingKeySet(),
            tree.descendingMap(),
            tree.headMap("z"),
            tree.tailMap("a"),
            tree.subMap("a", "z"),
            trees.headSet("z"),
            trees.tailSet("a"),
            trees.subSet("a", "z"),
            trees.descendingSet(),
            Collections.unmodifiableSet(map.keySet()),
            Collections.unmodifiableSortedSet(trees.headSet("z")),
            unmodifiable.keySet(),
            unmodifiable.values(),
            unmodifiable.entrySet(),
            Map.of("a", 1).keySet(),
            Map.of("a", 1).values(),
            Map.of("a", 1).entrySet(),
            new EnumMap<>(Map.of(Colour.RED, 1)).keySet(),
            new EnumMap<>(Map.of(Colour.RED, 1)).values(),
            new EnumMap<>(Map.of(Colour.RED, 1)).entrySet(),
            map.entrySet().iterator().next(),
            tree.firstEntry(),
            Map.entry("a", 1),
            list.iterator(),
            list.stream(),
            list.listIterator())
        .map(Arguments::of);
  }

  @ParameterizedTest
  @MethodSource
  void refused(Object value) {
    assertRefused(value);
  }

  private void assertRefused(Object value) {
    assertThatExceptionOfType(StateException.class)
        .as("%s", value.getClass())
        .isThrownBy(() -> travelled("", value))
        .withMessageStartingWith("SharedViewTest$Keeper.view: ")
        .withMessageContaining("(expected: ");
  }

  private static final Set<String> WRITTEN_DOWN =
      Set.of(
          "unmodifiableCollection",
          "unmodifiableList",
          "unmodifiableSet",
          "unmodifiableSortedSet",
          "unmodifiableNavigableSet",
          "unmodifiableSequencedCollection",
          "unmodifiableSequencedSet",
          "unmodifiableMap",
          "unmodifiableSortedMap",
          "unmodifiableNavigableMap",
          "unmodifiableSequencedMap",
          "emptyList",
          "emptySet",
          "emptyMap",
          "emptySortedSet",
          "emptyNavigableSet",
          "emptySortedMap",
          "emptyNavigableMap",
          "singleton",
          "singletonList",
          "singletonMap",
          "list");

  /// The others wrap what they are given for threads or for checks, or copy a value many times.
  @Test
  void everyOtherFactoryOfCollectionsIsRefused() throws ReflectiveOperationException {
    int refused = 0;
    for (var method : Collections.class.getDeclaredMethods()) {
      if (isFactory(method) && !WRITTEN_DOWN.contains(method.getName())) {
        assertRefused(method.invoke(null, arguments(method)));
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(20);
  }

  private static boolean isFactory(Method method) {
    return Modifier.isPublic(method.getModifiers())
        && (Collection.class.isAssignableFrom(method.getReturnType())
            || Map.class.isAssignableFrom(method.getReturnType()));
  }

  private static Object[] arguments(Method method) {
    var values =
        List.of(
            "a",
            String.class,
            new ArrayList<>(),
            new ArrayDeque<>(),
            new TreeSet<>(),
            new LinkedHashSet<>(),
            new TreeMap<>(),
            new LinkedHashMap<>());
    return Arrays.stream(method.getParameterTypes())
        .map(
            type ->
                type == int.class
                    ? (Object) 2
                    : values.stream().filter(type::isInstance).findFirst().orElseThrow())
        .toArray();
  }
}
