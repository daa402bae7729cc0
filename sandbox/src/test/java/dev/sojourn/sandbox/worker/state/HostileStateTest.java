package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.esotericsoftware.kryo.io.Output;
import dev.sojourn.agent.Frontier;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Bytes made to harm the reader of a state, and the values that honest agents keep.
class HostileStateTest {
  private static final int MAX_BYTES = 1 << 20;

  /// More with `-Dsojourn.mutations=100000`.
  private static final int ROUNDS = Integer.getInteger("sojourn.mutations", 20_000);

  /// An agent's class with fields of several types.
  static final class Keeper {
    int number = 7;
    String text = "é\ud800";
    List<Object> list = new ArrayList<>();
    Object anything = "x";
    transient Object left = "home";
    Keeper self = this;
  }

  record Point(int x, int y) {
    Point {
      if (x < 0) {
        throw new IllegalArgumentException("x: " + x);
      }
    }
  }

  enum Colour {
    RED,
    GREEN {
      @Override
      boolean isLeaf() {
        return true;
      }
    };

    boolean isLeaf() {
      return false;
    }
  }

  /// The class of a constant with a body of its own.
  private static Class<?> bodyOf(Object constant) {
    return constant.getClass();
  }

  private final StateCodec codec =
      new StateCodec(
          List.of(Colour.class, Keeper.class, Point.class, bodyOf(Colour.GREEN)), MAX_BYTES);

  @Test
  void keepsWhatAgentsKeep() {
    var keeper = new Keeper();
    var map = new HashMap<Object, Object>(Map.of("a", 1, 2L, List.of(), new Point(1, 2), 'c'));
    keeper.list.addAll(
        List.of(
            map,
            new TreeMap<>(Map.of("k", 1.5)),
            new LinkedHashMap<>(Map.of(true, (byte) 3)),
            new HashSet<>(Set.of(Colour.RED, Colour.GREEN)),
            Colour.GREEN,
            new TreeSet<>(List.of("b", "a")),
            new ArrayDeque<>(List.of("q")).toArray(),
            List.of(1, 2, 3),
            Set.of(4, 5),
            Map.of(6, 7),
            new int[] {1, -1},
            new long[0],
            new String[] {"s"},
            BitSet.valueOf(new byte[] {5}),
            Instant.ofEpochSecond(-5, 3),
            Duration.ofMillis(-7),
            new UUID(1, 2),
            Optional.of("o"),
            Colour.GREEN,
            new Point[] {new Point(3, 4)}));
    var restored = codec.read(codec.write(keeper), Keeper.class);
    assertThat(restored.self).isSameAs(restored);
    assertThat(restored.text).isEqualTo(keeper.text);
    assertThat(restored.left).isEqualTo("home");
    assertThat(restored.list).usingRecursiveComparison().isEqualTo(keeper.list);
  }

  @Test
  void keepsNoQueueWhoseOrderWouldBeLost() {
    var keeper = new Keeper();
    keeper.anything = new PriorityQueue<Integer>(Comparator.reverseOrder());
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(keeper))
        .withMessageContaining("comparator");
  }

  /// javac makes none of these; a class file may say so.
  @Test
  void keepsNoEnumThatIsForgedByHand() throws Exception {
    var forged = MethodHandles.lookup().defineClass(forgedEnum());
    var keeper = new Keeper();
    keeper.anything = forged.getConstructor().newInstance();
    var knowing = new StateCodec(List.of(Keeper.class, forged), MAX_BYTES);
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> knowing.write(keeper))
        .withMessageContaining("Forged extends Enum by hand");
  }

  private static byte[] forgedEnum() {
    var name = HostileStateTest.class.getPackageName() + ".Forged";
    return ClassFile.of()
        .build(
            ClassDesc.of(name),
            b ->
                b.withFlags(ClassFile.ACC_PUBLIC)
                    .withSuperclass(ConstantDescs.CD_Enum)
                    .withMethodBody(
                        ConstantDescs.INIT_NAME,
                        ConstantDescs.MTD_void,
                        ClassFile.ACC_PUBLIC,
                        c ->
                            c.aload(0)
                                .ldc("x")
                                .iconst_0()
                                .invokespecial(
                                    ConstantDescs.CD_Enum,
                                    ConstantDescs.INIT_NAME,
                                    MethodTypeDesc.of(
                                        ConstantDescs.CD_void,
                                        ConstantDescs.CD_String,
                                        ConstantDescs.CD_int))
                                .return_()));
  }

  /// It could say that it holds other elements than it does, and anything while it is asked.
  @Test
  void keepsNoViewOfACollectionOfTheAgentsOwnMaking() {
    var keeper = new Keeper();
    keeper.anything = Collections.unmodifiableList(new Lying());
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> knowing(Lying.class).write(keeper))
        .withMessageContaining("Lying extends java.util.AbstractList, whose content cannot travel");
  }

  static final class Lying extends AbstractList<Object> {
    @Override
    public int size() {
      throw new AssertionError("asked while it is saved");
    }

    @Override
    public Object get(int index) {
      throw new AssertionError("asked while it is saved");
    }
  }

  private static StateCodec knowing(Class<?> type) {
    return new StateCodec(List.of(Keeper.class, type), MAX_BYTES);
  }

  /// Its constructor is called while a state is read.
  static final class Nosy {
    static final List<Runnable> HEARD = new ArrayList<>();

    Nosy() {
      HEARD.forEach(Runnable::run);
    }
  }

  @Test
  void isNotUsedWhileItIsInUse() {
    var knowing = knowing(Nosy.class);
    var keeper = new Keeper();
    keeper.anything = new Nosy();
    var state = knowing.write(keeper);
    Nosy.HEARD.add(() -> knowing.write("x"));
    try {
      assertThatExceptionOfType(StateException.class)
          .isThrownBy(() -> knowing.read(state, Keeper.class))
          .withMessageContaining("constructor");
    } finally {
      Nosy.HEARD.clear();
    }
    assertThat(knowing.read(knowing.write(keeper), Keeper.class).anything).isInstanceOf(Nosy.class);
  }

  @Test
  void keepsAFrontierAndAllItHasSeen() {
    var frontier = new Frontier();
    for (int i = 0; i < 10_000; i++) {
      frontier.add("http://example.org/" + i);
    }
    for (int i = 0; i < 5_000; i++) {
      frontier.next();
    }
    var bytes = codec.write(frontier);
    assertThat(bytes.length).isLessThan(10_000 * 8 + 5_000 * 5);
    var restored = codec.read(bytes, Frontier.class);
    assertThat(restored.size()).isEqualTo(5_000);
    assertThat(restored.next()).isEqualTo("http://example.org/5000");
    for (int i = 0; i < 10_000; i++) {
      assertThat(restored.add("http://example.org/" + i)).isFalse();
    }
    assertThat(restored.add("http://example.org/new")).isTrue();
  }

  @ParameterizedTest(name = "{2}")
  @CsvSource({
    "01 66 01 ffffffff07, length, a list of two thousand million elements",
    "01 6d 01 ffffffff07, length, a map of two thousand million entries",
    "01 ca01 01 ffffffff07, length, an array of two thousand million bytes",
    "01 ce01 01 ffffffff0f, length, an array of a negative length",
    "01 03 ffffffff0f, text of, a text longer than the stream",
    "01 01 01 8073797374656d, class by name, a class by its name",
    "01 ffff03 01, number of a class, a class with a number that nobody has",
    "01 66 7f, , a reference to an object that is not there",
    "02, version, another version",
    "'', Buffer too small, nothing",
  })
  void cannotBring(String hex, String reason, String what) {
    var bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertThatExceptionOfType(StateException.class)
        .as(what)
        .isThrownBy(() -> codec.read(bytes, Object.class))
        .satisfies(
            e -> assertThat(String.valueOf(e.getMessage())).contains(reason == null ? "" : reason));
  }

  @Test
  void cannotNestSetsUntilHashingThemTakesForEver() {
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(new HashSet<>(Set.of(new HashSet<>(Set.of(1))))))
        .withMessageContaining("java.util.HashSet as a key");
    // The same by hand: a HashSet of one element that is a HashSet.
    var bytes = stream(o -> o.writeBytes(HexFormat.of().parseHex("6a01016a0100")));
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(bytes, Object.class))
        .withMessageContaining("as a key");
  }

  @Test
  void cannotHoldADateOutsideTheCalendar() {
    // A LocalDate, whose day counted from 1970 is a number of nine octets.
    var bytes = HexFormat.of().parseHex("011a" + "01" + "a7".repeat(9));
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(bytes, Object.class))
        .withMessageContaining("EpochDay");
  }

  @Test
  void cannotNestDeeperThanTheStack() {
    var bytes =
        stream(
            o -> {
              for (int i = 0; i < 100_000; i++) {
                o.writeBytes(HexFormat.of().parseHex("660101"));
              }
            });
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(bytes, Object.class));
  }

  @Test
  void cannotPutAWrongTypeIntoAField() {
    var keeper = new Keeper();
    keeper.text = "zzz";
    var written = HexFormat.of().formatHex(codec.write(keeper));
    assertThat(written).contains("03067a7a7a");
    var changed = HexFormat.of().parseHex(written.replace("03067a7a7a", "660100"));
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(changed, Object.class))
        .withMessageContaining("a value of the wrong type for");
  }

  @Test
  void cannotPassByTheChecksOfARecord() {
    var bytes = codec.write(new Point(1, 2));
    // Numbers stand as 2n, or as -2n - 1.
    bytes[bytes.length - 2] = 1;
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(bytes, Object.class))
        .withMessageContaining("refused its values");
  }

  @Test
  void cannotCrashTheReaderByChangedBytes() {
    var keeper = new Keeper();
    keeper.list.addAll(List.of(Map.of("a", 1), new Point(1, 2), new int[10], "text", Colour.RED));
    var bytes = codec.write(keeper);
    var random = new Random(2026);
    int read = 0;
    for (int round = 0; round < ROUNDS; round++) {
      var changed = bytes.clone();
      for (int i = 0; i <= round % 4; i++) {
        changed[random.nextInt(changed.length)] = (byte) random.nextInt();
      }
      try {
        codec.read(changed, Keeper.class);
        read++;
      } catch (StateException e) {
        assertThat(e.getMessage()).isNotNull();
      }
    }
    assertThat(read).isBetween(ROUNDS / 2_000, ROUNDS - ROUNDS / 20);
  }

  @Test
  void cannotBeLargerThanItsLimit() {
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(new byte[MAX_BYTES]))
        .withMessageContaining("stateBytes");
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.read(new byte[MAX_BYTES + 1], Object.class))
        .withMessageContaining("stateBytes");
  }

  @Test
  void cannotKeepAThread() {
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(new ArrayList<>(List.of(new Thread()))))
        .withMessageStartingWith("ArrayList[0]: java.lang.Thread cannot travel");
  }

  private static byte[] stream(Consumer<Output> content) {
    try (var output = new Output(64, 1 << 20)) {
      output.writeByte(1);
      content.accept(output);
      return output.toBytes();
    }
  }
}
