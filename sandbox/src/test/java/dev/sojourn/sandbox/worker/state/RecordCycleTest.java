package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Values that are made of their parts, and cannot be one of their own parts.
final class RecordCycleTest {
  static final class Keeper {
    Object kept = "nothing";
  }

  record Pg(String url, List<Pg> links) {}

  private final StateCodec codec = new StateCodec(List.of(Keeper.class, Pg.class), 1 << 20);

  private static Keeper keeper(Object kept) {
    var keeper = new Keeper();
    keeper.kept = kept;
    return keeper;
  }

  private Object travelled(Object kept) {
    return codec.read(codec.write(keeper(kept)), Keeper.class).kept;
  }

  @Test
  void pagesThatLinkToEachOtherAreRefused() {
    var a = new Pg("a", new ArrayList<>());
    var b = new Pg("b", new ArrayList<>());
    a.links().add(b);
    b.links().add(a);

    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(keeper(a)))
        .withMessage(
            "RecordCycleTest$Keeper.kept.links[0].links[0]: "
                + Pg.class.getName()
                + " contains itself, which a record may not (expected: a class in its place)");
  }

  @Test
  void aPageThatTwoOthersLinkToIsOneAfterwards() {
    var shared = new Pg("shared", List.of());
    var pages = (List<?>) travelled(List.of(new Pg("a", List.of(shared, shared)), shared, shared));

    assertThat(pages).hasSize(3);
    assertThat(((Pg) pages.get(0)).links()).allSatisfy(p -> assertThat(p).isSameAs(pages.get(1)));
    assertThat(pages.get(1)).isSameAs(pages.get(2)).isEqualTo(shared);
  }

  /// The agent is there before the record.
  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // no page in the list, but the agent
  void aRecordMayLeadBackToAnObjectThatHoldsIt() {
    var keeper = new Keeper();
    keeper.kept = new Pg("a", new ArrayList(List.of(keeper)));

    var restored = codec.read(codec.write(keeper), Keeper.class);

    assertThat((List) ((Pg) restored.kept).links()).first().isSameAs(restored);
  }

  static Stream<Arguments> unmodifiable() {
    return Stream.of(
        Arguments.of("List.of", (Function<List<Object>, Object>) List::of),
        Arguments.of("List.of two", (Function<List<Object>, Object>) l -> List.of(l, 1, 2)),
        Arguments.of("a view", (Function<List<Object>, Object>) Collections::unmodifiableList),
        Arguments.of("asList", (Function<List<Object>, Object>) l -> Arrays.asList(l, 1)),
        Arguments.of("Optional", (Function<List<Object>, Object>) Optional::of),
        Arguments.of("Map.of", (Function<List<Object>, Object>) l -> Map.of("k", l)),
        Arguments.of(
            "a view of a map",
            (Function<List<Object>, Object>)
                l -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, l)))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unmodifiable")
  void anUnmodifiableValueThatContainsItselfIsRefused(
      String name, Function<List<Object>, Object> around) {
    var list = new ArrayList<>();
    var value = around.apply(list);
    list.add(value);

    assertThatExceptionOfType(StateException.class)
        .as(name)
        .isThrownBy(() -> codec.write(keeper(value)))
        .withMessageStartingWith("RecordCycleTest$Keeper.kept")
        .withMessageContaining(value.getClass().getName() + " contains itself, which");
  }

  /// Version, class, new, without null, one element: an ArrayList with a reference to object 0.
  @Test
  void aListThatAStateHasContainItselfIsRefused() {
    assertContainsItself(HexFormat.of().parseHex("0170010001" + "660101" + "7002"));
  }

  /// The last element is a text of one letter in three octets; now it is a reference to object 0.
  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // no page in the list, but a text
  void aRecordThatAStateHasContainItselfIsRefused() {
    var bytes = codec.write(new Pg("a", new ArrayList(List.of("b"))));
    var cycle = Arrays.copyOf(bytes, bytes.length);
    System.arraycopy(HexFormat.of().parseHex("ea0702"), 0, cycle, bytes.length - 3, 3);
    assertContainsItself(cycle);
  }

  private void assertContainsItself(byte[] state) {
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(state, Object.class))
        .withMessageContaining("contains itself");
  }

  /// It would come back in natural order, or not at all.
  @Test
  void aSortedViewWithAComparatorIsRefused() {
    var sorted = new TreeSet<Integer>(Comparator.reverseOrder());
    sorted.add(1);

    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(keeper(Collections.unmodifiableSortedSet(sorted))))
        .withMessageContaining("a sorted container with a comparator");
  }

  @Test
  void theClassOfAnArrayIsSpelledAsInJava() {
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(keeper(new Thread[1][1])))
        .withMessageStartingWith("RecordCycleTest$Keeper.kept: java.lang.Thread[][] cannot travel");
  }
}
