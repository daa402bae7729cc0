package dev.sojourn.sandbox.worker.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/// Any octets as an agent's state: an object of a known class, or a refusal.
class StateFuzzTest {
  private static final int MAX_BYTES = 1 << 20;
  private static final StateCodec CODEC = new StateCodec(List.of(), MAX_BYTES);

  static Stream<byte[]> seeds() {
    return Stream.of(
            new ArrayList<>(List.of("a", 1, 2L, 'c', true)),
            new HashMap<>(Map.of("k", List.of(1.5, Instant.EPOCH))),
            new TreeSet<>(List.of("b", "a")),
            new Object[] {LocalDate.EPOCH},
            new Object[] {new int[] {1, 2}, new String[] {"s"}})
        .map(CODEC::write);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "10s")
  void anyOctetsAreAStateOrRefused(byte[] input) {
    try {
      assertThat(CODEC.read(input, Object.class)).isNotNull();
    } catch (StateException e) {
      assertThat(e.getMessage()).isNotNull();
    }
  }
}
