package dev.sojourn.host.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LogTailTest {
  private final ByteArrayOutputStream through = new ByteArrayOutputStream();
  private final LogTail tail = new LogTail(through);

  @Test
  void theLastLinesAreReportedAndThoseToCome() throws Exception {
    write("a\nb\nc\n");
    var follower = tail.follow(2);
    write("d\npart");
    assertThat(follower.take(Duration.ZERO).lines()).containsExactly("b", "c", "d");
    write(" of e\n");
    assertThat(follower.take(Duration.ofSeconds(1)).lines()).containsExactly("part of e");
    tail.leave(follower);
    write("f\n");
    assertThat(follower.take(Duration.ZERO).lines()).isEmpty();
    assertThat(through.toString(StandardCharsets.UTF_8)).isEqualTo("a\nb\nc\nd\npart of e\nf\n");
  }

  @Test
  void aSlowReaderLosesTheOldestLinesAndIsReportedHowMany() throws Exception {
    var follower = tail.follow(10);
    for (int i = 0; i < 1_500; i++) {
      write(i + "\n");
    }
    var taken = follower.take(Duration.ZERO);
    assertThat(taken.lost()).isEqualTo(500);
    assertThat(taken.lines()).hasSize(1_000).startsWith("500").endsWith("1499");
    assertThat(follower.take(Duration.ZERO).lost()).isZero();
  }

  @Test
  void anEndlessLineIsCut() throws Exception {
    write("x".repeat(100_000) + "\n");
    assertThat(tail.follow(1).take(Duration.ZERO).lines().getFirst()).hasSize(8 << 10);
  }

  private void write(String text) throws IOException {
    tail.write(text.getBytes(StandardCharsets.UTF_8));
  }
}
