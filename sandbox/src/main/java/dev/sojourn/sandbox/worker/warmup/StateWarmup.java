package dev.sojourn.sandbox.worker.warmup;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.worker.state.StateCodec;
import java.time.DayOfWeek;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Writes and reads a state with all kinds of values that an agent keeps. The JDK then initialises
/// its parts now, not at the deepest level of an agent's state.
public final class StateWarmup {
  private static final int MAX_BYTES = 1 << 16;

  private StateWarmup() {}

  private static final class Kept {
    private final Map<String, List<? extends Sample<?>>> samples = new TreeMap<>();
    private List<Object> more = new ArrayList<>();
    private int[][] numbers = {{1}};
    private long count = 1;
  }

  private record Sample<T>(T value, Optional<String> text, double number) {}

  private enum Constant {
    PLAIN
  }

  /// Writes and reads the state.
  public static void run() {
    var kept = new Kept();
    kept.samples.put("s", List.of(new Sample<>(PageUrl.parse("http://h/"), Optional.of("t"), 0.5)));
    var map = new TreeMap<Object, Object>(Map.of("k", 1));
    kept.more.addAll(
        List.of(
            Collections.unmodifiableList(kept.more),
            Collections.unmodifiableMap(map),
            Arrays.asList(1, "a"),
            new ArrayList<>(Arrays.asList("b", null)).stream().toList(),
            Set.of(new Sample<>(Constant.PLAIN, Optional.empty(), 1)),
            Map.of(LocalTime.NOON, Constant.PLAIN),
            new TreeSet<>(List.of("a")),
            EnumSet.of(DayOfWeek.MONDAY),
            new EnumMap<>(Map.of(Constant.PLAIN, 1)),
            new byte[1][1]));
    var codec = new StateCodec(List.of(Constant.class, Kept.class, Sample.class), MAX_BYTES);
    var restored = codec.read(codec.write(kept), Kept.class);
    if (restored.more.size() != kept.more.size()
        || restored.numbers.length != kept.numbers.length
        || restored.count != kept.count
        || !restored.samples.toString().equals(kept.samples.toString())) {
      throw new IllegalStateException("the warmup of state went wrong");
    }
  }
}
