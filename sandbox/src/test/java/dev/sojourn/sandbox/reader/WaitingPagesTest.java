package dev.sojourn.sandbox.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WaitingPagesTest {
  private final WaitingPages<String> waiting = new WaitingPages<>();

  @Test
  void thePagesOfASiteWaitInTheirOrder() {
    Stream.of("1", "2", "3").forEach(page -> waiting.add("a", page));
    assertThat(waiting.poll()).isEqualTo("1");
    waiting.add("a", "4");
    assertThat(waiting.pollAll()).containsExactly("2", "3", "4");
    assertThat(waiting.size()).isZero();
    assertThat(waiting.poll()).isNull();
  }

  @Test
  void aSiteWithManyPagesDelaysAnotherSiteByOne() {
    for (int i = 0; i < 300; i++) {
      waiting.add("many", "many " + i);
    }
    assertThat(waiting.poll()).isEqualTo("many 0");
    waiting.add("few", "few 0");
    assertThat(waiting.poll()).isEqualTo("many 1");
    assertThat(waiting.poll()).isEqualTo("few 0");
    assertThat(waiting.poll()).isEqualTo("many 2");
    assertThat(waiting.size()).isEqualTo(297);
  }
}
