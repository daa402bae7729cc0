package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The path to a value in an agent that cannot travel, as its author reads it.
final class StatePathTest {

  static final class MyAgent {
    Map<Object, Object> pages = new HashMap<>();
    Object[] array = {};
    List<Object> list = new ArrayList<>();
    Object next = "none";
  }

  record Seen(String url, Object owner) {}

  private final StateCodec codec = new StateCodec(List.of(MyAgent.class, Seen.class), 1 << 16);
  private final MyAgent agent = new MyAgent();

  private void assertFault(String message) {
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(agent))
        .withMessageStartingWith(message);
  }

  @Test
  void theMessageNamesTheClassAndTheWayToTheField() {
    agent.pages.put("x", new Seen("http://a/", new Thread()));
    assertFault(
        "StatePathTest$MyAgent.pages[\"x\"].owner: java.lang.Thread cannot travel (expected");
  }

  @Test
  void elementsAreNamedByTheirNumbers() {
    agent.list.add("good");
    agent.list.add(new Object[] {1, 2, new Thread()});
    assertFault("StatePathTest$MyAgent.list[1][2]: java.lang.Thread cannot travel");
  }

  @Test
  void aFaultOfTheContainerItselfIsNamedToo() {
    agent.next = new TreeMap<>(Map.of("a", 1)).descendingMap();
    assertFault("StatePathTest$MyAgent.next: java.util.TreeMap$DescendingSubMap cannot travel");
    agent.next = new TreeMap<Integer, Integer>((a, b) -> b - a);
    assertFault("StatePathTest$MyAgent.next: a sorted container with a comparator");
  }

  @Test
  void aLongWayIsCutInTheMiddle() {
    agent.next = deep(200);
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(agent))
        .withMessageContaining("StatePathTest$MyAgent.next")
        .withMessageContaining("…")
        .withMessageContaining("nested more than 100 levels deep")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
  }

  @Test
  void noPairOfSurrogatesOfAKeyIsCut() {
    agent.pages.put("k" + "\ud83d\ude00".repeat(100), new Thread());
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(agent))
        .satisfies(
            e -> assertThat(e.getMessage()).contains("[\"k" + "\ud83d\ude00".repeat(39) + "\"]"));
  }

  private static Object deep(int levels) {
    Object inner = "end";
    for (int i = 0; i < levels; i++) {
      inner = new ArrayList<>(List.of(inner));
    }
    return inner;
  }

  @Test
  void keysOfHostileLengthAreCut() {
    agent.pages.put("k".repeat(10_000), new Thread());
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(agent))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(300));
  }

  @Test
  void aStateThatIsTooLargeIsReportedAsThatAlone() {
    agent.next = new byte[1 << 17];
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(agent))
        .satisfies(e -> assertThat(e.isTooLarge()).isTrue());
  }
}
