package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.VisitCause;
import java.time.DayOfWeek;
import java.time.Month;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Maps and sets of an agent's enums as state, honest and forged.
final class EnumStateTest {
  private static final int KEEPER = 1000;
  private static final int COLOUR = 1002;
  private static final int POINT = 1004;
  private static final int ENUM_MAP = 130;
  private static final int ENUM_SET = 131;

  static final class Keeper {
    Object kept = "nothing";
  }

  enum Colour {
    RED,
    GREEN {
      @Override
      public String toString() {
        return "a body of its own";
      }
    },
    BLUE
  }

  record Point(int x) {}

  private final StateCodec codec =
      new StateCodec(List.of(Keeper.class, Colour.class, Point.class), 1 << 20);

  private Object travelled(Object kept) {
    var keeper = new Keeper();
    keeper.kept = kept;
    return codec.read(codec.write(keeper), Keeper.class).kept;
  }

  @Test
  void anEnumMapTravelsWithItsValues() {
    var map = new EnumMap<Colour, Object>(Map.of(Colour.GREEN, List.of("a"), Colour.BLUE, 3));
    map.put(Colour.RED, map);
    var restored = (EnumMap<?, ?>) travelled(map);

    assertThat(restored.get(Colour.RED)).isSameAs(restored);
    assertThat(restored.get(Colour.GREEN)).isEqualTo(List.of("a"));
    assertThat(restored.get(Colour.BLUE)).isEqualTo(3);
  }

  @Test
  @SuppressWarnings("unchecked") // as it was before
  void anEmptyEnumMapStillTakesItsKeys() {
    var restored = (EnumMap<Colour, Integer>) travelled(new EnumMap<>(Colour.class));
    restored.put(Colour.BLUE, 1);

    assertThat(restored).containsOnlyKeys(Colour.BLUE);
  }

  @Test
  void enumSetsTravelEmptyAndFull() {
    for (var set :
        List.of(
            EnumSet.noneOf(Colour.class), EnumSet.of(Colour.GREEN), EnumSet.allOf(Colour.class))) {
      assertThat(travelled(set)).isEqualTo(set).isInstanceOf(EnumSet.class);
    }
  }

  @Test
  void constantsOfJavaTimeAndOfTheAgentApiTravelLikeTheAgents() {
    for (var container :
        List.of(
            EnumSet.of(DayOfWeek.FRIDAY),
            EnumSet.noneOf(Month.class),
            new EnumMap<>(Map.of(ChronoUnit.DAYS, 1)),
            new EnumMap<>(Map.of(VisitCause.Waker.CHANGE, 1)),
            new EnumMap<DayOfWeek, Integer>(DayOfWeek.class),
            EnumSet.allOf(Frontier.Priority.class))) {
      assertThat(travelled(container)).isEqualTo(container);
    }
  }

  @Test
  void constantsOfAnEnumThatIsNotTheAgentsDoNotTravel() {
    for (var foreign :
        List.of(
            EnumSet.of(Thread.State.NEW),
            new EnumMap<>(Map.of(Thread.State.NEW, 1)),
            new EnumMap<Thread.State, Integer>(Thread.State.class))) {
      assertThatExceptionOfType(StateException.class)
          .isThrownBy(() -> travelled(foreign))
          .withMessageContaining("the agent's own");
    }
  }

  @Test
  void onlyAnEnumOfTheAgentCanBeNamedInTheBytes() {
    for (int type : new int[] {POINT, KEEPER, ENUM_MAP, 20, 999, 4711}) {
      assertRefused(ENUM_MAP, out -> out.writeVarInt(type + 2, true));
      assertRefused(ENUM_SET, out -> out.writeVarInt(type + 2, true));
    }
    assertRefused(ENUM_SET, out -> out.writeVarInt(0, true));
    // By name, as Kryo itself would take it.
    assertRefused(
        ENUM_SET,
        out -> {
          out.writeVarInt(1, true);
          out.writeVarInt(0, true);
          out.writeString("java.lang.Thread$State");
        });
  }

  @Test
  void noMoreConstantsAreReadThanThereAre() {
    assertRefused(ENUM_SET, out -> constants(out, 4, 0, 1, 2, 2));
    assertRefused(ENUM_SET, out -> constants(out, Integer.MAX_VALUE));
    assertRefused(ENUM_SET, out -> constants(out, -1));
    assertRefused(ENUM_SET, out -> constants(out, 1, 3));
    assertRefused(ENUM_SET, out -> constants(out, 1, -1));
    assertRefused(ENUM_SET, out -> constants(out, 2, 1, 1));
    assertRefused(ENUM_MAP, out -> constants(out, 2, 1, 0, 1, 0));
  }

  @Test
  void damagedBytesAreReadOrRefused() {
    var keeper = new Keeper();
    keeper.kept =
        new ArrayList<Object>(
            List.of(EnumSet.allOf(Colour.class), new EnumMap<>(Map.of(Colour.RED, "r"))));
    var bytes = codec.write(keeper);
    var random = new Random(13);
    for (int round = 0; round < 20_000; round++) {
      var damaged = bytes.clone();
      damaged[1 + random.nextInt(bytes.length - 1)] = (byte) random.nextInt();
      try {
        codec.read(damaged, Keeper.class);
      } catch (StateException e) {
        assertThat(e).hasMessageNotContaining("Exception");
      }
    }
  }

  private static void constants(Output out, int count, int... ordinals) {
    out.writeVarInt(COLOUR + 2, true);
    out.writeVarInt(count, true);
    for (int ordinal : ordinals) {
      out.writeVarInt(ordinal, true);
    }
  }

  /// Reads a keeper whose field is a container with the content that is written.
  private void assertRefused(int container, Consumer<Output> content) {
    try (var out = new Output(64, 1 << 10)) {
      out.writeByte(1);
      // Kryo writes a class as its number and two, and a new object as one.
      out.writeVarInt(KEEPER + 2, true);
      out.writeVarInt(1, true);
      out.writeVarInt(container + 2, true);
      out.writeVarInt(1, true);
      content.accept(out);
      assertThatExceptionOfType(StateException.class)
          .isThrownBy(() -> codec.read(out.toBytes(), Keeper.class));
    }
  }
}
