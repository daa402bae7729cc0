package dev.sojourn.lab.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The memory of all links together.
final class LinkMemoryTest {
  @Test
  void windowsAreNarrowWhileMuchIsHeld() {
    var memory = new LinkMemory();
    for (int i = 0; i < 128; i++) {
      assertThat(memory.windowBytes()).isEqualTo(1 << 20);
      memory.add(1 << 20);
    }
    assertThat(memory.windowBytes()).isEqualTo(32 << 10);

    memory.remove(1);
    assertThat(memory.windowBytes()).isEqualTo(1 << 20);
  }
}
