package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.esotericsoftware.kryo.io.Output;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Shapes of classes made to harm their reader.
final class HostileShapeTest {
  private static final int CLASS = 0;
  private static final int RECORD = 1;
  private static final int ENUM = 2;
  private static final int ARRAY = 3;
  private static final String KEEPER = HostileShapeTest.class.getName() + "$Keeper";

  static final class Keeper {
    Object kept = "nothing";
  }

  enum Colour {
    RED,
    GREEN
  }

  private final StateCodec codec =
      new StateCodec(List.of(Colour.class, Keeper.class), 1 << 20, 10_000);

  /// A state that begins with a class of the first number and has this content.
  private void assertRefused(String reason, Consumer<Output> content) {
    try (var out = new Output(64, 1 << 20)) {
      out.writeByte(1);
      out.writeVarInt(1002, true);
      content.accept(out);
      assertThatExceptionOfType(StateException.class)
          .isThrownBy(() -> codec.read(out.toBytes(), Object.class))
          .withMessageContaining(reason)
          .withMessageNotContaining("Exception");
    }
  }

  private static void text(Output out, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeVarInt(bytes.length * 2, true);
    out.writeBytes(bytes);
  }

  private static void shape(Output out, int kind, String name, String... members) {
    out.writeByte(kind);
    text(out, name);
    if (kind != ARRAY) {
      out.writeVarInt(kind == ENUM ? members.length : members.length / 2, true);
    }
    for (var member : members) {
      text(out, member);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.Thread",
        "java.io.File",
        "java.util.ArrayList",
        "dev.sojourn.sandbox.worker.state.StateCodec",
        "dev.sojourn.agent.Frontier",
        "no.such.Class",
        "",
        "[I"
      })
  void noClassIsLookedForButThoseOfTheAgent(String name) {
    assertRefused("is not in the code", out -> shape(out, CLASS, name, "n", "int"));
    assertRefused("is not in the code", out -> shape(out, RECORD, name));
    assertRefused("is not in the code", out -> shape(out, ENUM, name));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.lang.Thread[]",
        "java.io.File[][]",
        "void[]",
        "int[][][][][]",
        "[]",
        "[][]",
        "int",
        "com.esotericsoftware.kryo.Kryo[]",
        "java.lang.String"
      })
  void noArrayIsMadeButOfWhatTheAgentMayName(String name) {
    assertRefused("is not in the code", out -> shape(out, ARRAY, name));
  }

  @Test
  void aKindThatIsNoneIsRefused() {
    assertRefused("a class of kind 4", out -> shape(out, 4, KEEPER));
    assertRefused("a class of kind -1", out -> shape(out, -1, KEEPER));
  }

  @Test
  void aClassIsNamedOnceAndByTheNextNumber() {
    assertRefused(
        "stands twice",
        out -> {
          shape(out, CLASS, KEEPER, "kept", "java.lang.Object");
          out.writeVarInt(1, true);
          out.writeVarInt(1003, true);
          shape(out, CLASS, KEEPER, "kept", "java.lang.Object");
        });
    assertRefused(
        "number of a class",
        out -> {
          shape(out, CLASS, KEEPER, "kept", "java.lang.Object");
          out.writeVarInt(1, true);
          out.writeVarInt(1004, true);
        });
    assertRefused(
        "number of a class",
        out -> {
          shape(out, CLASS, KEEPER, "kept", "java.lang.Object");
          out.writeVarInt(1, true);
          out.writeVarInt(-1, true);
        });
  }

  @Test
  void aMemberThatStandsTwiceIsRefused() {
    assertRefused(
        "kept: was java.lang.Object, is none",
        out -> shape(out, CLASS, KEEPER, "kept", "java.lang.Object", "kept", "java.lang.Object"));
    assertRefused(
        "RED: was a constant, is none",
        out -> {
          shape(out, ENUM, Colour.class.getName(), "RED", "RED");
          out.writeVarInt(1, true);
        });
  }

  @Test
  void noConstantIsReadThatTheShapeDoesNotHave() {
    for (int place : new int[] {1, 2, -1, Integer.MAX_VALUE}) {
      assertRefused(
          "constant " + place,
          out -> {
            shape(out, ENUM, Colour.class.getName(), "RED");
            out.writeVarInt(place, true);
          });
    }
  }

  @Test
  void noMoreMembersAreReadThanTheStreamAndTheQuotaHold() {
    assertRefused(
        "length: 1000000000",
        out -> {
          out.writeByte(CLASS);
          text(out, KEEPER);
          out.writeVarInt(1_000_000_000, true);
        });
    assertRefused(
        "more than 10000 objects",
        out -> {
          out.writeByte(ENUM);
          text(out, Colour.class.getName());
          out.writeVarInt(50_000, true);
          out.writeBytes(new byte[60_000]);
        });
    assertRefused("text of", out -> out.writeBytes(new byte[] {0, -2, -1, -1, -1, 7}));
  }

  @Test
  void classesWithAShapeHaveNoNumberOfTheirOwn() {
    // PageUrl, a priority, and the keeper's own.
    for (int number : new int[] {301, 325, 326}) {
      try (var out = new Output(64)) {
        out.writeByte(1);
        out.writeVarInt(number + 2, true);
        out.writeBytes(new byte[20]);
        assertThatExceptionOfType(StateException.class)
            .isThrownBy(() -> codec.read(out.toBytes(), Object.class))
            .withMessageContaining("number of a class");
      }
    }
  }

  @Test
  void damagedShapesAreReadOrRefused() {
    var keeper = new Keeper();
    keeper.kept = new Object[] {Colour.RED, new byte[1][1], new Keeper[] {new Keeper()}};
    var bytes = codec.write(keeper);
    var random = new Random(20261128);
    for (int round = 0; round < 20_000; round++) {
      var damaged = bytes.clone();
      for (int i = 0; i <= round % 3; i++) {
        damaged[1 + random.nextInt(bytes.length - 1)] = (byte) random.nextInt();
      }
      try {
        assertThat(codec.read(damaged, Keeper.class)).isNotNull();
      } catch (StateException e) {
        assertThat(e).hasMessageNotContaining("Exception");
      }
    }
  }

  /// A codec is used for one state after the other, also after one that is refused in the middle.
  @Test
  void aRefusedStateLeavesNothingBehind() {
    var good = codec.write(new Keeper());
    assertRefused(
        "BLUE: was a constant, is none",
        out -> {
          shape(out, ENUM, Colour.class.getName(), "BLUE");
          out.writeVarInt(0, true);
        });
    assertRefused("was int", out -> shape(out, CLASS, KEEPER, "kept", "int"));

    assertThat(codec.read(good, Keeper.class).kept).isEqualTo("nothing");
    assertThat(codec.write(new Keeper())).isEqualTo(good);
  }
}
