package dev.sojourn.sandbox.parameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.sojourn.agent.Agent;
import dev.sojourn.agent.Next;
import dev.sojourn.agent.Visit;
import dev.sojourn.agent.combine.Partitionable;
import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartitionCheckTest {
  @Partitionable
  private static class Marked implements Agent {
    @Override
    public Next visit(Visit visit) {
      return Next.done();
    }
  }

  private static final class OfAMarkedOne extends Marked {}

  private static Optional<byte[]> classFile(String name) {
    try (InputStream in =
        PartitionCheckTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isPartitionable(Class<?> type) {
    return CombinationCheck.isPartitionable(PartitionCheckTest::classFile, type.getName());
  }

  @Test
  void onlyTheAgentsOwnMarkCounts() {
    assertThat(isPartitionable(Marked.class)).isTrue();
    assertThat(isPartitionable(OfAMarkedOne.class)).isFalse();
    assertThat(isPartitionable(PartitionCheckTest.class)).isFalse();
  }

  @Test
  void damagedCodeIsNotMarkedAndThrowsNothing() {
    var whole = classFile(Marked.class.getName()).orElseThrow();
    for (int length = 0; length < whole.length; length++) {
      var damaged = Arrays.copyOf(whole, length);
      assertThatNoException()
          .isThrownBy(() -> CombinationCheck.isPartitionable(_ -> Optional.of(damaged), "Marked"));
    }
    assertThat(CombinationCheck.isPartitionable(_ -> Optional.of(new byte[10]), "Marked"))
        .isFalse();
    assertThat(CombinationCheck.isPartitionable(Bytes.utf8("no jar").toArray(), "Marked"))
        .isFalse();
  }
}
