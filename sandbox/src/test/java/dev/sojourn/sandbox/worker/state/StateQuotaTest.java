package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.KnownPages;
import dev.sojourn.sandbox.worker.VisitStub;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The number of objects in a state: the same when it is written and when it is read.
final class StateQuotaTest {
  private static final int MAX_BYTES = 16 << 20;
  private static final int GRAPHS = 1_000 * Integer.getInteger("rounds", 1);
  private static final long SEED = 20261126;

  /// The shape, its name, two fields, and a name and a type of each.
  private static final int SHAPE_OF_KEEPER = 8;

  static final class Keeper {
    Object kept = "nothing";
    List<Object> more = new ArrayList<>();
  }

  record Pair(Object left, Object right) {}

  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  private static StateCodec codec(int maxObjects) {
    return new StateCodec(List.of(Colour.class, Keeper.class, Pair.class), MAX_BYTES, maxObjects);
  }

  private static StateCodec codec() {
    return new StateCodec(List.of(Colour.class, Keeper.class, Pair.class), MAX_BYTES);
  }

  private static Keeper keeper(Object kept) {
    var keeper = new Keeper();
    keeper.kept = kept;
    return keeper;
  }

  @Test
  void anArrayOfFiveMillionOctetsTravels() {
    var kept = new byte[5_000_000];
    kept[4_999_999] = 7;

    assertThat(codec().read(codec().write(keeper(kept)), Keeper.class).kept).isEqualTo(kept);
  }

  @Test
  void aBitSetOfTheWholeStateTravels() {
    var kept = new BitSet();
    kept.set(100_000_000);

    assertThat(codec().read(codec().write(keeper(kept)), Keeper.class).kept).isEqualTo(kept);
  }

  @Test
  void aListOfMoreThanFourMillionElementsIsRefusedWhenItIsWritten() {
    var kept = new ArrayList<>(Collections.nCopies(4_100_000, null));

    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec().write(keeper(kept)))
        .withMessage(
            "StateQuotaTest$Keeper.kept: more than 4000000 objects and elements (expected: fewer"
                + " objects, or numbers in an array as int[], which counts as one)");
  }

  @Test
  void aStateThatIsRefusedOnceIsWrittenWhenItHasGrownSmaller() {
    var codec = codec(10 + SHAPE_OF_KEEPER);
    var keeper = keeper(new ArrayList<>(Collections.nCopies(9, null)));
    keeper.more.add(null);
    assertThatExceptionOfType(StateException.class)
        .isThrownBy(() -> codec.write(keeper))
        .withMessageStartingWith("StateQuotaTest$Keeper.more: more than 18 objects");
    keeper.more.clear();

    assertThat(codec.read(codec.write(keeper), Keeper.class).kept).isEqualTo(keeper.kept);
  }

  @Test
  void knownPagesOfMoreThanFourMillionOctetsTravel() {
    var random = new Random(SEED);
    var pages = new ArrayList<KnownPage>();
    for (int i = 0; i < 3_000; i++) {
      var path = new StringBuilder("http://example.org/");
      while (path.length() < 1_500) {
        path.append((char) ('a' + random.nextInt(26)));
      }
      pages.add(KnownPage.unread(path.append(i).toString()));
    }
    var frontier = new Frontier();
    frontier.begin(VisitStub.of(KnownPages.of(pages)));
    var state = codec().write(frontier);

    assertThat(state).hasSizeGreaterThan(Quota.MAX_OBJECTS);
    assertThat(codec().read(state, Frontier.class).next()).isEqualTo(frontier.next());
  }

  /// They were free when arrays of primitives counted by their elements.
  @Test
  void emptyArraysOfAnEarlierStateAreStillRead() {
    var kept = new int[9][0];

    assertThat(codec(10 + SHAPE_OF_KEEPER).read(codec().write(keeper(kept)), Keeper.class).kept)
        .isEqualTo(kept);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 999, 2_000, 5_000})
  void aFrontierCountsAlikeInBothDirections(int urls) {
    var frontier = new Frontier();
    for (int i = 0; i < urls; i++) {
      frontier.add("http://example.org/" + "a".repeat(i % 300) + i);
    }
    int least = leastObjects(frontier, true);

    assertThat(leastObjects(frontier, false)).isEqualTo(least);
    assertThat(least).isBetween(urls, 4 * urls + 10);
  }

  /// By halving.
  private static int leastObjects(Frontier frontier, boolean written) {
    int low = 0;
    int high = 1 << 20;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean fits = written ? isWritten(codec(middle), frontier) : isRead(codec(middle), frontier);
      low = fits ? low : middle + 1;
      high = fits ? middle : high;
    }
    return low;
  }

  private static boolean isWritten(StateCodec codec, Object agent) {
    try {
      codec.write(agent);
      return true;
    } catch (StateException e) {
      assertThat(e).hasMessageContaining("objects and elements");
      return false;
    }
  }

  private static boolean isRead(StateCodec codec, Object agent) {
    var state = codec().write(agent);
    try {
      codec.read(state, agent.getClass());
      return true;
    } catch (StateException e) {
      assertThat(e).hasMessageContaining("objects and elements");
      return false;
    }
  }

  @Test
  void whateverCanBeWrittenCanBeReadAndNothingElse() {
    var random = new Random(SEED);
    int written = 0;
    for (int i = 0; i < GRAPHS; i++) {
      var graph = new Graph(new Random(random.nextLong())).agent();
      int most = random.nextInt(1, 250);
      boolean isWritten = isWritten(codec(most), graph);

      assertThat(isRead(codec(most), graph))
          .as("graph %d of %d objects", i, most)
          .isEqualTo(isWritten);
      written += isWritten ? 1 : 0;
    }
    assertThat(written).isBetween(GRAPHS / 5, GRAPHS * 4 / 5);
  }

  /// Random states of everything that may be kept.
  private static final class Graph {
    private static final int MAX_PARTS = 6;
    private static final int MAX_DEPTH = 6;

    private final Random random;
    private final List<Object> made = new ArrayList<>();

    Graph(Random random) {
      this.random = random;
    }

    Keeper agent() {
      var agent = keeper("");
      made.add(agent);
      agent.kept = value(0);
      agent.more.addAll(values(0));
      return agent;
    }

    private List<Object> values(int depth) {
      var values = new ArrayList<Object>();
      for (int left = random.nextInt(MAX_PARTS); left > 0; left--) {
        values.add(value(depth + 1));
      }
      return values;
    }

    private Object value(int depth) {
      if (random.nextInt(8) == 0) {
        return made.get(random.nextInt(made.size()));
      }
      var value = depth < MAX_DEPTH && random.nextInt(3) > 0 ? container(depth) : leaf();
      made.add(value);
      return value;
    }

    private Object leaf() {
      int length = random.nextInt(20);
      return switch (random.nextInt(13)) {
        case 0 -> "text".repeat(length);
        case 1 -> length;
        case 2 -> new byte[length];
        case 3 -> new long[length];
        case 4 -> new double[length];
        case 5 -> new boolean[length];
        case 6 -> new char[length];
        case 7 -> BitSet.valueOf(new long[] {random.nextLong(), random.nextLong()});
        case 8 -> new StringBuilder("built");
        case 9 -> Instant.ofEpochSecond(length);
        case 10 -> Colour.values()[length % 3];
        case 11 -> EnumSet.range(Colour.RED, Colour.values()[length % 3]);
        default -> frontier(length);
      };
    }

    private static Frontier frontier(int urls) {
      var frontier = new Frontier();
      for (int i = 0; i < urls; i++) {
        frontier.add("http://example.org/" + i);
      }
      return frontier;
    }

    private Object container(int depth) {
      var parts = values(depth);
      return switch (random.nextInt(14)) {
        case 0 -> new ArrayList<>(parts);
        case 1 -> new ArrayDeque<>(parts);
        case 2 -> List.copyOf(parts);
        case 3 -> Collections.unmodifiableList(parts);
        case 4 -> Arrays.asList(parts.toArray());
        case 5 -> parts.toArray();
        case 6 -> Optional.of(value(depth + 1));
        case 7 -> new Pair(value(depth + 1), parts);
        case 8 -> keeper(parts);
        case 9 -> new HashMap<>(Map.of("k", parts, 2, value(depth + 1)));
        case 10 -> Map.of("m", parts);
        case 11 -> new TreeMap<>(Map.of("a", parts, "b", 3));
        case 12 -> new HashSet<>(List.of("s", 1, 2L));
        default -> new EnumMap<>(Map.of(Colour.GREEN, parts));
      };
    }
  }
}
